// What the running balance of a statement tells of its rows: which is the oldest, what a minus among what leaves means, and where something is missing. Pure.
import { abs, add, compare, type Decimal, equals, money, neg } from '@chepu/contract/kernel/decimal'

interface Running {
  /** Its place in the file. */
  row: number
  bizDate: string
  amount: Decimal
  balance: Decimal | null
}

/** Whether two rows stand next to each other in the file and the balance of the later is that of the former with its amount; undefined when it cannot be told. */
function follows(former: Running | undefined, later: Running): boolean | undefined {
  if (!former || former.balance === null || later.balance === null || Math.abs(later.row - former.row) !== 1)
    return undefined
  return equals(add(former.balance, later.amount), later.balance)
}

const followers = (rows: readonly Running[]): number =>
  rows.filter((row, at) => follows(rows[at - 1], row) === true).length

/** Rows of a file, which begins with either end, the oldest first: by the days, and within one day by the balances. */
export function oldestFirst<Row extends Running>(rows: readonly Row[]): Row[] {
  const [first, last, reversed] = [rows[0], rows.at(-1), rows.toReversed()]
  const isNewestFirst =
    first && last && first.bizDate !== last.bizDate
      ? first.bizDate > last.bizDate
      : followers(reversed) > followers(rows)
  return isNewestFirst ? reversed : [...rows]
}

/** Rows, the oldest first, whose balance does not follow from the row before. */
export const brokenRows = (rows: readonly Running[]): number[] =>
  rows.filter((row, at) => follows(rows[at - 1], row) === false).map(({ row }) => row)

/**
 * Gives the rows that have a minus in a column of what leaves their sign. It is 红字, what comes back, or only the bank's way to write what leaves: the balances
 * say it; where they do not, it is 红字 beside rows without a minus, and where the bank speaks of 借方.
 */
export function signed<Row extends Running & { minusOf: string }>(
  rows: readonly Row[],
): { rows: Row[]; red: number[] } {
  const minus = rows.filter(({ minusOf }) => minusOf !== '')
  const as = (sign: (amount: Decimal) => Decimal) =>
    rows.map((row) => (row.minusOf === '' ? row : { ...row, amount: money(sign(row.amount)) }))
  const [red, out] = [as(abs), as((amount) => neg(abs(amount)))]
  const better = mostFollowers(red) - mostFollowers(out)
  const isUsual =
    rows.some(({ minusOf, amount }) => minusOf === '' && compare(amount, '0') < 0) ||
    minus.some(({ minusOf }) => /借|^d/i.test(minusOf))
  return minus.length > 0 && (better > 0 || (better === 0 && isUsual))
    ? { rows: red, red: minus.map(({ row }) => row) }
    : { rows: out, red: [] }
}

const mostFollowers = (rows: readonly Running[]): number => followers(oldestFirst(rows))
