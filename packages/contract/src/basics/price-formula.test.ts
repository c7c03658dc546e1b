import { expect, it } from 'vitest'
import { priceByFormula, type PriceFormula } from './price-formula'

const formula = (over: Partial<PriceFormula> = {}) => ({
  factor: '1',
  plus: '0',
  unit: 'fen' as const,
  way: 'half' as const,
  tail: 'any' as const,
  ...over,
})

it.each<[base: string, over: Partial<PriceFormula>, price: string]>([
  ['80', { factor: '1.3' }, '104'],
  ['80', { factor: '1.3', plus: '-4.5' }, '99.5'],
  ['12.345', {}, '12.35'],
  ['12.34', { unit: 'jiao' }, '12.3'],
  ['12.34', { unit: 'jiao', way: 'up' }, '12.4'],
  ['12.39', { unit: 'jiao', way: 'down' }, '12.3'],
  ['12.30', { unit: 'jiao', way: 'up' }, '12.3'],
  ['121.3', { unit: 'yuan', way: 'up', tail: '8' }, '128'],
  ['121.3', { unit: 'yuan', way: 'down', tail: '8' }, '118'],
  ['121.3', { unit: 'yuan', tail: '8' }, '118'],
  ['123', { unit: 'yuan', tail: '8' }, '128'],
  ['128', { unit: 'yuan', way: 'up', tail: '8' }, '128'],
  ['12.34', { unit: 'jiao', way: 'up', tail: '9' }, '12.9'],
  ['12.34', { unit: 'fen', way: 'down', tail: '9' }, '12.29'],
  ['3', { unit: 'yuan', way: 'down', tail: '8' }, '8'],
  ['3', { unit: 'yuan', tail: '8' }, '8'],
  ['3', { unit: 'yuan', way: 'up', tail: '0' }, '10'],
])('%s by %o is %s', (base, over, price) => {
  expect(priceByFormula(base, formula(over))).toBe(price)
})

it('makes no price of nothing, and none that is nothing', () => {
  expect(priceByFormula(null, formula())).toBeNull()
  expect(priceByFormula('0', formula({ plus: '5' }))).toBeNull()
  expect(priceByFormula('5', formula({ plus: '-5' }))).toBeNull()
  expect(priceByFormula('0.004', formula())).toBeNull()
})
