import { expect, it } from 'vitest'
import { costBasis } from './cost-basis'

// 226.00 with 26.00 of tax in it, less 11.30 of the order discount with 1.30 of tax in it.
const line = { untaxed: '200.00', taxed: '226.00', discountShare: '11.30', discountShareUntaxed: '10.00' }

it('goods cost 190.00 where a general taxpayer deducts the tax of a special invoice', () => {
  expect(costBasis(line, 'special', 'general')).toBe('190.00')
})

it('goods cost 214.70 where the tax is not deducted: another invoice, none, or a small taxpayer', () => {
  expect(costBasis(line, 'normal', 'general')).toBe('214.70')
  expect(costBasis(line, 'none', 'general')).toBe('214.70')
  expect(costBasis(line, 'special', 'small')).toBe('214.70')
  expect(costBasis(line, 'none', 'small')).toBe('214.70')
})
