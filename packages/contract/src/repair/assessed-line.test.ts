import { compare } from '../kernel/decimal'
import { repairLineMoney } from '../kernel/repair-figures'
import { expect, it } from 'vitest'
import { atAssessed } from './assessed-line'

const line = { qty: '1', price: '600', discountRate: '1' }

it('lets the customer owe what is above the assessment', () => {
  expect(atAssessed(line, '500', 'customer')).toEqual({ price: '500', discountRate: '1', difference: '100' })
  const hours = { qty: '2', price: '100', discountRate: '0.9', pricingMode: 'hours', stdHours: '1.5' } as const
  expect(atAssessed(hours, '250', 'customer')).toEqual({ price: '92.5925', discountRate: '0.9', difference: '20' })
})

it('gives it away as a discount of the line, to the fen', () => {
  const given = atAssessed(line, '500', 'discount')
  expect(given).toEqual({ price: '600.024', discountRate: '0.8333', difference: '100' })
  expect(repairLineMoney({ ...line, ...given }).netAmount).toBe('500.00')
})

it('never comes to more than was assessed', () => {
  for (const qty of ['1', '3', '7', '250'])
    for (const taker of ['customer', 'discount'] as const) {
      const many = { qty, price: '19.9', discountRate: '0.95' }
      const { netAmount } = repairLineMoney({ ...many, ...atAssessed(many, '12.34', taker) })
      expect(compare(netAmount, '12.34')).toBeLessThanOrEqual(0)
    }
})
