import { expect, it } from 'vitest'
import { languageOf } from './language'
import { closed, cookieOf, startOf, toggled } from './layout-model'

it('starts open unless the cookie says closed, and closed on a narrow screen', () => {
  expect(startOf('', false)).toEqual({ isOpen: true, isStill: false })
  expect(startOf('1', false).isOpen).toBe(true)
  expect(startOf('0', false).isOpen).toBe(false)
  expect(startOf('1', true)).toEqual({ isOpen: false, isStill: true })
})

it('flips with animation, closes without, and keeps 1 or 0', () => {
  const open = startOf('1', false)
  expect(toggled(open)).toEqual({ isOpen: false, isStill: false })
  expect(toggled(toggled(open))).toEqual({ isOpen: true, isStill: false })
  expect(toggled(closed)).toEqual({ isOpen: true, isStill: false })
  expect([cookieOf(open), cookieOf(closed)]).toEqual(['1', '0'])
})

it.each([
  ['', ['zh-CN'], 'zh'],
  ['', ['en-US', 'zh-TW'], 'zh'],
  ['ZH', ['en'], 'zh'],
  ['fr', ['de'], 'zh'],
  ['', [], 'zh'],
])('language: cookie %j and browser %j give %s', (kept, browser, language) => {
  expect(languageOf(kept, browser)).toBe(language)
})
