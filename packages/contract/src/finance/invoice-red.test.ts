import { expect, it } from 'vitest'
import { partOfQty, taxOfPart, without } from './invoice-red'

const line = (qty: string | null, untaxed: string, tax: string) => ({ qty, untaxed, tax })

it('gives a quantity its share to the fen, and the last of it the rest', () => {
  // 88.51 + 11.51 of 3: 29.50 + 3.84 twice, of which 29.51 + 3.83 are left.
  const first = partOfQty(line('3', '88.51', '11.51'), '1')
  expect(first).toEqual(line('1', '29.50', '3.84'))
  const stands = without(line('3', '88.51', '11.51'), first)
  expect(stands).toEqual(line('2', '59.01', '7.67'))
  const second = partOfQty(stands, '1')
  expect(second).toEqual(line('1', '29.51', '3.84'))
  const rest = without(stands, second)
  expect(rest).toEqual(line('1', '29.50', '3.83'))
  expect(partOfQty(rest, '1')).toEqual(rest)
})

it('gives an amount its share of the tax, with its sign, and the whole amount the whole tax', () => {
  expect(taxOfPart(line(null, '100.00', '13.01'), '50')).toBe('6.51')
  expect(taxOfPart(line(null, '100.00', '13.01'), '100')).toBe('13.01')
  expect(taxOfPart(line(null, '-10.00', '-1.30'), '-5')).toBe('-0.65')
})

it('takes nothing by quantity of a line that tells none, or none any more', () => {
  expect(partOfQty(line(null, '100.00', '13.00'), '1')).toEqual(line(null, '0.00', '0.00'))
  expect(partOfQty(line('0', '5.00', '0.65'), '1')).toEqual(line(null, '0.00', '0.00'))
  expect(without(line('2', '100.00', '13.00'), line(null, '10', '1.3'))).toEqual(line('2', '90.00', '11.70'))
})
