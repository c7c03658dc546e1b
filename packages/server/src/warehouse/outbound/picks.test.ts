import { describe, expect, it } from 'vitest'
import type { GoodsLine } from '../../kernel/goods/types'
import { plannedPicks } from './picks'

const bin = (locationCode: string, qty: string, batchNo = '', partId = 3) => ({
  partId,
  locationId: locationCode.length + qty.length,
  locationCode,
  pickOrder: 0,
  batchNo,
  qty,
})
const line = (id: number, qty: string, more: Partial<GoodsLine> = {}) =>
  ({ id, partId: 3, qty, locationId: null, batchNo: '', ...more }) as GoodsLine
const shown = (picks: Map<number, { locationCode: string; qty: string }[]>) =>
  [...picks].map(([id, list]) => [id, ...list.map((each) => `${each.locationCode} ${each.qty}`)])

describe('picks of a document', () => {
  it('empties one bin before it walks to the next, over all lines', () => {
    const bins = [bin('A-1', '2'), bin('B-02', '5'), bin('C', '9', '', 4)]
    expect(shown(plannedPicks(bins, [line(1, '3'), line(2, '2')]))).toEqual([
      [1, 'A-1 2', 'B-02 1'],
      [2, 'B-02 2'],
    ])
  })

  it('keeps to the location and batch that the line names, and shows what is not there as missing', () => {
    const bins = [bin('A-1', '2', 'B1'), bin('A-1', '2', 'B2')]
    expect(shown(plannedPicks(bins, [line(1, '3', { batchNo: 'B2' })]))).toEqual([[1, 'A-1 2']])
  })
})
