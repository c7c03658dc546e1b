import { expect, test } from 'vitest'
import { missingQty, needsByPart, toAskFor } from './shortage'

const need = (partId: number, qty: string) => ({ partId, partCode: `P${partId}`, partName: '', qty })

test('lines of one part want together, those that want nothing are left out', () => {
  expect(needsByPart([need(2, '1'), need(1, '0'), need(2, '2.5'), need(3, '4')]).map(({ qty }) => qty)).toEqual([
    '3.5',
    '4',
  ])
})

test('what is on its way for the order is asked for no more, and less than nothing is nothing', () => {
  const stock = { available: '1.0000', onOrder: '2.0000' }
  expect([missingQty('4', stock), toAskFor('4', stock)]).toEqual(['3', '1'])
  expect([missingQty('2', stock), toAskFor('2', stock)]).toEqual(['1', '0'])
  expect(missingQty('2', { available: '-1' })).toBe('2')
})
