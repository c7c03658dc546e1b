import { expect, it } from 'vitest'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { postingOf } from './posting'

const line = (lineNo: number, qty: string) =>
  ({
    id: 70 + lineNo,
    lineNo,
    partId: 3,
    partCode: 'A',
    warehouseId: 1,
    locationId: 55,
    batchNo: 'B1',
    qty,
  }) as GoodsLine

const posting = (reason: string) =>
  postingOf({ reason, lines: [line(1, '2'), line(2, '0')] } as unknown as GoodsDocument)

it('goods that are used up leave at the average as an expense; what did not leave is left out', () => {
  expect(posting('自用')).toEqual({
    stock: [
      {
        direction: 'out',
        lineId: 71,
        lineNo: 1,
        partId: 3,
        partCode: 'A',
        warehouseId: 1,
        locationId: 55,
        batchNo: 'B1',
        qty: '2',
        costing: { at: 'free' },
        pnl: 'other_expense',
      },
    ],
  })
})

it('goods that are lost or broken are a stock loss', () => {
  expect(posting('报损').stock?.map((move) => move.pnl)).toEqual(['stock_loss'])
})
