import { bestFirst, monthsText } from './inspection-template'
import { expect, it } from 'vitest'
import { levelOf } from './inspection'

it('is red and yellow from the limits on, downwards where red is the lower one', () => {
  const pad = { yellowAt: '5', redAt: '3' }
  expect(['8', '5.1', '5', '3.0001', '3', '0'].map((value) => levelOf(value, pad))).toEqual([
    'green',
    'green',
    'yellow',
    'yellow',
    'red',
    'red',
  ])
})

it('counts upwards where red is the higher one, below zero too', () => {
  expect(['1.9', '2', '2.99', '3'].map((value) => levelOf(value, { yellowAt: '2', redAt: '3' }))).toEqual([
    'green',
    'yellow',
    'yellow',
    'red',
  ])
  expect(['-30', '-25', '-15'].map((value) => levelOf(value, { yellowAt: '-25', redAt: '-15' }))).toEqual([
    'green',
    'yellow',
    'red',
  ])
})

it('says nothing of a point without limits', () => {
  expect(levelOf('3', { yellowAt: null, redAt: null })).toBeUndefined()
})

const meant = (name: string, monthFrom: number | null, monthTo: number | null, ...carTypeIds: number[]) => ({
  name,
  monthFrom,
  monthTo,
  carTypeIds,
})
const all = [
  meant('常规', null, null),
  meant('夏季', 5, 9),
  meant('冬季', 11, 3),
  meant('新能源', null, null, 8),
  meant('新能源冬季', 12, 2, 8),
]
/** Names in the order of their suiting; those that do not stand in brackets. */
const proposed = (month: number, carTypeId: number | null) =>
  bestFirst(all, { carTypeId, month }).map(({ name, suits }) => (suits ? name : `(${name})`))

it('proposes templates by type of car, then by season, over new year too', () => {
  expect(proposed(4, null)).toEqual(['常规', '(夏季)', '(冬季)', '(新能源)', '(新能源冬季)'])
  expect(proposed(5, 1)).toEqual(['夏季', '常规', '(冬季)', '(新能源)', '(新能源冬季)'])
  expect(proposed(9, 8)).toEqual(['新能源', '夏季', '常规', '(冬季)', '(新能源冬季)'])
  expect(proposed(1, 8)).toEqual(['新能源冬季', '新能源', '冬季', '常规', '(夏季)'])
  expect(proposed(3, 8)).toEqual(['新能源', '冬季', '常规', '(夏季)', '(新能源冬季)'])
  expect(proposed(11, null)).toEqual(['冬季', '常规', '(夏季)', '(新能源)', '(新能源冬季)'])
})

it('tells months in words', () => {
  expect(all.slice(0, 3).map(monthsText)).toEqual(['全年', '5月至9月', '11月至次年3月'])
  expect(monthsText({ monthFrom: 6, monthTo: 6 })).toBe('6月')
})
