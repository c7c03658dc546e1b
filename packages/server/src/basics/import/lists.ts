/** Values of one cell, separated by ; as in the template; ；and line breaks are read the same way. Repeats are dropped. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;；\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

/** Candidates named in a message. */
const shownCandidates = 5

/** The first few of several, and how many there are when that is not all. */
export function someOf<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  const rest = items.length > shownCandidates ? `等${items.length}个` : ''
  return `${items.slice(0, shownCandidates).map(nameOf).join('、')}${rest}`
}

/** Remembers in which row something stood first. */
export class FirstRows {
  private readonly rows = new Map<string, number>()

  /** The row that had this key before, or undefined for its first time. */
  seen(key: string, row: number): number | undefined {
    const before = this.rows.get(key)
    if (before === undefined) this.rows.set(key, row)
    return before
  }
}
