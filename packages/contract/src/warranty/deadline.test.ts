import { expect, it } from 'vitest'
import { daysToClaim, deadlineText } from './deadline'

it('counts the days until a bill has to be claimed, while nobody has sent it', () => {
  const of = (claimBy: string | null, state: string) => daysToClaim({ claimBy, state }, '2026-11-28')
  expect(of('2026-12-05', 'draft')).toBe(7)
  expect(of('2026-11-28', 'approved')).toBe(0)
  expect(of('2026-11-26', 'submitted')).toBe(-2)
  expect([of(null, 'draft'), of('2026-12-05', 'claimed'), of('2026-12-05', 'voided')]).toEqual([null, null, null])
})

it('presses from five days on', () => {
  expect(deadlineText(6)).toEqual({ text: '剩 6 天', tone: 'calm' })
  expect(deadlineText(5)).toEqual({ text: '剩 5 天', tone: 'pressing' })
  expect(deadlineText(0)).toEqual({ text: '今天截止', tone: 'pressing' })
  expect(deadlineText(-2)).toEqual({ text: '超期 2 天', tone: 'over' })
})
