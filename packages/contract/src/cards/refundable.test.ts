import { expect, it } from 'vitest'
import { refundableOf } from './refundable'

it('a card that is given back is worth its paid money and what is left of packages, less the penalty', () => {
  expect(refundableOf({ principal: '300', packages: '80.5' }, '30')).toBe('350.50')
  expect(refundableOf({ principal: '10', packages: '0' }, '30')).toBe('-20.00')
})
