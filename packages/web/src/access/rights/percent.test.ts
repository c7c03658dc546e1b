import { expect, it } from 'vitest'
import { percentOf, rateOf } from './percent'

it('a limit is typed in per cent and kept as a rate; none has no limit', () => {
  expect([percentOf('0.1'), percentOf('1.0000'), percentOf('0.0525'), percentOf(null)]).toEqual([
    '10',
    '100',
    '5.25',
    null,
  ])
  expect([rateOf('10'), rateOf('100'), rateOf('5.25'), rateOf('0.5'), rateOf(null)]).toEqual([
    '0.1',
    '1',
    '0.0525',
    '0.005',
    null,
  ])
})

it('what is no per cent stays as it was typed, to be refused', () => {
  for (const typed of ['', 'x', '1000', '5.125', '5.', '-5', 'x5', '5x', '5.x']) expect(rateOf(typed)).toBe(typed)
})
