import { expect, it } from 'vitest'
import { shortagesToBuy } from './shortages'

const line = (id: number, partId: number, shortage: string, onOrder: string[] = []) => ({
  id,
  partId,
  shortage,
  onOrder: onOrder.map((each, i) => ({ id: i, billNo: `CD${i}`, qty: each })),
})

it('buys what is lacking beside what is on order for the lines of the part', () => {
  const lines = [
    line(1, 1, '3.0000', ['2.0000', '2.0000']),
    line(2, 2, '1.0000'),
    line(3, 1, '4.0000', ['2.0000', '2.0000']),
  ]
  expect([...shortagesToBuy(lines)]).toEqual([
    [1, '0'],
    [2, '1'],
    [3, '3'],
  ])
})

it('buys nothing of a part of which more is on order than lacks, and all of one of which nothing is', () => {
  expect([...shortagesToBuy([line(1, 1, '1.5', ['4']), line(2, 1, '2', ['4']), line(3, 2, '0.50')])]).toEqual([
    [1, '0'],
    [2, '0'],
    [3, '0.5'],
  ])
})
