import { add, type Decimal, isPositive, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { costBasis } from '@chepu/contract/purchasing/cost-basis'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveOut } from '../../kernel/ledgers/moves'
import { type Origin as Share, takeShare } from '../../kernel/ledgers/shares'
import type { OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'

/** A receipt line that goods are returned of, and where they came in. */
export interface Origin extends Share {
  warehouseId: number
}

interface ReturnTerms {
  taxpayerKind: 'general' | 'small'
  dueOn: string
  /** By receipt line id. */
  origins: ReadonlyMap<number, Origin>
}

/** What a purchase return does to the books: goods out at their own value, and we owe the supplier less (business/ledgers 5). */
export function postingOf(doc: GoodsDocument, terms: ReturnTerms): Posting {
  const origins = new Map(terms.origins)
  const lines = doc.lines.filter((line) => isPositive(line.qty))
  const credits = lines.map((line) => costBasis(line, doc.invoiceKind, terms.taxpayerKind))
  const costings = lines.map((line, i) => costingOf(line, credits[i] as Decimal, origins))
  return {
    stock: lines.map((line, i) =>
      moveOut(line, {
        costing: costings[i] as ReturnCosting,
        reservedBy: { kind: purchaseReturn.kind, lineId: line.id },
      }),
    ),
    openItems: [
      { partnerId: doc.partnerId, side: 'AP', tab: 'purchase_back', amount: neg(doc.totalTaxed), dueOn: terms.dueOn },
      ...carrierItem(doc, terms),
    ],
    // What the supplier credits above or below what the goods cost is open in the variance (business/ledgers 4.2).
    pnl: [{ kind: 'stock_variance', amount: sub(add(...credits), sumOf(costings, askedOf)) }, ...freightPnl(doc)],
  }
}

type ReturnCosting = { at: 'specified'; value: Decimal } | { at: 'free'; worth: Decimal }

/** What stock is asked to give; where it gives less or more, the ledger finds the variance. */
const askedOf = (costing: ReturnCosting): Decimal => (costing.at === 'specified' ? costing.value : costing.worth)

/**
 * What leaves stock (business/ledgers 4.2): the receipt line's value in proportion, the last return taking the remainder; a
 * return without a receipt is worth what the supplier credits, on the cost basis. Goods that leave another warehouse than they
 * came into are not the receipt's own, and go at the average of the ones they lay with (ADR 0052).
 */
function costingOf(line: GoodsLine, credit: Decimal, origins: Map<number, Origin>): ReturnCosting {
  const share = takeShare(origins, line.sourceLineId, line.qty)
  if (!share) return { at: 'specified', value: credit }
  if (share.origin.warehouseId !== line.warehouseId) return { at: 'free', worth: credit }
  return { at: 'specified', value: share.value }
}

/** What a carrier bills us for taking the goods back. */
function carrierItem(doc: GoodsDocument, terms: ReturnTerms): OpenItemEntry[] {
  if (doc.carrierId === null || !isPositive(doc.freight)) return []
  return [
    { partnerId: doc.carrierId, side: 'AP', tab: 'freight', amount: doc.freight, dueOn: terms.dueOn, remark: '运费' },
  ]
}

/** Freight that we bear is an expense; freight that the supplier bears without a carrier's bill is credited to us. */
function freightPnl(doc: GoodsDocument): PnlEntry[] {
  if (!isPositive(doc.freight)) return []
  if (doc.freightPayer === 'us') return doc.carrierId === null ? [] : [{ kind: 'other_expense', amount: doc.freight }]
  return doc.carrierId === null ? [{ kind: 'other_income', amount: doc.freight }] : []
}
