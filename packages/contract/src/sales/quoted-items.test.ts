import { expect, test } from 'vitest'
import { itemsOf, marginOf, numberedItems } from './quoted-items'

test('lines without a number are items of their own, behind those that have one', () => {
  const lines = [null, 3, null, 3].map((groupNo) => ({ groupNo, isChosen: true }))
  const numbered = numberedItems(lines)
  expect(numbered.map(({ groupNo }) => groupNo)).toEqual([4, 3, 5, 3])
  expect(itemsOf(numbered).map((item) => item.length)).toEqual([1, 2, 1])
})

test('a margin is what is brought without tax less what the goods cost now', () => {
  expect(marginOf('264.60', '1', '177.456')).toEqual({ profit: '87.14', rate: '0.3293' })
  expect(marginOf('100.00', '2', '60')).toEqual({ profit: '-20.00', rate: '-0.2000' })
  expect(marginOf('0.00', '1', '5')).toEqual({ profit: '-5.00', rate: null })
})
