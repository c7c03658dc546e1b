import { halfWidth, typedNumber } from './typed'

/**
 * A column of a sheet that the program writes, reads, or both. `title` is what templates and exports call it unless its list
 * says otherwise (`listed`); `others` are names that people and other programs give it.
 */
export interface Heading {
  title: string
  listed?: string
  others?: readonly string[]
}
export type Headings<Key extends string = string> = Readonly<Record<Key, Heading>>

/** What an export calls a column: as the list on the screen does. */
export const listedTitle = ({ title, listed = title }: Heading): string => listed

/** Without width, blanks, case and *; a colon behind it says nothing. */
const plain = (text: string): string =>
  halfWidth(text)
    .toLowerCase()
    .replace(/[\s*:]/g, '')
    .replace(/[【[]/g, '(')
    .replace(/[】\]]/g, ')')
    .replace(/不含税|除税/g, '未税')

/**
 * A heading as it is compared: plain, and without what stands in brackets, such as the unit of 数量(个). In brackets or not,
 * 含税 and 未税 stay, in front: 单价（不含税）is 未税单价.
 */
export function headingKey(text: string): string {
  const bare = plain(text)
  const outer = bare.replace(/\([^()]*\)/g, '')
  const tax = /\([^()]*(含税|未税)[^()]*\)/.exec(bare)?.[1] ?? ''
  return outer === '' ? bare.replace(/[()]/g, '') : outer.startsWith(tax) ? outer : tax + outer
}

/**
 * Finds the column that a heading means; undefined when it means none of them. A name with its brackets goes before one
 * without: 三包(月) and 三包(公里) are two columns, and 三包 alone is neither.
 */
export function headingFinder<Key extends string>(headings: Headings<Key>): (text: string) => Key | undefined {
  const whole = new Map<string, Key>()
  const bare = new Map<string, Key | undefined>()
  for (const [name, { title, listed = title, others = [] }] of Object.entries<Heading>(headings)) {
    const key = name as Key
    for (const known of [title, listed, ...others]) {
      whole.set(plain(known), key)
      const short = headingKey(known)
      bare.set(short, bare.has(short) && bare.get(short) !== key ? undefined : key)
    }
  }
  return (text) => whole.get(plain(text)) ?? bare.get(headingKey(text))
}

const isFigure = (cell: string): boolean => 'value' in typedNumber(cell)

/** Whether a row sums the rows above it: its first word says so, before or behind sums. Exports and papers end with one. */
export const isTotalsRow = (cells: readonly (string | null)[]): boolean =>
  /^(合计|总计|小计|本页小计|全部合计)$/.test(
    headingKey(cells.find((cell) => cell !== null && cell.trim() !== '' && !isFigure(cell)) ?? ''),
  )
