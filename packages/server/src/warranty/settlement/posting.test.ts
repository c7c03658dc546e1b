import { add, neg, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { expect, test } from 'vitest'
import { postingOf } from './posting'

/** A bill of 1 120.00: 1 000.00 of its settlement, 120.00 of its own, of which a verdict has taken 270.00. */
const taken = [
  { openItemId: 1, amount: '1000.00' },
  { openItemId: 2, amount: '120.00' },
  { openItemId: 3, amount: '-270.00' },
]

/** 600.00 and 250.00 that are agreed to share 50.00: 530.97 + 221.24 without tax become 499.74 + 208.22. */
const lines = [
  { taxRate: '0.13', confirmed: '600.00', paid: '564.71' },
  { taxRate: '0.13', confirmed: '250.00', paid: '235.29' },
  { taxRate: '0.06', confirmed: '0.00', paid: '0.00' },
]

test('items of 1 000.00 + 120.00 − 270.00 become one of 800.00, and 50.00 that he keeps back an expense without its tax', () => {
  const posting = postingOf({ partnerId: 7, dueOn: '2026-12-28', taken, deducted: '50.00', net: '800.00', lines })
  expect(posting.openItems).toEqual([
    { partnerId: 7, side: 'AR', tab: 'warranty', amount: '800.00', dueOn: '2026-12-28', payerType: 'warranty' },
  ])
  expect(posting.writeOffs?.map(({ openItemId, amount, tender }) => `${openItemId} ${amount} ${tender}`)).toEqual([
    '1 1000.00 opposite',
    '2 120.00 opposite',
    '3 -270.00 opposite',
  ])
  expect(posting.pnl).toEqual([{ kind: 'other_expense', amount: '44.25', amountTaxed: '50.00' }])
  // What is owed changes by the expense and its tax alone.
  const change = sub(
    '800.00',
    sumOf(taken, ({ amount }) => amount),
  )
  expect(add(change, '50.00')).toBe('0')
  expect(neg(change)).toBe('50')
})

test('of what was refused whole nothing is owed, and nothing without an amount is settled', () => {
  const refused = [taken[0], { openItemId: 4, amount: '-1000.00' }, { openItemId: 5, amount: '0.00' }] as typeof taken
  const posting = postingOf({
    partnerId: 7,
    dueOn: '2026-12-28',
    taken: refused,
    deducted: '0.00',
    net: '0.00',
    lines: [],
  })
  expect(posting.writeOffs?.map(({ openItemId }) => openItemId)).toEqual([1, 4])
  expect(posting.pnl).toEqual([])
})
