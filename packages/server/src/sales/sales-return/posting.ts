import { type Decimal, isPositive, isZero, money, mul, neg, sumOf } from '@chepu/contract/kernel/decimal'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveIn } from '../../kernel/ledgers/moves'
import { type Origin, takeShare } from '../../kernel/ledgers/shares'
import type { Costing, OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'

/** What a unit costs, for goods that come back without their delivery: average of the warehouse, last standing receipt. */
export interface Reference {
  average: Decimal | null
  lastReceipt: Decimal | null
}

export interface ReturnTerms {
  dueOn: string
  /** By delivery line id. */
  origins: ReadonlyMap<number, Origin>
  /** By part id. */
  references: ReadonlyMap<number, Reference>
  /** Where scrapped goods go; null for goods that are sold again. */
  scrap: { warehouseId: number; locationId: number } | null
}

/**
 * What a sales return does to the books: goods in at what they cost, the customer owes less, revenue back (business/ledgers 5). What is credited of a bill
 * to a manufacturer is an old part without value: no goods come in, the cost of the sale stays, and the credit is three guarantees' (ADR 0399).
 */
export function postingOf(doc: GoodsDocument, terms: ReturnTerms): Posting {
  const isOldPart = doc.warrantyBillId !== null
  const borne = isOldPart ? { payerType: 'warranty' as const } : {}
  const origins = new Map(terms.origins)
  const lines = doc.lines.filter((line) => isPositive(line.qty))
  return {
    stock: isOldPart
      ? []
      : lines.map((line) =>
          moveIn(line, { costing: costingOf(line, terms, origins), pnl: 'cogs_part', ...terms.scrap }),
        ),
    openItems: [
      { partnerId: doc.partnerId, side: 'AR', tab: 'sale_back', amount: neg(doc.totalTaxed), dueOn: terms.dueOn },
      ...carrierItem(doc, terms),
    ],
    pnl: [...revenueOf(lines), ...freightOf(doc)].map((entry) => ({ ...entry, ...borne })),
  }
}

/**
 * The value that comes back (business/ledgers 4.3): the delivery line's cost in proportion, the last return taking the
 * remainder; without a delivery the average of the warehouse, else what the last receipt cost, else the typed cost.
 */
function costingOf(line: GoodsLine, terms: ReturnTerms, origins: Map<number, Origin>): Costing {
  const share = takeShare(origins, line.sourceLineId, line.qty)
  return share ? { at: 'value', value: share.value } : freeCosting(line, terms)
}

function freeCosting(line: GoodsLine, terms: ReturnTerms): Costing {
  const reference = terms.references.get(line.partId)
  const fallback = reference?.lastReceipt ?? line.unitCost
  if (!terms.scrap) return { at: 'average', unitCost: fallback }
  // Scrap lies in a pool of its own; it is worth what the goods were worth where they were sold from.
  const unit = reference?.average ?? fallback
  return unit === null ? { at: 'average', unitCost: null } : { at: 'value', value: money(mul(unit, line.qty)) }
}
const revenueOf = (lines: readonly GoodsLine[]): PnlEntry[] => [
  {
    kind: 'revenue_part',
    amount: neg(sumOf(lines, (line) => line.untaxed)),
    amountTaxed: neg(sumOf(lines, (line) => line.taxed)),
  },
  {
    kind: 'discount',
    amount: neg(sumOf(lines, (line) => line.discountShareUntaxed)),
    amountTaxed: neg(sumOf(lines, (line) => line.discountShare)),
  },
]

/** Freight that we bear is our expense, whether a carrier bills it or the customer has paid it for us. */
const freightOf = (doc: GoodsDocument): PnlEntry[] =>
  doc.freightPayer === 'us' && !isZero(doc.freight)
    ? [{ kind: 'other_expense', amount: doc.freight, amountTaxed: doc.freight }]
    : []

const carrierItem = (doc: GoodsDocument, terms: ReturnTerms): OpenItemEntry[] =>
  doc.freightPayer === 'us' && doc.carrierId !== null && !isZero(doc.freight)
    ? [
        {
          partnerId: doc.carrierId,
          side: 'AP',
          tab: 'freight',
          amount: doc.freight,
          dueOn: terms.dueOn,
          remark: '运费',
        },
      ]
    : []
