// What bills of what went back would take of the lines of an invoice (business/invoices 3.1).
import type { LineFigures } from '@chepu/contract/finance/invoice-red'
import { untaxedPart } from '@chepu/contract/kernel/amounts'
import {
  add,
  compare,
  type Decimal,
  equals,
  isPositive,
  max,
  min,
  money,
  neg,
  sub,
} from '@chepu/contract/kernel/decimal'
import { type BilledPart, type BillLine, linesOfPart } from './sheets'

/** A line of a blue invoice with what of it still stands. */
interface StandLine extends LineFigures {
  lineNo: number
  name: string
  spec: string
  taxRate: Decimal
}

/** What is taken of a line, yuan with tax; no quantity where some of it tells none. */
interface Taken {
  taxed: Decimal
  qty: Decimal | null
}

type Match = (line: StandLine, back: BillLine) => boolean
const isOfRate: Match = (line, back) => equals(line.taxRate, back.taxRate)
const isSame: Match = (line, back) => isOfRate(line, back) && line.name === back.name && line.spec === back.spec

/**
 * What the bills take of each line, by its number: first of the lines of the same name and rate, then of others of the rate, as far as they
 * stand. What finds no line of its rate is not proposed. With tax it comes to the bills to the fen.
 */
export function proposedParts(lines: readonly StandLine[], bills: readonly BilledPart[]): Map<number, LineFigures> {
  const taken = new Map<number, Taken>()
  let waiting = bills.flatMap(linesOfPart).map((line) => ({ ...line, taxed: neg(line.taxed) }))
  for (const match of [isSame, isOfRate]) waiting = waiting.map((back) => takeOf(lines, back, match, taken))
  return new Map(
    lines.flatMap((line): [number, LineFigures][] => {
      const part = taken.get(line.lineNo)
      return part ? [[line.lineNo, figuresOf(line, part)]] : []
    }),
  )
}

/** Takes what comes back of the lines that match it, and answers what is left of it. */
function takeOf<Back extends BillLine>(
  lines: readonly StandLine[],
  back: Back,
  match: Match,
  taken: Map<number, Taken>,
): Back {
  let rest = back.taxed
  for (const line of lines.filter((each) => match(each, back))) {
    const before = taken.get(line.lineNo)
    const room = sub(add(line.untaxed, line.tax), before?.taxed ?? '0')
    const part = min(rest, room)
    if (!isPositive(part)) continue
    const qty = match === isSame && equals(part, back.taxed) && back.qty ? neg(back.qty) : null
    const sum = before ? (before.qty && qty ? add(before.qty, qty) : null) : qty
    taken.set(line.lineNo, { taxed: add(before?.taxed ?? '0', part), qty: sum })
    rest = sub(rest, part)
  }
  return { ...back, taxed: rest }
}

/** A taken amount without tax and its tax, neither more than stands; of the whole line the rest of both. */
function figuresOf(line: StandLine, { taxed, qty }: Taken): LineFigures {
  const told = qty !== null && line.qty !== null && compare(qty, line.qty) <= 0 ? qty : null
  if (equals(taxed, add(line.untaxed, line.tax))) return { qty: told, untaxed: line.untaxed, tax: line.tax }
  const least = max(untaxedPart(taxed, line.taxRate), sub(taxed, line.tax))
  // The last fen without tax goes with the last fen of tax.
  const untaxed = money(min(least, sub(line.untaxed, '0.01')))
  return { qty: told, untaxed, tax: money(sub(taxed, untaxed)) }
}
