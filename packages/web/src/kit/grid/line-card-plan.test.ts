import { expect, test } from 'vitest'
import { lineCardOf, lineFacts, marksOf } from './line-card-plan'
import type { LineColumn } from './line-grid-columns'

const column = (name: string, kind: LineColumn['kind'], more: Partial<LineColumn> = {}): LineColumn => ({
  name,
  title: name,
  kind,
  width: 80,
  ...more,
})

test('a card of goods is headed by name and amount; what is blank or without discount is not said', () => {
  const plan = lineCardOf([
    column('partCode', 'code'),
    column('partName', 'name'),
    column('brandName', 'readonly'),
    column('spec', 'readonly'),
    column('available', 'readonly', { right: true }),
    column('qty', 'qty'),
    column('price', 'price'),
    column('discountRate', 'discount'),
    column('netAmount', 'money'),
    column('taxRate', 'rate'),
    column('batchNo', 'text'),
  ])
  const line = { key: 1, partCode: 'P1', brandName: '博世', spec: '', available: '5', discountRate: '1', batchNo: '' }
  expect([plan.title?.name, plan.amount?.name, plan.price?.name, plan.qty?.name]).toEqual([
    'partName',
    'netAmount',
    'price',
    'qty',
  ])
  expect(marksOf(plan, line)).toEqual(['P1', '博世'])
  expect(lineFacts(plan, line).map(({ text }) => text)).toEqual(['5'])
  expect(lineFacts(plan, { ...line, discountRate: '0.9', batchNo: 'B2' }).map(({ text }) => text)).toEqual([
    '5',
    '0.9',
    'B2',
  ])
})

test('a card of money is headed by its first column', () => {
  const plan = lineCardOf([column('storeAccountId', 'select'), column('amount', 'money'), column('fee', 'money')])
  expect([plan.title?.name, plan.amount?.name, plan.qty]).toEqual(['storeAccountId', 'amount', undefined])
})

test('a rate is told where the lines are looked at for it', () => {
  const columns = [column('name', 'text'), column('untaxed', 'money')]
  const factsOf = (rate: LineColumn) =>
    lineFacts(lineCardOf([...columns, rate]), { key: 1, taxRate: '0.13' }).map(({ column: { name } }) => name)
  expect(factsOf(column('taxRate', 'rate'))).toEqual([])
  expect(factsOf(column('taxRate', 'rate', { isFact: true }))).toEqual(['taxRate'])
})
