import { expect, it } from 'vitest'
import { hasOpenAmount } from './open-amount'

it('money is open above zero; of returns, of what is settled, and where it is hidden, none is', () => {
  expect(['0.01', '0.00', '-5.00', undefined, null].map((openAmount) => hasOpenAmount({ openAmount }))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
