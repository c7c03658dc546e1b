import { expect, it } from 'vitest'
import { type DrawnShare, isFollowed } from './is-followed'

/** 2 pieces of a line of 10 that bore 50.00, of which 4 remain and bear 19.00: 10.00 at first, 9.50 now. */
const drawn: DrawnShare = { qty: '2', former: { qty: '4', discount: '19.00', whole: '10', discountShare: '50.00' } }
const other: DrawnShare = { qty: '1', former: { qty: '3', discount: '10.00', whole: '3', discountShare: '10.00' } }

it('a discount follows its lines where it is what they bear now, or bore at first', () => {
  expect([isFollowed('9.50', [drawn]), isFollowed('10.00', [drawn])]).toEqual([true, true])
  // 9.50 or 10.00, and 3.33.
  expect([isFollowed('12.83', [drawn, other]), isFollowed('13.33', [drawn, other])]).toEqual([true, true])
})

it('each line may have been rounded by a fen, up or down, and no further', () => {
  const one = ['9.48', '9.49', '9.51', '9.52', '9.98', '9.99', '10.01', '10.02'].map((discount) =>
    isFollowed(discount, [drawn]),
  )
  expect(one).toEqual([false, true, true, false, false, true, true, false])
  const two = ['12.80', '12.81', '12.85', '12.86'].map((discount) => isFollowed(discount, [drawn, other]))
  expect(two).toEqual([false, true, true, false])
})

it('a discount that somebody typed is his own', () => {
  expect([isFollowed('0', [drawn]), isFollowed('20.00', [drawn]), isFollowed('5.00', [])]).toEqual([
    false,
    false,
    false,
  ])
  expect(isFollowed('0', [])).toBe(true)
})
