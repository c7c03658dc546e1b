import { expect, it } from 'vitest'
import { unitCost } from './unit-cost'

it('a cost left out or empty is 0, for who sees none', () => {
  expect([undefined, '', '  '].map((typed) => unitCost.parse(typed))).toEqual(['0', '0', '0'])
})

it('a typed cost is kept without the zeros at its end; below zero and with more than 4 decimals it is refused', () => {
  expect([unitCost.parse(' 12.3450 '), unitCost.parse('0')]).toEqual(['12.345', '0'])
  expect(unitCost.safeParse('-1').error?.issues[0]?.message).toBe('价格不能小于0')
  expect(unitCost.safeParse('0.12345').error?.issues[0]?.message).toBe('价格整数最多10位，小数最多4位')
})
