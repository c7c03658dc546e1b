import { describe, expect, test } from 'vitest'
import { dayText, discountText, halfWidth, numberText, rateText, typedNumber } from './typed'

describe('typed numbers', () => {
  test.each([
    ['１２．５', '12.5'],
    ['￥1,234.50', '1234.5'],
    ['¥ 18.5', '18.5'],
    ['-￥5', '-5'],
    ['20,000 元', '20000'],
    ['1 234 567', '1234567'],
    ['1\u00a0234.50', '1234.5'],
    ['+3', '3'],
    ['−3', '-3'],
    ['.5', '0.5'],
    ['0', '0'],
    ['0.50', '0.5'],
    ['-0.5', '-0.5'],
    ['12.', '12'],
    ['　7　', '7'],
    ['12345678901234567890.1234', '12345678901234567890.1234'],
  ])('%s is %s', (typed, value) => {
    expect(typedNumber(typed)).toEqual({ value })
    expect(numberText(typed)).toBe(value)
  })

  test.each([
    ['1e3', '“1e3”是科学计数法，请写出全部数字'],
    ['(20.00)', '“(20.00)”带有括号，负数请用负号'],
    ['3 个', '“3 个”带有“个”，请只填数字'],
    ['15%', '“15%”带有百分号，请只填数字'],
    ['12,34', '“12,34”的千位逗号位置不对'],
    ['1,2345', '“1,2345”的千位逗号位置不对'],
    ['12 34', '“12 34”不是数字'],
    ['1.2.3', '“1.2.3”不是数字'],
    ['00123', '“00123”以0开头，不是数字'],
    ['-007', '“-007”以0开头，不是数字'],
    ['00.5', '“00.5”以0开头，不是数字'],
    ['0,123', '“0,123”以0开头，不是数字'],
    ['面议', '“面议”不是数字'],
    ['', '“”不是数字'],
  ])('%s is none: %s', (typed, fault) => {
    expect(typedNumber(typed)).toEqual({ fault })
    expect(numberText(typed)).toBe(typed)
  })

  test('full width becomes plain, every blank a space', () => {
    expect(halfWidth('ＡＢ－１２３　（左）\u200b')).toBe('AB-123 (左)')
  })
})

test.each([
  ['13', '0.13'],
  ['13%', '0.13'],
  ['１３％', '0.13'],
  ['0.13', '0.13'],
  ['1', '0.01'],
  ['0.5%', '0.005'],
  ['0', '0'],
])('tax rate %s is %s', (typed, value) => expect(rateText(typed)).toBe(value))

test.each([
  ['95', '0.95'],
  ['9.5', '0.95'],
  ['8折', '0.8'],
  ['0.95', '0.95'],
  ['1', '1'],
  ['100%', '1'],
])('discount %s is %s', (typed, value) => expect(discountText(typed)).toBe(value))

test.each([
  ['2026/3/1', '2026-03-01'],
  ['２０２６年３月１日', '2026-03-01'],
  ['20260301', '2026-03-01'],
  ['2026-03-01 13:30:00', '2026-03-01'],
  ['三月', '三月'],
])('day %s is %s', (typed, value) => expect(dayText(typed)).toBe(value))
