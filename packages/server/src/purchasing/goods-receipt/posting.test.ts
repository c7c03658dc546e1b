import { documentAmounts } from '@chepu/contract/kernel/amounts'
import { describe, expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { postingOf, type ReceiptTerms } from './posting'

const general: ReceiptTerms = { taxpayerKind: 'general', freightToCost: false, dueOn: '2026-10-15' }
const small: ReceiptTerms = { ...general, taxpayerKind: 'small' }

interface Typed {
  qty: string
  price: string
  discountRate?: string
  netAmount?: string
  locationId?: number
}

interface Header extends Partial<GoodsDocument> {
  chargedFreight?: string
}

/** A receipt from supplier 7 with its money computed as saving does, 13 % tax included unless said otherwise. */
function receipt(typed: Typed[], { chargedFreight = '0', ...header }: Header = {}): GoodsDocument {
  const priced = typed.map((line) => ({ discountRate: '1', taxRate: '0.13', ...line }))
  const amounts = documentAmounts(priced, { taxIncluded: true, orderDiscount: '0', ...header, chargedFreight })
  const lines = priced.map((line, i) => ({
    id: 71 + i,
    lineNo: i + 1,
    partId: 3 + i,
    partCode: 'ABC'[i],
    warehouseId: 1,
    locationId: line.locationId ?? null,
    entryLocationId: 40,
    batchNo: '',
    qty: line.qty,
    ...amounts.lines[i],
  }))
  return {
    partnerId: 7,
    carrierId: null,
    invoiceKind: 'none',
    freight: '0',
    freightPayer: 'us',
    ...amounts,
    ...header,
    lines: lines as unknown as GoodsLine[],
  } as GoodsDocument
}

const values = (doc: GoodsDocument, terms: ReceiptTerms) =>
  postingOf(doc, terms).stock?.map((move) => 'value' in move.costing && move.costing.value)

describe('money of a receipt line (business/documents 3.7)', () => {
  it('takes the tax out of 2 × 113.00: 226.00 is 200.00 and 26.00', () => {
    const doc = receipt([{ qty: '2', price: '113' }])
    expect(doc.lines[0]).toMatchObject({ amount: '226.00', untaxed: '200.00', tax: '26.00', taxed: '226.00' })
    expect(doc).toMatchObject({ totalUntaxed: '200.00', totalTax: '26.00', totalTaxed: '226.00' })
  })

  it('adds the tax to 3 × 33.33: 99.99 and 13.00', () => {
    const doc = receipt([{ qty: '3', price: '33.33' }], { taxIncluded: false })
    expect(doc.lines[0]).toMatchObject({ untaxed: '99.99', tax: '13.00', taxed: '112.99' })
  })

  it('keeps a typed net amount of 100.00 for 3 pieces at 95折 and finds the price 35.0877', () => {
    const doc = receipt([{ qty: '3', price: '40', discountRate: '0.95', netAmount: '100' }])
    expect(doc.lines[0]).toMatchObject({ price: '35.0877', netAmount: '100.00', taxed: '100.00', untaxed: '88.50' })
  })
})

describe('cost basis of a receipt', () => {
  const line = [{ qty: '2', price: '113' }]

  it('is without tax when a general taxpayer gets a special invoice, else with tax', () => {
    expect(values(receipt(line, { invoiceKind: 'special' }), general)).toEqual(['200'])
    expect(values(receipt(line, { invoiceKind: 'normal' }), general)).toEqual(['226'])
    expect(values(receipt(line, { invoiceKind: 'none' }), general)).toEqual(['226'])
    expect(values(receipt(line, { invoiceKind: 'special' }), small)).toEqual(['226'])
  })

  it('is less by the share of the order discount, the last line takes the remainder', () => {
    const thirds = receipt(
      Array.from({ length: 3 }, () => ({ qty: '1', price: '100' })),
      { orderDiscount: '10' },
    )
    expect(thirds.lines.map((each) => each.discountShare)).toEqual(['3.33', '3.33', '3.34'])
    expect(values(thirds, small)).toEqual(['96.67', '96.67', '96.66'])
    expect(postingOf(thirds, small).openItems?.[0]?.amount).toBe('290.00')
  })

  it('takes the share without its tax where the tax is deducted', () => {
    // 226.00 − 11.30 with tax; 200.00 − 10.00 without.
    const doc = receipt(line, { orderDiscount: '11.3', invoiceKind: 'special' })
    expect(values(doc, general)).toEqual(['190'])
    expect(doc).toMatchObject({ totalUntaxed: '190.00', totalTax: '24.70', totalTaxed: '214.70' })
  })
})

describe('movements of a receipt', () => {
  it('enter the typed location, else the part’s own; a line of which nothing came is left out', () => {
    const doc = receipt([
      { qty: '2', price: '10', locationId: 55 },
      { qty: '0', price: '10' },
      { qty: '1', price: '10' },
    ])
    expect(postingOf(doc, small).stock).toEqual([
      {
        direction: 'in',
        lineId: 71,
        lineNo: 1,
        partId: 3,
        partCode: 'A',
        warehouseId: 1,
        locationId: 55,
        batchNo: '',
        qty: '2',
        costing: { at: 'value', value: '20' },
      },
      expect.objectContaining({ lineId: 73, qty: '1', locationId: 40, costing: { at: 'value', value: '10' } }),
    ])
  })
})

describe('what a receipt makes us owe', () => {
  const goods = [
    { qty: '1', price: '100' },
    { qty: '1', price: '100' },
    { qty: '1', price: '100' },
  ]

  it('is the bill, due on its day', () => {
    const posting = postingOf(receipt(goods), general)
    expect(posting.openItems).toEqual([
      { partnerId: 7, side: 'AP', tab: 'purchase', amount: '300.00', dueOn: '2026-10-15' },
    ])
    expect(posting.pnl).toBeUndefined()
  })

  it('is also the freight that a carrier bills, which is an expense', () => {
    const posting = postingOf(receipt(goods, { freight: '20', carrierId: 8 }), general)
    expect(posting.openItems).toEqual([
      { partnerId: 7, side: 'AP', tab: 'purchase', amount: '300.00', dueOn: '2026-10-15' },
      { partnerId: 8, side: 'AP', tab: 'freight', amount: '20', dueOn: '2026-10-15', remark: '运费' },
    ])
    expect(posting.pnl).toEqual([{ kind: 'other_expense', amount: '20' }])
  })

  it('or part of the goods’ cost, where the last line takes the remainder of 20.00', () => {
    const doc = receipt(goods, { freight: '20', carrierId: 8 })
    const posting = postingOf(doc, { ...small, freightToCost: true })
    expect(values(doc, { ...small, freightToCost: true })).toEqual(['106.67', '106.67', '106.66'])
    expect(posting.openItems?.[1]).toMatchObject({ partnerId: 8, amount: '20' })
    expect(posting.pnl).toBeUndefined()
  })

  it('lies on the pieces where all goods were given away', () => {
    const gifts = [
      { qty: '3', price: '0' },
      { qty: '0', price: '0' },
      { qty: '1', price: '0' },
    ]
    const doc = receipt(gifts, { freight: '10', carrierId: 8 })
    expect(values(doc, { ...small, freightToCost: true })).toEqual(['7.5', '2.5'])
    // Beside goods that cost something a gift bears no freight.
    const mixed = receipt([...gifts, { qty: '1', price: '20' }], { freight: '10', carrierId: 8 })
    expect(values(mixed, { ...small, freightToCost: true })).toEqual(['0', '0', '30'])
  })

  it('includes freight that the supplier has paid for us on his own bill', () => {
    const doc = receipt(goods, { freight: '20', freightPayer: 'partner', carrierId: 8, chargedFreight: '20' })
    const posting = postingOf(doc, general)
    expect(posting.openItems).toEqual([
      { partnerId: 7, side: 'AP', tab: 'purchase', amount: '320.00', dueOn: '2026-10-15' },
    ])
    expect(posting.pnl).toEqual([{ kind: 'other_expense', amount: '20' }])
  })

  it('lies on no goods that did not come, and is not owed to a carrier when the supplier has paid it', () => {
    const partly = [
      { qty: '1', price: '100' },
      { qty: '0', price: '100' },
      { qty: '1', price: '300' },
    ]
    const header = { freight: '20', carrierId: 8 } as const
    const terms = { ...small, freightToCost: true }
    expect(values(receipt(partly, header), terms)).toEqual(['105', '315'])
    const advanced = receipt(partly, { ...header, freightPayer: 'partner', carrierId: null, chargedFreight: '20' })
    expect(values(advanced, terms)).toEqual(['105', '315'])
    expect(postingOf(advanced, terms).openItems).toHaveLength(1)
    expect(postingOf(receipt(partly, { ...header, freight: '0.00' }), terms).openItems).toHaveLength(1)
  })

  it('knows nothing of freight that nobody bills', () => {
    const posting = postingOf(receipt(goods, { freight: '20' }), general)
    expect(posting.openItems).toHaveLength(1)
    expect(posting.pnl).toBeUndefined()
  })
})
