import { groupBy } from '../base/group-by'

const asTyped = (text: string) => text
const inSmall = (text: string) => text.toLowerCase()

/**
 * Finds rows by what people call them, by the first name that hits: as it is typed, else whatever its capitals. Rows that
 * differ only in capitals are all answered.
 */
export function finderOf<Row>(
  rows: readonly Row[],
  ...namesOf: readonly ((row: Row) => string)[]
): (text: string) => readonly Row[] {
  const known = [asTyped, inSmall].flatMap((spelled) =>
    namesOf.map((nameOf) => ({ spelled, byName: groupBy(rows, (row) => spelled(nameOf(row))) })),
  )
  return (text) => {
    for (const { spelled, byName } of known) {
      const hits = byName.get(spelled(text))
      if (hits) return hits
    }
    return []
  }
}
