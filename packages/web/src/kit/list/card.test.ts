import { expect, test } from 'vitest'
import { cardOf, factsOf } from './card'
import type { Column } from './columns'
import { documentColumns, goodsColumns } from '../goods/goods-columns'
import { partColumns } from '../goods/part-columns'

const keysOf = (columns: readonly Column[]) => columns.map(({ key }) => key)

test('a card of a document is headed by partner and amount; number, day and state stand in one line', () => {
  const plan = cardOf(documentColumns.map((name): Column => goodsColumns[name]))
  expect([plan.title?.key, plan.amount?.key, plan.state?.key]).toEqual(['partnerName', 'totalTaxed', 'state'])
  expect(keysOf(plan.small)).toEqual(['billNo', 'bizDate'])
})

test('a card of a part is headed by its name, with code and brand beneath; key figures come first and others only where they are few', () => {
  const price: Column = { key: 'retailPrice', title: '零售价', kind: 'price', isKey: true }
  const stock: Column = { key: 'stock', title: '库存', kind: 'qty' }
  const plan = cardOf([...partColumns, stock, price])
  expect([plan.title?.key, plan.amount, keysOf(plan.small)]).toEqual(['partName', undefined, ['partCode', 'brandName']])
  expect(keysOf(factsOf(plan, () => true))).toEqual(['retailPrice', 'oeNo', 'spec'])
  expect(keysOf(factsOf(plan, ({ key }) => key !== 'oeNo'))).toEqual(['retailPrice', 'spec', 'fitment'])
})

test('a list that marks nothing is headed by its first column and the first key amount of money', () => {
  const columns: Column[] = [
    { key: 'fileName', title: '文件名' },
    { key: 'opening', title: '期初', kind: 'money' },
    { key: 'balance', title: '余额', kind: 'money', isKey: true },
  ]
  const plan = cardOf(columns)
  expect([plan.title?.key, plan.amount?.key, keysOf(plan.small)]).toEqual(['fileName', 'balance', []])
})
