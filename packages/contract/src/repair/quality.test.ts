import { describe, expect, it } from 'vitest'
import { guaranteeOf, guaranteeText, isWithinGuarantee, promisedRule } from './quality'

const small = { km: '2000', days: 10 }

describe('what is promised', () => {
  it('is the rule, or more', () => {
    expect(promisedRule(small, { km: null, days: null })).toEqual(small)
    expect(promisedRule(small, { km: '5000', days: 30 })).toEqual({ km: '5000', days: 30 })
    expect(promisedRule(small, { km: '1999', days: 9 })).toEqual(small)
    expect(promisedRule(small, { km: '5000', days: 9 })).toEqual({ km: '5000', days: 10 })
  })

  it('has no end where the rule has none, and stands alone without a rule', () => {
    expect(promisedRule({ km: null, days: 10 }, { km: '5000', days: null })).toEqual({ km: null, days: 10 })
    expect(promisedRule({ km: '2000', days: null }, { km: null, days: 5 })).toEqual({ km: '2000', days: null })
    expect(promisedRule(null, { km: '5000', days: null })).toEqual({ km: '5000', days: null })
  })
})

describe('a guarantee', () => {
  const guarantee = guaranteeOf({ km: '20000', days: 100 }, '2026-08-23', '25000.5')

  it('runs from completion and meter', () => {
    expect(guarantee).toEqual({ until: '2026-12-01', untilKm: '45000.5' })
    expect(guaranteeOf(small, '2026-02-25', null)).toEqual({ until: '2026-03-07', untilKm: null })
    expect(guaranteeOf({ km: '2000', days: null }, '2026-02-25', '0')).toEqual({ until: null, untilKm: '2000' })
    expect(guaranteeOf({ km: null, days: 1 }, '2026-12-31', '5')).toEqual({ until: '2027-01-01', untilKm: null })
  })

  it('ends by what is reached first; the last day and kilometre are within it', () => {
    expect(isWithinGuarantee(guarantee, '2026-12-01', '45000.5')).toBe(true)
    expect(isWithinGuarantee(guarantee, '2026-12-02', '30000')).toBe(false)
    expect(isWithinGuarantee(guarantee, '2026-09-01', '45000.6')).toBe(false)
  })

  it('goes by the day where nobody read the meter, and by the meter where it has no day', () => {
    expect(isWithinGuarantee(guarantee, '2026-12-01', null)).toBe(true)
    expect(isWithinGuarantee(guarantee, '2026-12-02', null)).toBe(false)
    expect(isWithinGuarantee({ until: null, untilKm: '2000' }, '2099-01-01', '2000')).toBe(true)
    expect(isWithinGuarantee({ until: null, untilKm: '2000' }, '2026-01-01', '2001')).toBe(false)
    expect(isWithinGuarantee({ until: '2026-12-01', untilKm: null }, '2026-12-01', '90000')).toBe(true)
    expect(isWithinGuarantee({ until: null, untilKm: null }, '2026-01-01', '1')).toBe(false)
  })

  it('is told in words', () => {
    expect(guaranteeText(guaranteeOf({ km: '20000', days: 100 }, '2026-08-23', '25000'))).toBe(
      '质保至 2026-12-01 或 45 000 公里',
    )
    expect(guaranteeText(guarantee)).toBe('质保至 2026-12-01 或 45 000 公里')
    expect(guaranteeText({ until: '2026-12-01', untilKm: null })).toBe('质保至 2026-12-01')
    expect(guaranteeText({ until: null, untilKm: '1045999.9' })).toBe('质保至 1 045 999 公里')
    expect(guaranteeText({ until: null, untilKm: null })).toBe('')
  })
})
