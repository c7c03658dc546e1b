import { groupBy } from '../base/group-by'

const asTyped = (text: string) => text

/** A name whatever its capitals, its width and its blanks, as `name_key` of a table keeps it (ADR 0183). */
export const foldedName = (name: string): string => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Finds rows by what people call them, by the first name that hits: as it is typed, else whatever its capitals, width and
 * blanks. Rows that differ only in these are all answered.
 */
export function finderOf<Row>(
  rows: readonly Row[],
  ...namesOf: readonly ((row: Row) => string)[]
): (text: string) => readonly Row[] {
  const known = [asTyped, foldedName].flatMap((spelled) =>
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
