import { describe, expect, test } from 'vitest'
import {
  dayText,
  discountText,
  halfWidth,
  isDecimal,
  numberText,
  plainCode,
  plainDigits,
  rateText,
  typedNumber,
} from './typed'

describe('a figure as it is kept', () => {
  test.each(['0', '12', '-3', '0.5', '10.125', '-0.01'])('%s is one', (text) => expect(isDecimal(text)).toBe(true))
  test.each(['', '01', '1.', '.5', '+1', 'x1', '1x', '1,000', '1e3', '1.2.3', ' 1', 5, null, undefined])(
    '%s is none',
    (text) => expect(isDecimal(text)).toBe(false),
  )
})

test('codes have plain signs with single blanks between their pieces, account numbers none', () => {
  expect(plainCode('　ＡＢ－１   2 ')).toBe('AB-1 2')
  expect(plainDigits(' 138-0013 ８０００')).toBe('13800138000')
})

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
    ['12。5', '12.5'],
    ['3元', '3'],
    ['3  元', '3'],
    ['￥  18', '18'],
    ['　7　', '7'],
    ['12345678901234567890.1234', '12345678901234567890.1234'],
  ])('%s is %s', (typed, value) => {
    expect(typedNumber(typed)).toEqual({ value })
    expect(numberText(typed)).toBe(value)
  })

  test.each([
    ['1e3', '“1e3”是科学计数法，请写出全部数字'],
    ['-12.25E+10', '“-12.25E+10”是科学计数法，请写出全部数字'],
    ['+1e-3', '“+1e-3”是科学计数法，请写出全部数字'],
    ['A1e3', '“A1e3”带有“Ae”，请只填数字'],
    ['1e3A', '“1e3A”带有“eA”，请只填数字'],
    ['3(5)', '“3(5)”带有“()”，请只填数字'],
    ['(5)3', '“(5)3”带有“()”，请只填数字'],
    ['a15%', '“a15%”带有“a%”，请只填数字'],
    ['15%a', '“15%a”带有“%a”，请只填数字'],
    ['12￥5', '“12￥5”不是数字'],
    ['3元5', '“3元5”带有“元”，请只填数字'],
    ['0-1', '“0-1”不是数字'],
    ['.', '“.”不是数字'],
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
  ['免税', '免税'],
])('tax rate %s is %s', (typed, value) => expect(rateText(typed)).toBe(value))

test.each([
  ['95', '0.95'],
  ['9.5', '0.95'],
  ['8折', '0.8'],
  ['0.95', '0.95'],
  ['1', '1'],
  ['10', '1'],
  ['100%', '1'],
  ['面议', '面议'],
])('discount %s is %s', (typed, value) => expect(discountText(typed)).toBe(value))

test.each([
  ['2026/3/1', '2026-03-01'],
  ['２０２６年３月１日', '2026-03-01'],
  ['20260301', '2026-03-01'],
  ['2026-03-01 13:30:00', '2026-03-01'],
  ['20260301 13:30:00', '2026-03-01'],
  [' 2026.12.31 ', '2026-12-31'],
  ['　三月 ', '三月'],
  ['202603011', '202603011'],
  ['x20260301', 'x20260301'],
  ['x2026-3-1', 'x2026-3-1'],
  ['2026-3-1x', '2026-3-1x'],
])('day %s is %s', (typed, value) => expect(dayText(typed)).toBe(value))
