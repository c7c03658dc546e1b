import { describe, expect, it } from 'vitest'
import { dueDate, type PaymentTerms } from './due-date'

const none: PaymentTerms = { termKind: null, termDays: null, monthDay: null, creditDays: null }
const due = (terms: Partial<PaymentTerms>, bizDate = '2026-01-31', dueOn: string | null = null) =>
  dueDate({ dueOn, bizDate, terms: { ...none, ...terms } })

describe('due day', () => {
  it('is the typed day before all terms', () => {
    expect(due({ termKind: 'monthly', monthDay: 25, creditDays: 30 }, '2026-01-31', '2026-02-01')).toBe('2026-02-01')
  })

  it('of monthly terms is their day of the next month, or its last, whatever the credit days', () => {
    expect(due({ termKind: 'monthly', termDays: 0, monthDay: 25, creditDays: 30 })).toBe('2026-02-25')
    expect(due({ termKind: 'monthly', monthDay: 31 })).toBe('2026-02-28')
    expect(due({ termKind: 'monthly', monthDay: 5 }, '2026-12-01')).toBe('2027-01-05')
    expect(due({ termKind: 'monthly', monthDay: 28 }, '2026-01-01')).toBe('2026-02-28')
  })

  it('follows the days of the method, else the partner’s own', () => {
    expect(due({ termKind: 'on_credit', termDays: 30, creditDays: 7 })).toBe('2026-03-02')
    expect(due({ termKind: 'on_credit', termDays: 0, creditDays: 7 })).toBe('2026-02-07')
    expect(due({ termKind: 'on_credit', termDays: 30, monthDay: 25 })).toBe('2026-03-02')
    expect(due({ termKind: 'monthly', creditDays: 7 })).toBe('2026-02-07')
    expect(due({ creditDays: 7 })).toBe('2026-02-07')
    expect(due({})).toBe('2026-01-31')
  })
})
