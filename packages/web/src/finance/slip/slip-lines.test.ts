import { expect, test } from 'vitest'
import { tenderRules } from '../../pickers/tender-lines'
import { besideDiscount, itemRules, signedLike } from './slip-lines'

test('a figure gets the sign of what it settles, unless it is typed with one', () => {
  expect(signedLike('50', '-80.00')).toBe('-50')
  expect(signedLike('-50', '-80.00')).toBe('-50')
  expect(signedLike('50', '80.00')).toBe('50')
  expect(signedLike('-50', '80.00')).toBe('-50')
})

test('what is no figure yet, is nothing, or settles nothing known stays as typed', () => {
  expect(signedLike('5x', '-80.00')).toBe('5x')
  expect(signedLike('', '-80.00')).toBe('')
  expect(signedLike('0', '-80.00')).toBe('0')
  expect(signedLike('50', undefined)).toBe('50')
})

test('a way of paying is blank without an amount and a number, whatever account stands there', () => {
  const line = { ...tenderRules.blank(), storeAccountId: 3 } as Parameters<typeof tenderRules.isBlank>[0]
  expect(tenderRules.isBlank(line)).toBe(true)
  expect(tenderRules.isBlank({ ...line, amount: '1' })).toBe(false)
  expect(tenderRules.isBlank({ ...line, tradeNo: 'A1' })).toBe(false)
})

test('an item is sent with its figures, a blank one as nothing', () => {
  const line = { ...itemRules.blank(), openItemId: 31, amount: '60' } as Parameters<typeof itemRules.bodyOf>[0]
  expect(itemRules.bodyOf(line)).toEqual({ openItemId: 31, amount: '60', discount: '0' })
})

test('a way of paying of a saved document begins as it stands there', () => {
  const view = { storeAccountId: 3, accountName: '现金', amount: '60.00', fee: '0.00', tradeNo: '' }
  expect(tenderRules.ofView(view, false)).toEqual(view)
})

test('a discount lowers what is settled to the rest, where all of it was', () => {
  expect(besideDiscount('100.00', { amount: '100.00', discount: '' }, '8.5')).toBe('91.50')
  expect(besideDiscount('100.00', { amount: '91.50', discount: '8.5' }, '')).toBe('100.00')
  expect(besideDiscount('-100.00', { amount: '-100.00', discount: '' }, '-8')).toBe('-92.00')
  expect(besideDiscount('100.00', { amount: '60', discount: '' }, '8')).toBe('60')
  expect(besideDiscount('100.00', { amount: '100.00', discount: '' }, '8元')).toBe('100.00')
})
