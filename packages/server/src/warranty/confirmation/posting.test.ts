import { expect, test } from 'vitest'
import { verdictPosting } from './posting'

const line = (claimed: string, confirmed: string, more: object = {}) => ({
  claimed,
  confirmed,
  taxRate: '0.13',
  before: claimed,
  customerBefore: '0.00',
  rest: 'shop' as const,
  ...more,
})
const dueOn = (partnerId: number) => (partnerId === 7 ? '2026-12-28' : '2026-11-28')
const posted = (lines: ReturnType<typeof line>[]) => {
  const bills = [{ billId: 5, customerId: 8, lines }]
  const { openItems, pnl } = verdictPosting({ manufacturerId: 7, bills, commission: [] }, dueOn)
  return {
    items: openItems?.map(
      ({ partnerId, tab, payerType, amount, dueOn: due }) => `${partnerId} ${tab} ${payerType} ${amount} ${due}`,
    ),
    bills: openItems?.map(({ warrantyBillId }) => warrantyBillId),
    pnl: pnl?.map(({ kind, payerType, amount, amountTaxed }) => `${kind} ${payerType} ${amount} ${amountTaxed}`),
  }
}

test('of 1 120.00 claimed 850.00 agreed to, 120.00 borne by the customer: 270.00 less of the one, 150.00 lost', () => {
  expect(
    posted([line('600.00', '600.00'), line('400.00', '250.00'), line('120.00', '0.00', { rest: 'customer' })]),
  ).toEqual({
    items: ['7 warranty warranty -270.00 2026-12-28', '8 repair customer 120.00 2026-11-28'],
    bills: [5, 5],
    // 250.00 is 221.24 without tax, 400.00 is 353.98.
    pnl: ['warranty_diff warranty -132.74 -150.00'],
  })
})

test('what is agreed to as claimed changes nothing; what is agreed to beyond that is earned', () => {
  expect(posted([line('600.00', '600.00')])).toEqual({ items: [], bills: [], pnl: [] })
  expect(posted([line('113.00', '226.00', { taxRate: '0.13' })])).toEqual({
    items: ['7 warranty warranty 113.00 2026-12-28'],
    bills: [5],
    pnl: ['warranty_diff warranty 100.00 113.00'],
  })
})

test('after an appeal only what is agreed to beyond the former verdict, and the customer owes his part no more', () => {
  const appealed = line('120.00', '100.00', { before: '0.00', customerBefore: '120.00' })
  expect(posted([appealed])).toEqual({
    items: ['7 warranty warranty 100.00 2026-12-28', '8 repair customer -120.00 2026-11-28'],
    bills: [5, 5],
    // 88.50 and 106.19 without tax.
    pnl: ['warranty_diff warranty -17.69 -20.00'],
  })
})
