import { expect, it } from 'vitest'
import { belowCost, inWords, isBelowFloor, marginRate, risesByLevel, wholesaleBelowFloor } from './price-rules'

const prices = (over: object) => ({
  purchasePrice: null,
  wholesalePrice1: null,
  wholesalePrice2: null,
  wholesalePrice3: null,
  retailPrice: null,
  transferPrice: null,
  minSalePrice: '0',
  ...over,
})

it('compares the retail price with the floor; what is not known is not below it', () => {
  expect(isBelowFloor({ retailPrice: '59.9999', minSalePrice: '60' })).toBe(true)
  expect(isBelowFloor({ retailPrice: '60', minSalePrice: '60.0000' })).toBe(false)
  expect(isBelowFloor({ retailPrice: null, minSalePrice: '60' })).toBe(false)
})

it('notices a later wholesale price above an earlier one, over one that is missing', () => {
  expect(risesByLevel(prices({ wholesalePrice1: '80', wholesalePrice2: '75', wholesalePrice3: '75' }))).toBe(false)
  expect(risesByLevel(prices({ wholesalePrice1: '80', wholesalePrice3: '81' }))).toBe(true)
})

it('names wholesale prices below the floor', () => {
  const low = wholesaleBelowFloor(
    prices({ wholesalePrice1: '70', wholesalePrice2: '59', wholesalePrice3: '58', minSalePrice: '60' }),
  )
  expect(inWords(low)).toBe('批发价2、批发价3')
})

it('weighs prices against cost without tax on both sides', () => {
  const sold = prices({ retailPrice: '113', wholesalePrice1: '112.99' })
  expect(belowCost(sold, '100', { taxRate: '0.13', taxIncluded: true })).toEqual(['wholesalePrice1'])
  expect(belowCost(sold, '100', { taxRate: '0.13', taxIncluded: false })).toEqual([])
})

it('works out the margin without tax', () => {
  expect(marginRate('113', '75', { taxRate: '0.13', taxIncluded: true })).toBe('0.2500')
  expect(marginRate('100', '75', { taxRate: '0.13', taxIncluded: false })).toBe('0.2500')
  expect(marginRate('50', '75', { taxRate: '0', taxIncluded: true })).toBe('-0.5000')
  expect(marginRate(null, '75', { taxRate: '0', taxIncluded: true })).toBeNull()
  expect(marginRate('0', '75', { taxRate: '0', taxIncluded: true })).toBeNull()
})
