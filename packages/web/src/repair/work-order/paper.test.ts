import { trimZeros } from '@chepu/contract/kernel/decimal'
import { workOrder } from '@chepu/contract/repair/work-order'
import { expect, it } from 'vitest'
import paper from './paper'

it('tells the customer what he will owe, tax and all, where prices are typed without it', () => {
  const [estimate = {}] = paper.prints ?? []
  const labour = [
    { name: '钣金', qty: '1.0000', price: '100.0000', discountRate: '0.9000', netAmount: '90.00', taxRate: '0.13' },
  ]
  const told = (taxIncluded: boolean) => {
    const data = { header: { state: 'estimating', totalAmount: '0', taxIncluded }, labour }
    const { lines } = (paper.sheet as NonNullable<typeof paper.sheet>)(workOrder, data as never, estimate, '测试店')
    return (lines ?? []).map((line) => {
      const { price, netAmount } = line as { price: string; netAmount: string }
      return [trimZeros(price), netAmount]
    })
  }
  expect(told(false)).toEqual([['113', '101.70']])
  expect(told(true)).toEqual([['100', '90.00']])
})
