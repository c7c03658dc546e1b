/** One thing to choose. `hint` stands to the right, `words` are found too (code, pinyin). */
export interface PickOption<Value = unknown> {
  id: number | string
  label: string
  hint?: string
  words?: string
  value: Value
}

/** Options of a list that is already here: those whose label or words contain the text, best first. */
export function filterOptions<Value>(options: readonly PickOption<Value>[], text: string): PickOption<Value>[] {
  const wanted = text.toLowerCase()
  const found = options.filter((option) => `${option.label} ${option.words ?? ''}`.toLowerCase().includes(wanted))
  const first = (option: PickOption<Value>) => (option.label.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.sort((a, b) => first(a) - first(b))
}
