import { documentAmounts } from '@chepu/contract/kernel/amounts'
import { describe, expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { postingOf } from './posting'

const typed = [
  { id: 71, lineNo: 1, partId: 3, partCode: 'A', qty: '2', price: '113', sourceLineId: 9 },
  { id: 72, lineNo: 2, partId: 4, partCode: 'B', qty: '0', price: '50', sourceLineId: null },
  { id: 73, lineNo: 3, partId: 5, partCode: 'C', qty: '1', price: '56.5', sourceLineId: null },
]

/** 2 × 113.00 + 1 × 56.50 with 13 % tax included, 10.00 off, 20.00 freight on the customer's bill. */
function delivery(header: Partial<GoodsDocument> = {}): GoodsDocument {
  const amounts = documentAmounts(
    typed.map((line) => ({ ...line, discountRate: '1', taxRate: '0.13' })),
    { taxIncluded: true, orderDiscount: '10', chargedFreight: '20' },
  )
  const lines = typed.map((line, i) => ({
    ...line,
    ...amounts.lines[i],
    warehouseId: 1,
    locationId: null,
    batchNo: '',
  }))
  return {
    partnerId: 8,
    carrierId: null,
    warrantyBillId: null,
    freight: '20',
    freightPayer: 'partner',
    ...amounts,
    ...header,
    lines: lines as unknown as GoodsLine[],
  } as GoodsDocument
}

const terms = { dueOn: '2026-10-15', holder: 'order' } as const

describe('posting of 销售出库单', () => {
  it('moves goods out at the average against their orders, and leaves out lines that were not sent', () => {
    const { stock } = postingOf(delivery(), terms)
    expect(
      stock?.map((move) => [move.lineNo, move.direction, move.qty, move.costing.at, move.pnl, move.reservedBy]),
    ).toEqual([
      [1, 'out', '2', 'free', 'cogs_part', { kind: 'sales_order', lineId: 9 }],
      [3, 'out', '1', 'free', 'cogs_part', null],
    ])
    const waited = postingOf(delivery(), { ...terms, holder: 'delivery' })
    expect(waited.stock?.map((move) => move.reservedBy)).toEqual([
      { kind: 'sales_delivery', lineId: 71 },
      { kind: 'sales_delivery', lineId: 73 },
    ])
  })

  it('owes what is on the bill, and shows revenue, discount and freight apart', () => {
    const { openItems, pnl } = postingOf(delivery(), terms)
    expect(openItems).toEqual([{ partnerId: 8, side: 'AR', tab: 'sale', amount: '292.50', dueOn: '2026-10-15' }])
    expect(pnl).toEqual([
      { kind: 'revenue_part', amount: '250', amountTaxed: '282.5' },
      { kind: 'discount', amount: '8.85', amountTaxed: '10' },
      { kind: 'other_income', amount: '20', amountTaxed: '20' },
    ])
  })

  it('costs as three guarantees do where it replaces parts of a bill', () => {
    const { stock, pnl } = postingOf(delivery({ warrantyBillId: 4 }), terms)
    const payers = [...(stock ?? []), ...(pnl ?? [])].map(({ payerType }) => payerType)
    expect(payers).toEqual(Array.from({ length: 5 }, () => 'warranty'))
  })

  it('moves no freight where there is none, whoever would bear or bill it', () => {
    const { openItems, pnl } = postingOf(delivery({ freight: '0.00', carrierId: 6 }), terms)
    expect(openItems?.map((item) => item.partnerId)).toEqual([8])
    expect(pnl?.map((entry) => entry.kind)).toEqual(['revenue_part', 'discount'])
  })

  it('owes the carrier his freight as our expense', () => {
    const { openItems, pnl } = postingOf(delivery({ freightPayer: 'us', carrierId: 6 }), terms)
    expect(openItems?.[1]).toEqual({
      partnerId: 6,
      side: 'AP',
      tab: 'freight',
      amount: '20',
      dueOn: '2026-10-15',
      remark: '运费',
    })
    expect(pnl?.map((entry) => entry.kind)).toEqual(['revenue_part', 'discount', 'other_expense'])
  })
})
