import { describe, expect, it } from 'vitest'
import { claimDeadline, labourClaim, outingClaim, partClaimPrice } from './claim-price'

const prices = { purchase: '123.4567', wholesale1: '150', wholesale2: null, wholesale3: '140', retail: '199.99' }

describe('what is claimed', () => {
  it('of labour is hours × rate, rounded half up to the fen', () => {
    expect(labourClaim('2.5', '80')).toBe('200.00')
    // 0.333333 × 85.5 = 28.4999715
    expect(labourClaim('0.333333', '85.5')).toBe('28.50')
    // 0.35 × 88.3 = 30.905
    expect(labourClaim('0.35', '88.3')).toBe('30.91')
  })

  it('of a part is the price of the rule × factor, 4 decimals', () => {
    // 123.4567 × 1.15 = 141.975205
    expect(partClaimPrice(prices, { partPriceRule: 'purchase', partRate: '1.15' })).toBe('141.9752')
    expect(partClaimPrice(prices, { partPriceRule: 'retail', partRate: '0.8' })).toBe('159.9920')
    expect(partClaimPrice(prices, { partPriceRule: 'wholesale2', partRate: '1' })).toBeNull()
  })

  it('of 外出 is kilometres × rate', () => {
    expect(outingClaim('36.5', '2.2')).toBe('80.30')
    expect(outingClaim('0.5', '0.13')).toBe('0.07')
  })

  it('is claimed until its deadline', () => {
    expect(claimDeadline('2026-11-20', 15)).toBe('2026-12-05')
    expect(claimDeadline('2026-11-20', null)).toBeNull()
  })
})
