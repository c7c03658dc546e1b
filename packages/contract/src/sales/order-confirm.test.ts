import { expect, it } from 'vitest'
import { shortageOf, shortagesToBuy } from './order-confirm'

const line = (
  id: number,
  partId: number,
  qty: string,
  available: string,
  onOrder: string[] = [],
  executedQty = '0',
) => ({
  id,
  partId,
  qty,
  available,
  executedQty,
  closedQty: '0',
  onOrder: onOrder.map((each, i) => ({ id: i, billNo: `CD${i}`, qty: each })),
})

it('lacks what is neither delivered nor free, and buys what is not on order for the lines of the part', () => {
  expect(
    [line(1, 1, '3.0000', '2'), line(2, 1, '3', '-2', [], '1.0000'), line(3, 1, '1', '9')].map(shortageOf),
  ).toEqual(['1', '2', '0'])
  const lines = [
    line(1, 1, '3', '0', ['2.0000', '2.0000']),
    line(2, 2, '1', '0'),
    line(3, 1, '4', '0', ['2.0000', '2.0000']),
  ]
  expect([...shortagesToBuy(lines)]).toEqual([
    [1, '0'],
    [2, '1'],
    [3, '3'],
  ])
})
