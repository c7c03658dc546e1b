import { expect, it } from 'vitest'
import { autoWriteOff } from './auto-write-off'

const item = (id: number, balance: string, dueOn: string, billNo = `CK${id}`) => ({ id, balance, dueOn, billNo })
const given = (...args: Parameters<typeof autoWriteOff>) => [...autoWriteOff(...args)]

it('pays the oldest due first, then by number', () => {
  const items = [item(1, '100', '2026-03-02'), item(2, '50', '2026-03-01', 'CK9'), item(3, '50', '2026-03-01', 'CK1')]
  expect(given('120', items)).toEqual([
    [3, '50.00'],
    [2, '50.00'],
    [1, '20.00'],
  ])
})

it('takes items by their numbers whichever way they come, and those of one document as they come', () => {
  const [first, second, third] = [
    item(1, '50', '2026-03-01', 'CK1'),
    item(2, '50', '2026-03-01', 'CK2'),
    item(3, '50', '2026-03-01', 'CK3'),
  ]
  const expected = [
    [1, '50.00'],
    [2, '10.00'],
  ]
  expect(given('60', [first, second, third])).toEqual(expected)
  expect(given('60', [third, second, first])).toEqual(expected)
  expect(given('60', [first, { ...second, billNo: 'CK1' }])).toEqual(expected)
  expect(given('60', [{ ...second, billNo: 'CK1' }, first])).toEqual([
    [2, '50.00'],
    [1, '10.00'],
  ])
})

it('settles nothing of an item that is settled already', () => {
  expect(given('60', [item(1, '0.00', '2026-03-01'), item(2, '100', '2026-03-02')])).toEqual([[2, '60.00']])
  expect(given('60', [item(1, '0.00', '2026-03-01')], true)).toEqual([])
})

it('lets returned goods pay for others, but only as far as something is owed', () => {
  expect(given('0', [item(1, '60', '2026-03-01'), item(2, '-100', '2026-03-02')])).toEqual([
    [2, '-60.00'],
    [1, '60.00'],
  ])
  expect(given('30', [item(1, '60', '2026-03-01'), item(2, '-10', '2026-03-02')])).toEqual([
    [2, '-10.00'],
    [1, '40.00'],
  ])
})

it('refunds returned goods and leaves what is owed alone', () => {
  const items = [item(1, '60', '2026-03-01'), item(2, '-50', '2026-03-02'), item(3, '-50', '2026-03-03')]
  expect(given('70', items, true)).toEqual([
    [2, '-50.00'],
    [3, '-20.00'],
  ])
})

it('leaves money over when everything is settled', () => {
  expect(given('500', [item(1, '60', '2026-03-01')])).toEqual([[1, '60.00']])
  expect(given('500', [])).toEqual([])
})
