import { expect, it } from 'vitest'
import { quickRanges } from './date-ranges'

it('spans whole calendar months and Monday-to-Sunday weeks', () => {
  expect(quickRanges('2026-03-01')).toEqual({
    今天: { from: '2026-03-01', to: '2026-03-01' },
    昨天: { from: '2026-02-28', to: '2026-02-28' },
    本周: { from: '2026-02-23', to: '2026-03-01' },
    本月: { from: '2026-03-01', to: '2026-03-31' },
    上月: { from: '2026-02-01', to: '2026-02-28' },
    近三月: { from: '2026-01-01', to: '2026-03-31' },
  })
})

it('crosses the year', () => {
  const january = quickRanges('2027-01-01')
  expect(january.上月).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(january.近三月).toEqual({ from: '2026-11-01', to: '2027-01-31' })
  expect(january.昨天).toEqual({ from: '2026-12-31', to: '2026-12-31' })
})
