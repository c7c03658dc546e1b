import { expect, test } from 'vitest'
import { headingFinder, isTotalsRow } from './headings'
import { lineHeadings } from './line-headings'

const find = headingFinder(lineHeadings)

test.each([
  ['编码', 'code'],
  ['配件编码 *', 'code'],
  ['编码或ＯＥ号', 'code'],
  ['oe号', 'oeNo'],
  ['数量(个)', 'qty'],
  ['数 量【箱】', 'qty'],
  ['订购数', 'qty'],
  ['单价（元）', 'price'],
  ['含税单价', 'taxedPrice'],
  ['单价(含税)', 'taxedPrice'],
  ['单价（元，不含税）', 'untaxedPrice'],
  ['不含税单价', 'untaxedPrice'],
  ['(数量)', 'qty'],
  ['折扣', undefined],
])('the heading %s means %s', (typed, field) => expect(find(typed)).toBe(field))

test('a row of sums is known by its first filled cell', () => {
  expect(isTotalsRow(['', '合 计：', '3'])).toBe(true)
  expect(isTotalsRow(['合计', null, '3'])).toBe(true)
  expect(isTotalsRow(['1,234.50', '-3', '合计'])).toBe(true)
  expect(isTotalsRow(['A1', '合计'])).toBe(false)
})
