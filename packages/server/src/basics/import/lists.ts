/** Values of one cell, separated by ; as in the template; ；and line breaks are read the same way. Repeats are dropped. */
export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;；\n]/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
]

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
