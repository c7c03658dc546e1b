import { type Decimal, money, neg, sub, sumOf } from './decimal'

/** Figures of a money document's header, 2 decimals. `total` is negative for a refund and on a red document. */
export interface SlipFigures {
  total: Decimal
  fee: Decimal
  writtenOff: Decimal
  discount: Decimal
  advance: Decimal
}

/**
 * Figures of a document that moves money (business/finance 2.2): Σ tenders, negative when money goes back; what it settles; and
 * the rest, which is an advance: `advance = total − Σ amount`.
 */
export function slipFigures(
  tenders: readonly { amount: Decimal; fee: Decimal }[],
  items: readonly { amount: Decimal; discount: Decimal }[],
  isRefund: boolean,
): SlipFigures {
  const paid = sumOf(tenders, (tender) => tender.amount)
  const total = isRefund ? neg(paid) : paid
  const writtenOff = sumOf(items, (item) => item.amount)
  return {
    total: money(total),
    fee: money(sumOf(tenders, (tender) => tender.fee)),
    writtenOff: money(writtenOff),
    discount: money(sumOf(items, (item) => item.discount)),
    advance: money(sub(total, writtenOff)),
  }
}
