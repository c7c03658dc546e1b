import { type Decimal, isPositive, isZero, sumOf } from '@chepu/contract/kernel/decimal'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { moveOut } from '../../kernel/ledgers/moves'
import type { Holder, OpenItemEntry, PnlEntry, Posting } from '../../kernel/ledgers/types'

interface DeliveryTerms {
  dueOn: string
  /** Who holds the goods until they leave: the lines' orders, or the delivery itself while it waited for the warehouse. */
  holder: 'order' | 'delivery'
}

/**
 * What a delivery does to the books: goods out at the moving average, their price owed, revenue and cost (business/ledgers 5). What replaces parts of a bill
 * to a manufacturer costs as three guarantees do (ADR 0398).
 */
export function postingOf(delivery: GoodsDocument, terms: DeliveryTerms): Posting {
  const lines = delivery.lines.filter((line) => isPositive(line.qty))
  const borne = delivery.warrantyBillId === null ? {} : { payerType: 'warranty' as const }
  return {
    stock: lines.map((line) =>
      moveOut(line, { costing: { at: 'free' }, pnl: 'cogs_part', ...borne, reservedBy: holderOf(line, terms) }),
    ),
    openItems: [
      { partnerId: delivery.partnerId, side: 'AR', tab: 'sale', amount: delivery.totalTaxed, dueOn: terms.dueOn },
      ...carrierItems(delivery, terms),
    ],
    pnl: [...revenueOf(lines), ...freightOf(delivery)].map((entry) => ({ ...entry, ...borne })),
  }
}
function holderOf(line: GoodsLine, { holder }: DeliveryTerms): Holder | null {
  if (holder === 'delivery') return { kind: salesDelivery.kind, lineId: line.id }
  return line.sourceLineId === null ? null : { kind: salesOrder.kind, lineId: line.sourceLineId }
}

/** Revenue without tax, and beside it with tax; the order discount is shown as what it is (business/ledgers 5). */
const revenueOf = (lines: readonly GoodsLine[]): PnlEntry[] => [
  {
    kind: 'revenue_part',
    amount: sumOf(lines, (line) => line.untaxed),
    amountTaxed: sumOf(lines, (line) => line.taxed),
  },
  {
    kind: 'discount',
    amount: sumOf(lines, (line) => line.discountShareUntaxed),
    amountTaxed: sumOf(lines, (line) => line.discountShare),
  },
]

/** Freight on the customer's bill is income; freight that a carrier bills us is an expense. */
function freightOf(delivery: GoodsDocument): PnlEntry[] {
  const { freight } = delivery
  if (isZero(freight)) return []
  const entry = (kind: PnlEntry['kind'], amount: Decimal): PnlEntry => ({ kind, amount, amountTaxed: amount })
  return [
    ...(delivery.freightPayer === 'partner' ? [entry('other_income', freight)] : []),
    ...(delivery.carrierId === null ? [] : [entry('other_expense', freight)]),
  ]
}

/** A named carrier is owed the freight, also where the customer bears it in the end. */
const carrierItems = (delivery: GoodsDocument, terms: DeliveryTerms): OpenItemEntry[] =>
  delivery.carrierId === null || isZero(delivery.freight)
    ? []
    : [
        {
          partnerId: delivery.carrierId,
          side: 'AP',
          tab: 'freight',
          amount: delivery.freight,
          dueOn: terms.dueOn,
          remark: '运费',
        },
      ]
