import { expect, it } from 'vitest'
import { identityCheckDigit, isIdentityNumber } from './identity-number'

it('is an identity number when its last sign fits and its day of birth is one', () => {
  // The examples of the standard.
  expect(isIdentityNumber('11010519491231002X')).toBe(true)
  expect(isIdentityNumber('440524188001010014')).toBe(false)
  expect(identityCheckDigit('44052418800101001')).toBe('4')
  for (const text of ['110105194912310021', '11010519491231002x', '01010519491231002X', '1101051949123100', ''])
    expect(isIdentityNumber(text), text).toBe(false)
  const unborn = '11010519490231002'
  expect(isIdentityNumber(unborn + identityCheckDigit(unborn))).toBe(false)
})

it('is an old one of 15 digits with a day of birth', () => {
  expect(isIdentityNumber('110105491231002')).toBe(true)
  expect(isIdentityNumber('110105491331002')).toBe(false)
})
