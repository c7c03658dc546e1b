import { describe, expect, it } from 'vitest'
import { vin, vinCheckSign, vinWarning, vinYear } from './vin'

describe('a VIN', () => {
  it('is kept in capitals of half width, and has 17 signs without I, O and Q', () => {
    expect(vin.parse(' lsvａa4187h2123456 ')).toBe('LSVAA4187H2123456')
    for (const wrong of ['LSVAA4187H212345', 'LSVAA4187H2123456A', 'LSVAA4187H21234O6', 'LSVAA4187H21234I6', ''])
      expect(vin.safeParse(wrong).success).toBe(false)
  })

  it('has a check sign in its ninth place, which only warns', () => {
    // The example of the standard: 1*8+1*7 … of 11111111111111111 come to 89, 89 mod 11 is 1.
    expect(vinCheckSign('11111111111111111')).toBe('1')
    expect(vinCheckSign('1M8GDM9AXKP042788')).toBe('X')
    expect(vinWarning('1M8GDM9AXKP042788')).toBeUndefined()
    expect(vinWarning('1M8GDM9A1KP042788')).toBe('VIN 1M8GDM9A1KP042788 的校验位不符，请再核对一遍')
  })

  it('tells its year by the tenth sign, the latest that is not to come', () => {
    expect(vinYear('LSVAA4187H2123456', 2026)).toBe(2017)
    expect(vinYear('LSVAA4187V2123456', 2026)).toBe(2027)
    expect(vinYear('LSVAA4187Y2123456', 2026)).toBe(2000)
    expect(vinYear('LSVAA418702123456', 2026)).toBeNull()
  })
})
