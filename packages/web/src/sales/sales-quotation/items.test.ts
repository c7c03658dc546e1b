import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { expect, test } from 'vitest'
import type { LineValues } from '../../kit/goods/document-lines'
import { GoodsStore } from '../../kit/goods-editor/goods-store'
import { addAlternatives, joinAbove, keepItems } from './items'

const part = (partId: number, price: string): LineValues => ({ partId, partCode: `P${partId}`, qty: '2', price })

/** Two items: brake pads of one make, and a filter. */
function quoting() {
  const goods = new GoodsStore(salesQuotation)
  goods.editor.reset({})
  keepItems(goods)
  const [pads = 0, filter = 0] = goods.lines.append([part(1, '380'), part(2, '45')])
  return { goods, lines: goods.lines, pads, filter }
}
const shown = ({ lines }: GoodsStore) =>
  lines.filled().map(({ partId, groupNo, isChosen }) => [partId, groupNo, isChosen])

test('a new part is an item of its own and chosen; alternatives stand beside it and are not', () => {
  const { goods, lines, pads } = quoting()
  const line = lines.line(pads)
  if (line) addAlternatives(lines, line, [part(3, '210'), part(4, '150')])
  expect(shown(goods)).toEqual([
    [1, 1, true],
    [3, 1, false],
    [4, 1, false],
    [2, 2, true],
  ])
  expect(lines.filled()[1]?.qty).toBe('2')
  expect(goods.totals.totals()).toMatchObject({ totalTaxed: '850.00', totalQty: '4' })
})

test('choosing one alternative leaves the others of its item, and the totals follow', () => {
  const { goods, lines, pads } = quoting()
  const line = lines.line(pads)
  if (line) addAlternatives(lines, line, [part(3, '210')])
  lines.update(lines.filled()[1]?.key ?? 0, { isChosen: true })
  expect(shown(goods)).toEqual([
    [1, 1, false],
    [3, 1, true],
    [2, 2, true],
  ])
  expect(goods.totals.totals()).toMatchObject({ totalTaxed: '510.00', totalQty: '4' })
  lines.update(lines.filled()[1]?.key ?? 0, { isChosen: false })
  expect(goods.totals.totals()).toMatchObject({ totalTaxed: '90.00', totalQty: '2' })
})

test('a line joins the item above it, which keeps its choice; the first has none above', () => {
  const { goods, lines, pads, filter } = quoting()
  const [first, second] = [lines.line(pads), lines.line(filter)]
  expect(first && joinAbove(lines, first)).toBe(false)
  expect(second && joinAbove(lines, second)).toBe(true)
  expect(shown(goods)).toEqual([
    [1, 1, true],
    [2, 1, false],
  ])
})
