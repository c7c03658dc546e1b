import { expect, it } from 'vitest'
import { saleRateFault } from './sale-rate'

const known = [
  { rate: '0.0000', isOffered: false },
  { rate: '0.0100', isOffered: true },
  { rate: '0.0300', isOffered: true },
  { rate: '0.0500', isOffered: false },
]

it('a small-scale taxpayer sells at levy rates, those that are switched off among them, and without tax', () => {
  for (const rate of ['0', '0.01', '0.03', '0.05']) expect(saleRateFault(rate, known)).toBeUndefined()
  expect(saleRateFault('0.13', known)).toBe('小规模纳税人销售不能用税率 13%，请改为征收率 1%、3%')
})

it('nothing is refused where there is nothing to choose instead', () => {
  expect(saleRateFault('0.13', [{ rate: '0', isOffered: false }])).toBeUndefined()
})
