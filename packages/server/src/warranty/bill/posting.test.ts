import { expect, it } from 'vitest'
import { billPosting, closingPosting } from './posting'

const line = (netAmount: string, taxRate = '0') => ({ netAmount, taxRate })
const settled = (claimed: string, backAmount = '0', taxRate = '0') => ({ claimed, backAmount, taxRate })
const owed = { manufacturerId: 7, dueOn: '2026-12-31' }
const item = (amount: string) => ({
  partnerId: 7,
  side: 'AR',
  tab: 'warranty',
  amount,
  dueOn: '2026-12-31',
  payerType: 'warranty',
  isUnconfirmed: true,
})

it('posts what was added to what the settlement has billed: 外出费 of 120.00 beside 1 000.00', () => {
  const lines = [line('600.00'), line('400.00'), line('120.00')]
  expect(billPosting({ ...owed, lines, settled: [settled('600.00'), settled('400.00')] })).toEqual({
    openItems: [item('120.00')],
    pnl: [{ kind: 'warranty_revenue', payerType: 'warranty', amount: '120.00', amountTaxed: '120.00' }],
  })
})

it('posts all of a free bill, its revenue without tax: 339.00 at 13 % are 300.00', () => {
  expect(billPosting({ ...owed, lines: [line('339.00', '0.13')], settled: [] })).toEqual({
    openItems: [item('339.00')],
    pnl: [{ kind: 'warranty_revenue', payerType: 'warranty', amount: '300.00', amountTaxed: '339.00' }],
  })
})

it('posts nothing where the bill claims what was billed', () => {
  const posting = billPosting({ ...owed, lines: [line('226.00', '0.13')], settled: [settled('226.00', '0', '0.13')] })
  expect(posting).toEqual({ openItems: [], pnl: [] })
})

it('counts what refunds took back as billed no more, and less than was billed as owed less', () => {
  // Of 400.00 half was refunded; 150.00 are claimed of the 200.00 that are left.
  const { openItems } = billPosting({ ...owed, lines: [line('150.00')], settled: [settled('400.00', '200.00')] })
  expect(openItems).toEqual([item('-50.00')])
})

it('takes the tax of a refunded part from the beginning, so that nothing but the difference is left', () => {
  // 100.00 at 13 % are 88.50 without tax; a third went back with round2(88.50 × 33.33 / 100) = 29.50 of them, 59.00 are left of 66.67.
  const { pnl } = billPosting({
    ...owed,
    lines: [line('66.67', '0.13')],
    settled: [settled('100.00', '33.33', '0.13')],
  })
  expect(pnl).toEqual([])
})

it('gives up all that a bill came to', () => {
  expect(closingPosting({ ...owed, lines: [line('339.00', '0.13'), line('120.00')] })).toEqual({
    openItems: [item('-459.00')],
    pnl: [{ kind: 'warranty_diff', payerType: 'warranty', amount: '-420.00', amountTaxed: '-459.00' }],
  })
})
