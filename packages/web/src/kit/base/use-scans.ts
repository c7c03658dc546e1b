import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from './focus'
import { ScanMeter } from './scanner'

interface ScanPlace {
  /** What is scanned into; nothing while it is not on screen. */
  root: () => Element | null | undefined
  /** Selects the elements in it whose scans are left to themselves. */
  leaves: string
  /** Takes a code; `otherwise` puts it into the field of text that had the keyboard, where it names nothing. */
  take: (code: string, otherwise?: () => void) => void
}

/**
 * Takes what is scanned while the keyboard is with another field of a place, with one of its buttons or with nothing: a
 * field is as it was before, a button is not pressed by the scanner's Enter.
 */
export function useScans({ root, leaves, take }: ScanPlace, on = true): void {
  const belongs = useEffectEvent((target: Element) => {
    const place = root()
    // A secret is no code, however quickly it is typed: it stays in its field, and nothing repeats it.
    if (!place || target.matches(leaves) || target.matches('[type="password"]')) return false
    return place.contains(target) || (target === document.body && place.checkVisibility() && !isDialogOpen())
  })
  const takes = useEffectEvent(take)
  useEffect(() => {
    if (!on) return undefined
    const meter = new ScanMeter()
    const listen = (event: KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof Element) || !belongs(target)) return meter.reset()
      const field = isTextField(target) ? target : undefined
      meter.key(event, field?.value ?? '')
      // A space would press the button or tick the box.
      if (event.key === ' ' && !field && meter.isRunning) event.preventDefault()
      if (event.key !== 'Enter' && event.key !== 'Tab') return undefined
      const isFigure = field?.matches(figures)
      const scan = meter.end(event, isFigure ? 'figure' : 'text')
      if (!scan) return undefined
      event.preventDefault()
      event.stopImmediatePropagation()
      if (field) write(field, scan.before)
      takes(scan.code, field && !isFigure ? () => write(field, scan.code) : undefined)
    }
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [on])
}

/** Fields of amounts, quantities and counts. */
const figures = '[inputmode="decimal"], [inputmode="numeric"]'

type TextField = HTMLInputElement | HTMLTextAreaElement

const isTextField = (element: Element): element is TextField =>
  (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.selectionStart !== null

/** Writes into a field as if it were typed, so that React hears of it. */
function write(field: TextField, text: string): void {
  const kind = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype
  Object.getOwnPropertyDescriptor(kind, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Where figures are typed and nothing takes scans, they are refused aloud: they never become a quantity or a sum. */
export const useScanRefusal = (refuse: (code: string) => void): void =>
  useScans({
    root: () => document.body,
    leaves: `:not(${figures}), .de:has(.de-lines) *, [data-scans] *`,
    take: refuse,
  })
