import { describe, expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { type Origin, postingOf } from './posting'

const line = (id: number, qty: string, taxed: string, sourceLineId: number | null = null) =>
  ({
    id,
    lineNo: id,
    partId: 1,
    partCode: 'A',
    warehouseId: 1,
    locationId: null,
    batchNo: '',
    qty,
    untaxed: taxed,
    taxed,
    discountShare: '0',
    discountShareUntaxed: '0',
    sourceLineId,
  }) as GoodsLine

const doc = (lines: GoodsLine[], more: Partial<GoodsDocument> = {}) =>
  ({
    partnerId: 7,
    totalTaxed: '99.00',
    invoiceKind: 'none',
    freight: '0',
    freightPayer: 'us',
    carrierId: null,
    lines,
    ...more,
  }) as GoodsDocument

const values = (lines: GoodsLine[], origins: [number, Origin][] = []) =>
  postingOf(doc(lines), { taxpayerKind: 'small', dueOn: '2026-09-15', origins: new Map(origins) }).stock?.map(
    (move) => move.costing,
  )

describe('posting of a purchase return', () => {
  it('takes 2 of 5 @ 130.00 at 260.00', () => {
    const origin = { warehouseId: 1, qty: '5', value: '650.00', returnedQty: '0', returnedValue: '0' }
    expect(values([line(1, '2', '260.00', 9)], [[9, origin]])).toEqual([{ at: 'specified', value: '260.00' }])
  })

  it('gives the last return the remainder of the receipt line', () => {
    const origin = { warehouseId: 1, qty: '3', value: '100.00', returnedQty: '0', returnedValue: '0' }
    const thirds = [1, 2, 3].map((id) => line(id, '1', '33.33', 9))
    expect(values(thirds, [[9, origin]])).toEqual(
      ['33.33', '33.33', '33.34'].map((value) => ({ at: 'specified', value })),
    )
  })

  it('values a return without a receipt by what the supplier credits', () => {
    expect(values([line(1, '2', '250.00')])).toEqual([{ at: 'specified', value: '250.00' }])
  })

  it('opens in the variance what the supplier credits less than the goods cost', () => {
    const origin = { warehouseId: 1, qty: '5', value: '650.00', returnedQty: '0', returnedValue: '0' }
    const terms = { taxpayerKind: 'small' as const, dueOn: '2026-09-15', origins: new Map([[9, origin]]) }
    expect(postingOf(doc([line(1, '2', '200.00', 9)]), terms).pnl).toEqual([{ kind: 'stock_variance', amount: '-60' }])
  })

  it('owes the supplier less, and a carrier his freight', () => {
    const terms = { taxpayerKind: 'small' as const, dueOn: '2026-09-15', origins: new Map() }
    const posting = postingOf(doc([line(1, '1', '99.00')], { freight: '12', carrierId: 8 }), terms)
    expect(posting.openItems).toEqual([
      { partnerId: 7, side: 'AP', tab: 'purchase_back', amount: '-99', dueOn: '2026-09-15' },
      { partnerId: 8, side: 'AP', tab: 'freight', amount: '12', dueOn: '2026-09-15', remark: '运费' },
    ])
    expect(posting.pnl).toEqual([
      { kind: 'stock_variance', amount: '0' },
      { kind: 'other_expense', amount: '12' },
    ])
  })

  it('bears freight as its payer and its carrier say', () => {
    const terms = { taxpayerKind: 'small' as const, dueOn: '2026-09-15', origins: new Map() }
    const freight = (more: Partial<GoodsDocument>) => {
      const { openItems, pnl } = postingOf(doc([line(1, '1', '99.00')], { freight: '12', ...more }), terms)
      return [openItems?.slice(1).map((item) => item.partnerId), pnl?.slice(1)]
    }
    const expense = { kind: 'other_expense', amount: '12' }
    expect(freight({ freightPayer: 'us', carrierId: 8 })).toEqual([[8], [expense]])
    expect(freight({ freightPayer: 'us', carrierId: null })).toEqual([[], []])
    // The supplier bears it: he credits it, unless the carrier bills it to us and it only passes through.
    expect(freight({ freightPayer: 'partner', carrierId: null })).toEqual([
      [],
      [{ kind: 'other_income', amount: '12' }],
    ])
    expect(freight({ freightPayer: 'partner', carrierId: 8 })).toEqual([[8], []])
    expect(freight({ freightPayer: 'us', carrierId: 8, freight: '0' })).toEqual([[], []])
  })

  it('leaves out lines of which nothing left', () => {
    const posting = postingOf(doc([line(1, '0', '0.00'), line(2, '2', '250.00')]), {
      taxpayerKind: 'small',
      dueOn: '2026-09-15',
      origins: new Map(),
    })
    expect(posting.stock?.map((move) => [move.direction, move.lineNo, move.reservedBy])).toEqual([
      ['out', 2, { kind: 'purchase_return', lineId: 2 }],
    ])
  })

  it('values a line whose receipt it does not know by what the supplier credits', () => {
    const origin = { warehouseId: 1, qty: '5', value: '650.00', returnedQty: '0', returnedValue: '0' }
    expect(values([line(1, '2', '250.00', 4), line(2, '1', '9.00')], [[9, origin]])).toEqual([
      { at: 'specified', value: '250.00' },
      { at: 'specified', value: '9.00' },
    ])
  })

  it('lets goods of another warehouse go at its average, and takes their share off the receipt all the same', () => {
    const origin = { warehouseId: 2, qty: '3', value: '100.00', returnedQty: '0', returnedValue: '0' }
    const near = (id: number) => ({ ...line(id, '1', '40.00', 9), warehouseId: 2 })
    const lines = [line(1, '1', '40.00', 9), near(2), near(3)]
    expect(values(lines, [[9, origin]])).toEqual([
      { at: 'free', worth: '40.00' },
      { at: 'specified', value: '33.33' },
      { at: 'specified', value: '33.34' },
    ])
    const terms = { taxpayerKind: 'small' as const, dueOn: '2026-09-15', origins: new Map([[9, origin]]) }
    // 40.00 − 33.33 and 40.00 − 33.34; what the first line gains shows when it leaves its pool.
    expect(postingOf(doc(lines), terms).pnl).toEqual([{ kind: 'stock_variance', amount: '13.33' }])
  })

  it('takes the tax off where it is deducted', () => {
    const taxed = { ...line(1, '1', '113.00'), untaxed: '100.00' }
    const terms = { taxpayerKind: 'general' as const, dueOn: '2026-09-15', origins: new Map() }
    expect(postingOf(doc([taxed], { invoiceKind: 'special' }), terms).stock?.[0]?.costing).toMatchObject({
      value: '100.00',
    })
  })
})
