import { type Decimal, div, equals, isPositive, money, mul, sub } from '@chepu/contract/kernel/decimal'
import { costBasis } from '@chepu/contract/purchasing/cost-basis'
import { isOfDest, type Outcome } from '@chepu/contract/warehouse/transfer-receipt'
import { isPriced } from '@chepu/contract/warehouse/transfers'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveIn, moveOut } from '../../kernel/ledgers/moves'
import type { OpenItemEntry, PnlEntry, Posting, StockMove } from '../../kernel/ledgers/types'
import type { OnItsWay, TransitPlace } from '../transfers/transit'

export interface ReceiptTerms {
  /** Whose goods they were until now, and where they lie. */
  sourceOrgId: number
  transit: TransitPlace
  /** What of each sent line is on its way. */
  left: ReadonlyMap<number, OnItsWay>
  taxpayerKind: 'general' | 'small'
  /** Whom each organisation has the other down for among its partners; none within one organisation. */
  partners: { ofSource: number; ofDest: number } | null
}

/** Whether the other organisation pays for what the receipt says. */
export const isSale = (receipt: GoodsDocument): boolean => isPriced(receipt) && isOfDest(receipt.outcome as Outcome)

/**
 * What becomes of goods on their way (business/ledgers 5). They leave it at their own value, pro rata of the line that was sent. Within an
 * organisation they enter at that value. Another one gets them at the transfer price: it owes that, the source has sold them. What is lost
 * is the loss of the side that bears it; the destination pays for it all the same.
 */
export function postingOf(receipt: GoodsDocument, terms: ReceiptTerms): Posting {
  const outcome = receipt.outcome as Outcome
  const isSold = isSale(receipt)
  const lines = receipt.lines.filter((line) => isPositive(line.qty))
  const left = new Map(terms.left)
  const leaving = lines.map((line) => outOfTransit(line, terms, left))
  const basis = (line: GoodsLine) => costBasis(line, receipt.invoiceKind, terms.taxpayerKind)
  const enters = (line: GoodsLine, out: StockMove): StockMove =>
    moveIn(line, {
      costing: isSold ? { at: 'value', value: basis(line) } : { at: 'linked', source: { moves: [out] } },
    })
  const isLoss = outcome === 'lost_source' || outcome === 'lost_dest'
  const out = { ...(isSold && { pnl: 'cogs_part' as const }), ...(isLoss && !isSold && { pnl: 'stock_loss' as const }) }
  return {
    stock: lines.flatMap((line, i) => {
      const move = { ...(leaving[i] as StockMove), ...out }
      return isLoss ? [move] : [move, enters(line, move)]
    }),
    ...(isSold && terms.partners && sale(receipt, terms, terms.partners, isLoss ? lines.map(basis) : [])),
  }
}

/** A line's goods leave what is on its way; several lines of one sent line share what is left of it. */
function outOfTransit(line: GoodsLine, { sourceOrgId, transit }: ReceiptTerms, left: Map<number, OnItsWay>): StockMove {
  const before = left.get(line.sourceLineId as number)
  if (!before) throw new Error('a receipt takes what is not on its way')
  const value = shareOf(before, line.qty)
  left.set(line.sourceLineId as number, { qty: sub(before.qty, line.qty), value: sub(before.value, value) })
  return moveOut(line, { ...transit, orgId: sourceOrgId, costing: { at: 'specified', value } })
}

/** The value of a part of what is left, 2 decimals; the last part takes all of it. */
const shareOf = (left: OnItsWay, qty: Decimal): Decimal =>
  equals(qty, left.qty) ? left.value : money(div(mul(left.value, qty), left.qty))

/** The source has sold the goods, and the destination owes for them; what it never got is its loss. */
function sale(
  receipt: GoodsDocument,
  { sourceOrgId }: ReceiptTerms,
  { ofSource, ofDest }: NonNullable<ReceiptTerms['partners']>,
  lost: readonly Decimal[],
): Required<Pick<Posting, 'openItems' | 'pnl'>> {
  const due = { tab: 'transfer' as const, amount: receipt.totalTaxed, dueOn: receipt.bizDate }
  const openItems: OpenItemEntry[] = [
    { ...due, partnerId: ofDest, side: 'AP' },
    { ...due, orgId: sourceOrgId, partnerId: ofSource, side: 'AR' },
  ]
  const pnl: PnlEntry[] = [
    { orgId: sourceOrgId, kind: 'revenue_part', amount: receipt.totalUntaxed, amountTaxed: receipt.totalTaxed },
    ...lost.map((amount): PnlEntry => ({ kind: 'stock_loss', amount })),
  ]
  return { openItems, pnl }
}
