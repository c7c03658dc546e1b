/** Goes to the next (or previous) input of the surrounding group of fields; false when there is none. */
export function focusNext(from: HTMLInputElement, back = false): boolean {
  const fields = from.closest('[data-fields]')?.querySelectorAll<HTMLInputElement>('[data-field] input:not(:disabled)')
  const inputs = [...(fields ?? [])].filter((input) => input.checkVisibility())
  const next = inputs[inputs.indexOf(from) + (back ? -1 : 1)]
  next?.focus()
  return next !== undefined
}
