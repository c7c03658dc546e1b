import { describe, expect, it } from 'vitest'
import { checkTerm, mayBeIn } from './term'

const car = { from: '2025-12-01', fromKm: '0', fromName: '购车发票日期' }
const both = { months: 12, km: '50000' }

describe('a term', () => {
  it('holds its last day and its last kilometre', () => {
    const found = checkTerm(both, { ...car, day: '2026-12-01', mileage: '50000' })
    expect(found).toEqual({
      isIn: true,
      overDays: null,
      overKm: null,
      until: '2026-12-01',
      untilKm: '50000',
      missing: [],
      text: '在保：至 2026-12-01 或 50 000 公里',
    })
  })

  it('that nothing limits has no end', () => {
    const found = checkTerm({ months: null, km: null }, { ...car, day: '2026-12-01', mileage: null })
    expect(found).toMatchObject({ isIn: true, missing: [], text: '在保：不限期' })
  })

  it('is over by the day, by the meter, or by both', () => {
    expect(checkTerm(both, { ...car, day: '2026-12-13', mileage: '100' })).toMatchObject({
      isIn: false,
      overDays: 12,
      overKm: null,
      text: '超期 12 天',
    })
    expect(checkTerm(both, { ...car, day: '2026-06-01', mileage: '51350.5' })).toMatchObject({
      isIn: false,
      overDays: null,
      overKm: '1350.5',
      text: '超里程 1 350 公里',
    })
    expect(checkTerm(both, { ...car, day: '2026-12-02', mileage: '51350' }).text).toBe('超期 1 天，超里程 1 350 公里')
  })

  it('of a part runs from what the meter showed when it was fitted', () => {
    const fitted = { from: '2026-01-31', fromKm: '42000.5', fromName: '换件日期' }
    const found = checkTerm({ months: 1, km: '20000' }, { ...fitted, day: '2026-02-28', mileage: '62000.5' })
    expect(found).toMatchObject({ isIn: true, until: '2026-02-28', untilKm: '62000.5' })
    expect(found.text).toBe('在保：至 2026-02-28 或 62 000 公里')
  })

  it('without one of the limits goes by the other', () => {
    expect(checkTerm({ months: null, km: '50000' }, { ...car, day: '2099-01-01', mileage: '50000' }).text).toBe(
      '在保：至 50 000 公里',
    )
    expect(checkTerm({ months: 24, km: null }, { ...car, day: '2027-12-01', mileage: null }).text).toBe(
      '在保：至 2027-12-01',
    )
  })

  it('says what is missing, and proves nothing without it', () => {
    const unknown = checkTerm(both, { ...car, from: null, day: '2026-06-01', mileage: null })
    expect(unknown).toMatchObject({ isIn: false, until: null, text: '缺少购车发票日期、本次里程' })
    const part = { from: '2026-01-01', fromKm: null, fromName: '换件日期', day: '2026-02-01', mileage: '100' }
    expect(checkTerm(both, part).text).toBe('缺少起算里程')
    expect(checkTerm(both, { ...part, day: '2027-01-02' }).text).toBe('超期 1 天，缺少起算里程')
  })

  it('may still run where only a reading is missing', () => {
    expect(mayBeIn(checkTerm(both, { ...car, day: '2026-06-01', mileage: null }))).toBe(true)
    expect(mayBeIn(checkTerm(both, { ...car, day: '2026-12-02', mileage: null }))).toBe(false)
    expect(mayBeIn(checkTerm({ months: 12, km: null }, { ...car, from: null, day: '2026-06-01', mileage: null }))).toBe(
      false,
    )
  })
})
