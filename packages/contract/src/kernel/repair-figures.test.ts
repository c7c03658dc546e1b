import { expect, it } from 'vitest'
import { money, mul, trimZeros } from './decimal'
import { repairPriceOwed } from './repair-figures'

const line = (more: object = {}) => ({ qty: '1', price: '100', discountRate: '1', taxRate: '0.13', ...more })
const priceOf = (more: object, taxIncluded = false) => trimZeros(repairPriceOwed(line(more), taxIncluded) ?? '')

it('has a price with its tax that multiplies out to what is owed, with no more decimals than that takes', () => {
  expect(priceOf({})).toBe('113')
  // 3 × 33.33 is 99.99, with its tax 112.99.
  expect(priceOf({ qty: '3', price: '33.33' })).toBe('37.6629')
  expect(money(mul('3', '37.6629'))).toBe('112.99')
  expect(priceOf({ qty: '2', price: '80', discountRate: '0.9', pricingMode: 'hours', stdHours: '0.5' })).toBe('90.4')
  // 1 000 × 0.0123 is 12.30, with its tax 13.90: 0.0139 each.
  expect(priceOf({ qty: '1000', price: '0.0123' })).toBe('0.0139')
})

it('leaves a price as it is that contains the tax, that nobody knows, or that nothing is multiplied by', () => {
  expect(priceOf({}, true)).toBe('100')
  expect(repairPriceOwed(line({ price: null }), false)).toBeNull()
  expect(priceOf({ qty: '0' })).toBe('113')
})
