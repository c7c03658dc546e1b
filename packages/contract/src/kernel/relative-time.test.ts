import { expect, it } from 'vitest'
import { relativeTime } from './relative-time'
import { shanghaiClock, shanghaiDay, shanghaiTime } from './time'

const now = new Date('2026-03-10T04:00:00Z')

it.each([
  [-5, '刚刚'],
  [0, '刚刚'],
  [29.999, '刚刚'],
  [30, '1分钟前'],
  [60, '1分钟前'],
  [119, '1分钟前'],
  [120, '2分钟前'],
  [59 * 60 + 59, '59分钟前'],
  [60 * 60, '1小时前'],
  [24 * 3600 - 1, '23小时前'],
  [24 * 3600, '1天前'],
  [48 * 3600 - 1, '1天前'],
  [48 * 3600, '2026-03-08'],
  // 17:00 in London is the next day in Shanghai.
  [4 * 24 * 3600 - 13 * 3600, '2026-03-07'],
])('%d seconds ago reads %s', (seconds, text) => {
  const at = new Date(now.getTime() - seconds * 1000)
  expect(relativeTime(at, now)).toBe(text)
  expect(relativeTime(at.toISOString(), now)).toBe(text)
})

it('writes moments in Shanghai, whatever the zone of the machine', () => {
  const at = new Date('2026-12-31T16:00:05Z')
  expect([shanghaiTime(at), shanghaiDay(at), shanghaiClock(at)]).toEqual([
    '2027-01-01 00:00:05',
    '2027-01-01',
    '00:00:05',
  ])
})
