// What the destination owes for what came: a share of what was agreed with the order, to the fen (business/transfers 5).
import { lineAmounts } from '@chepu/contract/kernel/amounts'
import { type Decimal, div, equals, isZero, max, money, mul, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { writeFigures } from '../../kernel/goods/figures'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import type { OnItsWay } from '../transfers/transit'
import { type AgreedLine, agreedLines } from './repo'

/** What is still to be charged of a sent line, 2 decimals, for the quantity that is on its way. */
interface Chargeable {
  qty: Decimal
  untaxed: Decimal
  taxed: Decimal
}

/**
 * The receipt of a sale with its money as it is owed: each takes its share of what is left of the order's line, the last one all of it, so that
 * they sum to the order. Of orders that the caller has locked; what changes is written.
 */
export async function chargeAsAgreed(
  tx: CallerTx,
  receipt: GoodsDocument,
  onWay: ReadonlyMap<number, OnItsWay>,
): Promise<GoodsDocument> {
  const agreed = await agreedLines(
    tx,
    receipt.lines.map((line) => line.sourceLineId as number),
  )
  const left = new Map(agreed.map((line) => [line.id, chargeableOf(line, onWay.get(line.id)?.qty ?? '0')]))
  const lines = receipt.lines.map((line) => chargedLine(line, left, receipt.taxIncluded))
  if (lines.every((line, i) => line === receipt.lines[i])) return receipt
  const total = (of: (line: GoodsLine) => Decimal) => money(sumOf(lines, of))
  return writeFigures(tx, {
    ...receipt,
    lines,
    totalAmount: total(({ netAmount }) => netAmount),
    totalUntaxed: total(({ untaxed }) => untaxed),
    totalTax: total(({ tax }) => tax),
    totalTaxed: total(({ taxed }) => taxed),
  })
}

/** What came back or is the source's loss is not charged, and takes its share of what was agreed with it. */
function chargeableOf(line: AgreedLine, qty: Decimal): Chargeable {
  const rest = (agreed: Decimal, charged: Decimal) =>
    max('0', sub(sub(agreed, charged), money(div(mul(agreed, line.unchargedQty), line.qty))))
  return { qty, untaxed: rest(line.untaxed, line.chargedUntaxed), taxed: rest(line.taxed, line.chargedTaxed) }
}

/** Takes the line's share; several lines of one sent line share what is left of it. */
function chargedLine(line: GoodsLine, left: Map<number, Chargeable>, taxIncluded: boolean): GoodsLine {
  const sourceId = line.sourceLineId as number
  const before = left.get(sourceId)
  if (!before || isZero(line.qty)) return line
  const share = (amount: Decimal) =>
    equals(line.qty, before.qty) ? amount : money(div(mul(amount, line.qty), before.qty))
  const [untaxed, taxed] = [money(share(before.untaxed)), money(share(before.taxed))]
  left.set(sourceId, {
    qty: sub(before.qty, line.qty),
    untaxed: sub(before.untaxed, untaxed),
    taxed: sub(before.taxed, taxed),
  })
  if (equals(untaxed, line.untaxed) && equals(taxed, line.taxed)) return line
  const { price, amount, netAmount } = lineAmounts({ ...line, netAmount: taxIncluded ? taxed : untaxed }, taxIncluded)
  return { ...line, price, amount, netAmount, untaxed, tax: money(sub(taxed, untaxed)), taxed }
}
