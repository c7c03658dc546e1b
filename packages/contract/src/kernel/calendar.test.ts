import { expect, it } from 'vitest'
import { addDays, addMonths, dayOfNextMonth, daysBetween, lastDayOfMonth } from './calendar'

it('counts days over the ends of months and years', () => {
  expect([addDays('2026-02-28', 1), addDays('2028-02-28', 1), addDays('2026-12-31', 1)]).toEqual([
    '2026-03-01',
    '2028-02-29',
    '2027-01-01',
  ])
  expect([addDays('2026-03-01', 0), addDays('2026-03-01', -1), addDays('2026-01-31', 30)]).toEqual([
    '2026-03-01',
    '2026-02-28',
    '2026-03-02',
  ])
})

it('knows the last day of a month', () => {
  expect([lastDayOfMonth(202602), lastDayOfMonth(202802), lastDayOfMonth(202612), lastDayOfMonth(202604)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2026-12-31',
    '2026-04-30',
  ])
})

it('finds a day of the next month, or its last where it is shorter', () => {
  expect([dayOfNextMonth('2026-01-31', 5), dayOfNextMonth('2026-01-31', 28), dayOfNextMonth('2026-01-31', 31)]).toEqual(
    ['2026-02-05', '2026-02-28', '2026-02-28'],
  )
  expect([
    dayOfNextMonth('2028-01-01', 30),
    dayOfNextMonth('2026-12-15', 31),
    dayOfNextMonth('2026-11-30', 31),
  ]).toEqual(['2028-02-29', '2027-01-31', '2026-12-31'])
})

it('counts months, to the last day of one that is shorter', () => {
  expect([addMonths('2026-01-31', 1), addMonths('2028-01-31', 1), addMonths('2026-01-31', 13)]).toEqual([
    '2026-02-28',
    '2028-02-29',
    '2027-02-28',
  ])
  expect([addMonths('2025-12-01', 12), addMonths('2026-11-15', 2)]).toEqual(['2026-12-01', '2027-01-15'])
})

it('counts the days between two', () => {
  expect([daysBetween('2026-12-01', '2026-12-13'), daysBetween('2028-02-28', '2028-03-01')]).toEqual([12, 2])
  expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1)
})
