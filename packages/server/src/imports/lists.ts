import { z } from 'zod'

/** A label as its code, for example 单位 as unit. */
export const coded = <Code extends string>(labels: Readonly<Record<Code, string>>) => {
  const codes = new Map(Object.entries(labels).map(([code, label]) => [label as string, code as Code]))
  const message = `应为${[...codes.keys()].join('、')}`
  return z
    .string()
    .refine((label) => codes.has(label), message)
    .transform((label) => codes.get(label) as Code)
}

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

  /** Why a code may not stand in this row after those above. One that stands already so may stand beside its twin. */
  twin(code: string, row: number, stands: boolean): string | undefined {
    const same = this.seen(`code/${code}`, row)
    const twin = stands ? undefined : this.seen(`code key/${code.toLowerCase()}`, row)
    if (same !== undefined) return `编码 ${code} 与第${same}行重复`
    return twin === undefined ? undefined : `编码 ${code} 与第${twin}行的编码只差大小写`
  }
}
