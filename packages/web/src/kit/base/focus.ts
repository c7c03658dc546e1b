import { type KeyboardEvent, useEffect, useState } from 'react'

/** Left and Right among the buttons of a toolbar, as its role promises; F10 leads into it. */
export function walkToolbar(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLButtonElement)) return
  const buttons = toolButtons(event.currentTarget)
  event.preventDefault()
  buttons[buttons.indexOf(event.target) + step]?.focus()
}

const toolButtons = (toolbar: Element) => [...toolbar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')]

/** Gives the keyboard to a toolbar: to its chief button, else to its first. */
export function focusToolbar(toolbar: Element | null | undefined): void {
  const buttons = toolbar ? toolButtons(toolbar) : []
  ;(buttons.find((button) => button.classList.contains('ant-btn-primary')) ?? buttons[0])?.focus()
}

/** Goes to the next (or previous) input of the surrounding group of fields; false when there is none. */
export function focusNext(from: HTMLInputElement, back = false): boolean {
  const fields = from.closest('[data-fields]')?.querySelectorAll<HTMLInputElement>('[data-field] input:not(:disabled)')
  const inputs = [...(fields ?? [])].filter((input) => input.checkVisibility())
  const next = inputs[inputs.indexOf(from) + (back ? -1 : 1)]
  next?.focus()
  return next !== undefined
}

/** Whether the keyboard is with nothing: what had it is gone or was locked. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement.matches('body, :disabled')

/** Watches whether the person goes on, by key or by pointer; what it answers says so: whoever does is not called back. */
export function watchHands(): () => boolean {
  const over = new AbortController()
  const hear = (event: Event) => {
    // A key that is still held down is what he did before.
    if (!(event instanceof KeyboardEvent && event.repeat)) over.abort()
  }
  for (const kind of ['keydown', 'pointerdown', 'beforeinput']) {
    window.addEventListener(kind, hear, { capture: true, signal: over.signal })
  }
  return () => over.signal.aborted
}

/** Whether a dialog stands over the page. */
export const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"]')].some((dialog) => dialog.checkVisibility())

/**
 * Gives the keyboard to the first field of the dialog that has opened, to the first count where it counts, in a question without fields to its chief button, or to
 * the other one where that is dangerous, so that an Enter too many does nothing (ADR 0352); unless autoFocus has chosen. antd leaves it with the close button, and a
 * dialog below takes it back from autoFocus.
 */
export function beginInDialog(isQuestion: boolean): void {
  const at = document.activeElement
  const dialog = at?.closest('.ant-modal')
  if (at?.matches(':is(.ant-modal-body, .ant-modal-footer) *')) return
  const field = ':is(input, textarea, select):enabled'
  const figure = dialog?.querySelector<HTMLElement>(`.ant-modal-body [data-count] ${field}`)
  const first = figure ?? dialog?.querySelector<HTMLElement>(`.ant-modal-body ${field}`)
  const chief = dialog?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn-primary:enabled')
  const other = dialog?.querySelector<HTMLElement>('.ant-modal-footer .ant-btn:not(.ant-btn-primary):enabled')
  const choice = chief?.matches('.ant-btn-dangerous') ? other : chief
  ;(first ?? (isQuestion ? choice : undefined))?.focus()
}

/**
 * Gives the keyboard back when a dialog goes: to what had it before, else to the rows or lines of the page. antd does so
 * only for dialogs that are closed before they are taken down.
 */
export function useReturnedFocus(): void {
  // While the dialog is first drawn nothing in it has taken the keyboard yet.
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (!isFocusLost()) return
      if (before instanceof HTMLElement && before.isConnected && before !== document.body) return before.focus()
      const places = document.querySelectorAll<HTMLElement>('section.page :is([data-grid], .line-grid-active input)')
      ;[...places].find((place) => place.checkVisibility())?.focus({ preventScroll: true })
    },
    [before],
  )
}
