import { describe, expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { postingOf } from './posting'

const line = (lineNo: number, qty: string, netAmount: string, more: Partial<GoodsLine> = {}) =>
  ({
    id: 70 + lineNo,
    lineNo,
    partId: 3,
    partCode: 'A',
    warehouseId: 1,
    locationId: null,
    entryLocationId: 40,
    batchNo: 'B1',
    qty,
    netAmount,
    ...more,
  }) as GoodsLine

const posting = (reason: string, lines: GoodsLine[]) => postingOf({ reason, lines } as unknown as GoodsDocument)
const found = [line(1, '2', '20.00'), line(2, '0', '9.00'), line(3, '1', '5.50', { locationId: 55 })]

describe('posting of 其他入库单', () => {
  it('brings goods in at their typed cost, to the typed location or the part’s own; what did not come is left out', () => {
    expect(posting('盘盈外其他', found).stock).toEqual([
      {
        direction: 'in',
        lineId: 71,
        lineNo: 1,
        partId: 3,
        partCode: 'A',
        warehouseId: 1,
        locationId: 40,
        batchNo: 'B1',
        qty: '2',
        costing: { at: 'value', value: '20.00' },
      },
      expect.objectContaining({ lineNo: 3, locationId: 55, qty: '1', costing: { at: 'value', value: '5.50' } }),
    ])
  })

  it('gains 25.50 with what was found, and earns it as other income with what was given', () => {
    expect(posting('盘盈外其他', found).pnl).toEqual([{ kind: 'stock_gain', amount: '25.5' }])
    expect(posting('赠品', found).pnl).toEqual([{ kind: 'other_income', amount: '25.5' }])
  })

  it('gains nothing with the goods that open the books', () => {
    const opening = posting('期初', found)
    expect(opening.pnl).toEqual([])
    expect(opening.stock).toHaveLength(2)
  })
})
