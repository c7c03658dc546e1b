import { pricesMayWait } from '@chepu/contract/kernel/goods-document'
import { type ReactNode, useEffect, useState } from 'react'
import { useEditor } from './document-context'
import type { EditorStore, HeaderValues } from './document-editor-store'
import type { Totals } from './line-totals'
import { moneyText, qtyText } from './format'
import { withoutPrices } from './goods-columns'

/** Sharing an order discount over thousands of lines waits until typing pauses. */
const sharedWaitMs = 300

/** Totals of the document as they will be saved, following each edit. */
function useTotals(): Totals {
  const { store } = useEditor()
  const [totals, setTotals] = useState(() => store.totals.totals())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const count = () => {
      timer = undefined
      setTotals(store.totals.totals())
    }
    const later = () => {
      if (store.totals.shared) clearTimeout(timer)
      else if (timer !== undefined) return
      timer = setTimeout(count, store.totals.shared ? sharedWaitMs : 0)
    }
    count()
    const stops = [store.onChange(later), store.subscribe(later)]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [store])
  return totals
}

/**
 * What the document comes to in words, where the figure says nothing: every line waits for its price, or prices are kept back
 * from whoever looks. Undefined where it is a figure.
 */
export function amountInWords({ def, lines, totals }: EditorStore): string | undefined {
  if (!totals.isOpen) return undefined
  const filled = lines.filled()
  if (filled.some((line) => line.isHidden)) return ''
  return filled.length > 0 && pricesMayWait(def) ? withoutPrices : undefined
}

/** 合计 under the lines. Pages put figures of their own beside them. */
export function TotalsStrip(props: { children?: ReactNode }) {
  const totals = useTotals()
  const words = amountInWords(useEditor().store)
  return (
    <div className="de-totals" aria-label="合计">
      <Figure title="数量合计" value={qtyText(totals.totalQty)} />
      {words === undefined && (
        <>
          <Figure title="金额合计" value={moneyText(totals.totalAmount)} />
          <Figure title="未税合计" value={moneyText(totals.totalUntaxed)} />
          <Figure title="税额" value={moneyText(totals.totalTax)} />
        </>
      )}
      {props.children}
      {words !== '' && <Figure title="价税合计" value={words ?? moneyText(totals.totalTaxed)} strong />}
    </div>
  )
}

/** What of a posted document is settled and what is still open, in the words of its kind. A draft has neither. */
export const settledFigures = (settled: string, open: string) =>
  function SettledFigures({ header }: { header: HeaderValues }) {
    if (header.settledAmount == null) return null
    return (
      <>
        <Figure title={settled} value={moneyText(header.settledAmount)} />
        <Figure title={open} value={moneyText(header.openAmount)} />
      </>
    )
  }

export function Figure(props: { title: string; value: ReactNode; strong?: boolean }) {
  return (
    <span className={props.strong ? 'de-figure-strong' : undefined}>
      {props.title} <b>{props.value}</b>
    </span>
  )
}
