import {
  type BackBill,
  type LineFigures,
  partOfQty,
  type StandingLine,
  taxOfPart,
} from '@chepu/contract/finance/invoice-red'
import { invoiceTotals } from '@chepu/contract/finance/invoice-rules'
import { isPositive, isZero, min, money, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'

/** What of an invoice is taken back, as it was changed by hand: figures by number of line. */
export type Edits = Readonly<Record<number, LineFigures>>

type Key = Pick<BackBill, 'sourceId' | 'openItemId'>

/** Name of a bill among those that went back. */
export const keyOf = ({ sourceId, openItemId }: Key): string =>
  openItemId === null ? `slip:${sourceId}` : `${openItemId}`

/** The query that names bills; of none, that none is chosen. */
export function namedBills(bills: readonly Key[]): { itemIds?: string; slipIds?: string } {
  const items = bills.flatMap(({ openItemId }) => openItemId ?? [])
  const slips = bills.flatMap(({ openItemId, sourceId }) => (openItemId === null ? [sourceId] : []))
  return { itemIds: items.join(',') || '0', ...(slips.length > 0 && { slipIds: slips.join(',') }) }
}

/** What is taken of a line now: what was typed, else what is proposed. */
export const partOf = (line: StandingLine, edits: Edits): LineFigures => edits[line.lineNo] ?? line.part

/** What follows of a line where its quantity was typed. */
export const withQty = (line: StandingLine, qty: string): LineFigures =>
  isZero(qty) ? { qty: null, untaxed: '0.00', tax: '0.00' } : partOfQty(line, qty)

/** The same of its amount: the quantity stays, since less money may go back for the same goods. */
export const withUntaxed = (line: StandingLine, part: LineFigures, untaxed: string): LineFigures => ({
  qty: isZero(untaxed) ? null : part.qty,
  untaxed: money(untaxed),
  tax: taxOfPart(line, untaxed),
})

/**
 * Lines and bills as the step takes them: of the chosen bills, in their order, as much as the lines come to. With it what the lines come to, and
 * what the bills have more than that, yuan with tax; negative where they have less.
 */
export function takenOf(lines: readonly StandingLine[], bills: readonly BackBill[], edits: Edits) {
  const taken = lines
    .map((line) => ({ lineNo: line.lineNo, ...partOf(line, edits) }))
    .filter(({ untaxed, tax }) => !isZero(untaxed) || !isZero(tax))
  const { taxed } = invoiceTotals(taken)
  let wanted = taxed
  const links = bills
    .filter(({ isChosen }) => isChosen)
    .flatMap(({ sourceKind, sourceId, openItemId, rest }) => {
      const amount = min(wanted, neg(rest))
      if (!isPositive(amount)) return []
      wanted = sub(wanted, amount)
      return [{ sourceKind, sourceId, openItemId, amount: money(neg(amount)) }]
    })
  const back = neg(
    sumOf(
      bills.filter(({ isChosen }) => isChosen),
      ({ rest }) => rest,
    ),
  )
  return { lines: taken, links, taxed, left: money(sub(back, taxed)) }
}
