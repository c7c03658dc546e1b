import { expect, it } from 'vitest'
import { equalShares, isWhole, withLast } from './dispatch-shares'
import { workedMinutes } from './worked-time'

it('divides a line equally, and the last takes the remainder', () => {
  expect(equalShares(1)).toEqual(['1.0000'])
  expect(equalShares(2)).toEqual(['0.5', '0.5000'])
  expect(equalShares(3)).toEqual(['0.3333', '0.3333', '0.3334'])
})

it('gives away the whole of a line and nothing below zero', () => {
  expect(withLast(['0.6', '0.15'])).toEqual(['0.6', '0.15', '0.2500'])
  expect([isWhole(['0.6', '0.4']), isWhole(['0.6', '0.3999']), isWhole(['1.2', '-0.2'])]).toEqual([true, false, false])
})

it('counts whole minutes from the beginning to the end, without pauses', () => {
  const at = (time: string) => `2026-03-05T${time}:00.000Z`
  const pauses = [
    { fromAt: at('09:30'), untilAt: at('10:00') },
    { fromAt: at('11:00'), untilAt: null },
  ]
  expect(workedMinutes({ startedAt: null, finishedAt: null, pauses: [] }, at('12:00'))).toBe(0)
  expect(workedMinutes({ startedAt: at('09:00'), finishedAt: null, pauses }, at('12:00'))).toBe(90)
  // A pause that was left open, or ended later, reaches to his end and no further.
  const late = [{ fromAt: at('11:00'), untilAt: at('18:00') }]
  expect(workedMinutes({ startedAt: at('09:00'), finishedAt: at('11:30'), pauses: late }, at('20:00'))).toBe(120)
})
