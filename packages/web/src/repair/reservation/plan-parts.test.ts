import { trimZeros } from '@chepu/contract/kernel/decimal'
import { expect, it } from 'vitest'
import { lacksOf } from './plan-parts'
import type { PlanLine } from './plan-store'

const line = (key: number, partId: number, qty: string, more: object = {}) =>
  ({ key, partId, qty, ...more }) as unknown as PlanLine

it('serves lines of one part from above, and asks for nothing that the customer brings', () => {
  const lines = [
    line(1, 7, '2'),
    line(2, 7, '3'),
    line(3, 8, '1'),
    line(4, 9, '1', { isCustomerSupplied: true }),
    line(5, 7, '1'),
  ]
  const lacks = lacksOf(lines, new Map([[7, '4.0000']]))
  expect([...lacks].map(([key, lack]) => [key, trimZeros(lack)])).toEqual([
    [1, '0'],
    [2, '1'],
    [3, '1'],
    [5, '1'],
  ])
})
