import { documentAmounts } from '@chepu/contract/kernel/amounts'
import { describe, expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import type { Origin } from '../../kernel/ledgers/shares'
import { postingOf, type ReturnTerms } from './posting'

function returned(lines: Partial<GoodsLine>[], header: Partial<GoodsDocument> = {}): GoodsDocument {
  const typed = lines.map((line) => ({
    qty: '1',
    price: '100',
    discountRate: '1',
    taxRate: '0',
    ...line,
    netAmount: null,
  }))
  const amounts = documentAmounts(typed, { taxIncluded: true, orderDiscount: '0', chargedFreight: '0' })
  return {
    partnerId: 8,
    carrierId: null,
    warrantyBillId: null,
    freight: '0',
    freightPayer: 'us',
    ...amounts,
    ...header,
    lines: typed.map((line, i) => ({
      id: 70 + i,
      lineNo: i + 1,
      partId: 3,
      partCode: 'A',
      warehouseId: 1,
      locationId: null,
      entryLocationId: 11,
      batchNo: '',
      unitCost: null,
      sourceLineId: null,
      ...line,
      ...amounts.lines[i],
    })),
  } as unknown as GoodsDocument
}

const terms = (more: Partial<ReturnTerms> = {}): ReturnTerms => ({
  dueOn: '2026-10-15',
  origins: new Map(),
  references: new Map(),
  scrap: null,
  ...more,
})
const origin = (more: Partial<Origin> = {}) =>
  new Map([[9, { qty: '3', value: '100.00', returnedQty: '0', returnedValue: '0', ...more }]])

describe('posting of 销售退货单', () => {
  it('of a bill to a manufacturer credits at the expense of three guarantees, and moves nothing', () => {
    const { stock, openItems, pnl } = postingOf(returned([{ sourceLineId: 9 }], { warrantyBillId: 4 }), terms())
    expect(stock).toEqual([])
    expect(openItems?.map(({ amount }) => amount)).toEqual(['-100'])
    expect(pnl?.filter(({ amount }) => Number.parseInt(amount, 10) !== 0)).toEqual([
      { kind: 'revenue_part', amount: '-100', amountTaxed: '-100', payerType: 'warranty' },
    ])
  })

  it('brings goods back at their share of what they cost; the last takes the remainder', () => {
    const three = [1, 2, 3].map(() => ({ sourceLineId: 9 }))
    const { stock } = postingOf(returned(three), terms({ origins: origin() }))
    expect(stock?.map((move) => move.costing)).toEqual([
      { at: 'value', value: '33.33' },
      { at: 'value', value: '33.33' },
      { at: 'value', value: '33.34' },
    ])
    const rest = origin({ returnedQty: '1', returnedValue: '33.33' })
    const last = postingOf(returned([{ sourceLineId: 9, qty: '2' }]), terms({ origins: rest }))
    expect(last.stock?.[0]).toMatchObject({
      direction: 'in',
      locationId: 11,
      pnl: 'cogs_part',
      costing: { value: '66.67' },
    })
  })

  it('values free goods at the average, else what the last receipt cost, else the typed cost', () => {
    const doc = returned([{ unitCost: '7' }])
    const last = new Map([[3, { average: null, lastReceipt: '8' }]])
    expect(postingOf(doc, terms({ references: last })).stock?.[0]?.costing).toEqual({ at: 'average', unitCost: '8' })
    expect(postingOf(doc, terms()).stock?.[0]?.costing).toEqual({ at: 'average', unitCost: '7' })
  })

  it('puts scrap into its own warehouse at the value it had', () => {
    const scrap = { warehouseId: 5, locationId: 55 }
    const references = new Map([[3, { average: '12.345', lastReceipt: '8' }]])
    const { stock } = postingOf(returned([{ qty: '2' }]), terms({ scrap, references }))
    expect(stock?.[0]).toMatchObject({ warehouseId: 5, locationId: 55, costing: { at: 'value', value: '24.69' } })
  })

  it('takes back what is owed, revenue and freight', () => {
    const doc = returned([{ qty: '2', taxRate: '0.13', price: '113' }], { freight: '9', carrierId: 6 })
    const { openItems, pnl } = postingOf(doc, terms())
    expect(openItems).toEqual([
      { partnerId: 8, side: 'AR', tab: 'sale_back', amount: '-226', dueOn: '2026-10-15' },
      { partnerId: 6, side: 'AP', tab: 'freight', amount: '9', dueOn: '2026-10-15', remark: '运费' },
    ])
    expect(pnl).toEqual([
      { kind: 'revenue_part', amount: '-200', amountTaxed: '-226' },
      { kind: 'discount', amount: '0', amountTaxed: '0' },
      { kind: 'other_expense', amount: '9', amountTaxed: '9' },
    ])
  })

  it('bears freight as its payer and its carrier say', () => {
    const freight = (header: Partial<GoodsDocument>) => {
      const { openItems, pnl } = postingOf(returned([{}], { freight: '9', ...header }), terms())
      return [openItems?.slice(1).map((item) => item.partnerId), pnl?.slice(2).map((entry) => entry.kind)]
    }
    expect(freight({ freightPayer: 'us', carrierId: 6 })).toEqual([[6], ['other_expense']])
    // The customer has paid it for us: it is on his bill.
    expect(freight({ freightPayer: 'us', carrierId: null })).toEqual([[], ['other_expense']])
    expect(freight({ freightPayer: 'partner', carrierId: 6 })).toEqual([[], []])
    expect(freight({ freightPayer: 'us', carrierId: 6, freight: '0.00' })).toEqual([[], []])
  })

  it('leaves out lines of which nothing came back', () => {
    const doc = returned([{ qty: '0' }, { qty: '1', sourceLineId: 9 }])
    const { stock } = postingOf(doc, terms({ origins: origin() }))
    expect(stock?.map((move) => [move.lineNo, move.costing])).toEqual([[2, { at: 'value', value: '33.33' }]])
  })

  it('values a line whose delivery it does not know, and one beside a known one, as free goods', () => {
    const references = new Map([[3, { average: null, lastReceipt: '8' }]])
    const doc = returned([{ sourceLineId: 5 }, { sourceLineId: null }, { sourceLineId: 9 }])
    const { stock } = postingOf(doc, terms({ references, origins: origin() }))
    expect(stock?.map((move) => move.costing)).toEqual([
      { at: 'average', unitCost: '8' },
      { at: 'average', unitCost: '8' },
      { at: 'value', value: '33.33' },
    ])
  })

  it('asks for a cost where nothing tells one, scrap or not', () => {
    const scrap = { warehouseId: 5, locationId: 55 }
    for (const more of [{}, { scrap }])
      expect(postingOf(returned([{}]), terms(more)).stock?.[0]?.costing).toEqual({ at: 'average', unitCost: null })
    const typed = postingOf(returned([{ qty: '3', unitCost: '2.5' }]), terms({ scrap }))
    expect(typed.stock?.[0]?.costing).toEqual({ at: 'value', value: '7.50' })
  })

  it('enters the typed location before the part’s own', () => {
    expect(postingOf(returned([{ locationId: 44 }]), terms()).stock?.[0]).toMatchObject({ locationId: 44 })
  })
})
