import { expect, it } from 'vitest'
import { shanghaiClock, shanghaiDay, shanghaiTime } from './time'

it('a moment is told as it is in Shanghai, whatever the zone of the machine', () => {
  const newYear = new Date('2026-12-31T16:30:05Z')
  expect(shanghaiTime(newYear)).toBe('2027-01-01 00:30:05')
  expect([shanghaiDay(newYear), shanghaiClock(newYear)]).toEqual(['2027-01-01', '00:30:05'])
})
