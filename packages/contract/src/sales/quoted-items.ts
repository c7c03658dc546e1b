// The asked items of a quotation: each has one or several alternatives, of which at most one is chosen (business/sales 1.7).

/** A line as far as its item goes. */
interface Alternative {
  /** Which asked item it is for; null where nobody said, which makes it an item of its own. */
  groupNo: number | null
  isChosen: boolean
}

/** An offer holds for so many days unless somebody says otherwise (business/sales 1.7). */
export const offerDays = 7

/** The next number that no item has. */
const nextItemNo = (lines: readonly Pick<Alternative, 'groupNo'>[]): number =>
  lines.reduce((most, { groupNo }) => Math.max(most, groupNo ?? 0), 0) + 1

/** The lines with a number each; those without one are items of their own. */
export function numberedItems<Line extends Alternative>(lines: readonly Line[]): (Line & { groupNo: number })[] {
  let next = nextItemNo(lines)
  return lines.map((line) => {
    const groupNo = line.groupNo ?? next
    if (line.groupNo === null) next += 1
    return { ...line, groupNo }
  })
}

/** The lines by item, items in the order in which they first stand there. */
export function itemsOf<Line extends Pick<Alternative, 'groupNo'>>(lines: readonly Line[]): Line[][] {
  const items = new Map<number | Line, Line[]>()
  for (const line of lines) {
    const key = line.groupNo ?? line
    items.set(key, [...(items.get(key) ?? []), line])
  }
  return [...items.values()]
}
