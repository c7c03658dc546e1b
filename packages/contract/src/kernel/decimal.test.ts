import { describe, expect, it } from 'vitest'
import {
  allocate,
  div,
  isNegative,
  isPositive,
  isZero,
  max,
  min,
  money,
  mul,
  round,
  shorten,
  truncate,
  withCommas,
} from './decimal'

describe('rounding', () => {
  it.each([
    ['1.005', '1.01'],
    ['1.004999999999999', '1.00'],
    ['-1.005', '-1.01'],
    ['0', '0.00'],
    ['99999999999999.995', '100000000000000.00'],
    // 0.1 + 0.2 of binary floats would be 0.30000000000000004.
    ['0.3', '0.30'],
  ])('%s is %s by default', (value, rounded) => {
    expect(round(value)).toBe(rounded)
    expect(money(value)).toBe(rounded)
  })

  it('takes other numbers of decimals', () => {
    expect([round('2.5', 0), round('0.00005', 4), round('1.23456789', 6)]).toEqual(['3', '0.0001', '1.234568'])
  })
})

describe('products and quotients keep at most 15 decimals', () => {
  it('multiplies exactly, then half-up', () => {
    expect(mul('0.1', '0.2')).toBe('0.02')
    expect(mul('99999999999999.99', '99999999999999.99')).toBe('9999999999999998000000000000.0001')
    expect(mul('0.00000001', '0.00000005')).toBe('0.000000000000001')
    expect(mul('0.00000001', '0.00000004')).toBe('0')
    expect(mul('-3', '0')).toMatch(/^-?0$/)
  })

  it('divides half-up', () => {
    expect(div('1', '3')).toBe('0.333333333333333')
    expect(div('2', '3')).toBe('0.666666666666667')
    expect(div('-2', '3')).toBe('-0.666666666666667')
    expect(div('10', '4')).toBe('2.5')
    expect(() => div('1', '0')).toThrow('Division by zero')
  })
})

it('tells above, at and below zero apart', () => {
  const signs = ['0.0001', '0.00', '-0.0001'].map((value) => [isPositive(value), isZero(value), isNegative(value)])
  expect(signs).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})

it('finds the lower and the higher of two figures; of equal ones the first, as it is written', () => {
  expect([min('2', '10'), min('10', '2'), min('2', '2.00')]).toEqual(['2', '2', '2'])
  expect([max('2', '10'), max('10', '2'), max('2', '2.00')]).toEqual(['10', '10', '2'])
})

describe('truncation', () => {
  it.each([
    ['1.999', 2, '1.99'],
    ['-1.999', 2, '-1.99'],
    ['1.9', 0, '1'],
    ['0.1234567890123456789', 20, '0.123456789012345'],
    ['0.1234567890123456789', 15, '0.123456789012345'],
    ['5', 3, '5'],
  ])('%s to %i decimals is %s', (value, decimals, cut) => expect(truncate(value, decimals)).toBe(cut))
})

describe('short forms', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['999.94', '999.9'],
    ['999.95', '1k'],
    ['1000', '1k'],
    ['12345', '12.3k'],
    ['-12345', '-12.3k'],
    ['999949', '999.9k'],
    ['999950', '1M'],
    ['1250000', '1.3M'],
    ['3000000000', '3G'],
    ['4200000000000', '4.2T'],
    ['5000000000000000', '5P'],
    ['6000000000000000000', '6E'],
    ['7000000000000000000000', '7000E'],
  ])('%s is %s', (value, short) => expect(shorten(value)).toBe(short))
})

it('puts commas into groups of three', () => {
  expect([withCommas('1234567.5'), withCommas('-999', 0), withCommas('1000', 0)]).toEqual([
    '1,234,567.50',
    '-999',
    '1,000',
  ])
})

it('splits an amount so that the shares add up', () => {
  expect(allocate('100', ['1', '1', '1'])).toEqual(['33.33', '33.33', '33.34'])
  expect(allocate('0.01', ['0', '5', '5', '0'])).toEqual(['0.00', '0.01', '0.00', '0.00'])
  expect(allocate('9', ['0', '0'])).toEqual(['0.00', '0.00'])
})
