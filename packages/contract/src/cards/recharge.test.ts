import { describe, expect, it } from 'vitest'
import { giftOf, refundableOf } from './recharge'

describe('a recharge', () => {
  const tiers = [
    { pay: '1000', gift: '60' },
    { pay: '3000', gift: '300' },
    { pay: '5000', giftRate: '0.12' },
  ]

  it('is granted what the highest tier says that it reaches', () => {
    expect(giftOf(tiers, '999.99')).toBe('0.00')
    expect(giftOf(tiers, '1000')).toBe('60.00')
    expect(giftOf(tiers, '4999.99')).toBe('300.00')
    expect(giftOf(tiers.toReversed(), '5000.05')).toBe('600.01')
    expect(giftOf([], '5000')).toBe('0.00')
  })
})

describe('a card that is given back', () => {
  it('is worth its paid money and what is left of packages, less the penalty', () => {
    expect(refundableOf({ principal: '300', packages: '80.5' }, '30')).toBe('350.50')
    expect(refundableOf({ principal: '10', packages: '0' }, '30')).toBe('-20.00')
  })
})
