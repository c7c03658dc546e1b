import { expect, it } from 'vitest'
import { openHours, shownHours, takenTwice } from './bookings'

const at = (clock: string, more: object = {}) => ({
  expectedAt: `2026-03-05T${clock}:00+08:00`,
  minutes: 60,
  bayId: 1,
  salespersonId: 7,
  ...more,
})

it('finds what two appointments would have at one time', () => {
  expect(takenTwice(at('09:00'), at('09:59'))).toEqual(['bay', 'adviser'])
  expect(takenTwice(at('09:00'), at('09:30', { bayId: 2 }))).toEqual(['adviser'])
  expect(takenTwice(at('09:00'), at('09:30', { salespersonId: 8 }))).toEqual(['bay'])
  expect(takenTwice(at('09:00'), at('09:30', { bayId: 2, salespersonId: 8 }))).toEqual([])
  expect(takenTwice(at('08:00', { minutes: 600 }), at('12:00', { minutes: 5 }))).toEqual(['bay', 'adviser'])
})

it('lets one begin when the other ends, and nothing is taken twice that nobody has', () => {
  expect(takenTwice(at('09:00'), at('10:00'))).toEqual([])
  expect(takenTwice(at('10:00'), at('09:00'))).toEqual([])
  const open = { bayId: null, salespersonId: null }
  expect(takenTwice(at('09:00', open), at('09:00', open))).toEqual([])
})

it('shows whole hours: those of the shop, and those of whoever comes earlier or stays longer', () => {
  expect(openHours('08:30-18:30')).toEqual({ from: 510, until: 1110 })
  expect(openHours('')).toEqual({ from: 480, until: 1080 })
  expect(openHours('20:00-06:00')).toEqual({ from: 480, until: 1080 })
  const open = openHours('08:30-18:30')
  expect(shownHours(open, [])).toEqual({ from: 480, until: 1140 })
  expect(shownHours(open, [at('07:10'), at('19:30')])).toEqual({ from: 420, until: 1260 })
  expect(shownHours(open, [at('23:30')])).toEqual({ from: 480, until: 1440 })
})
