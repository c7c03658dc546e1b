import { describe, expect, it } from 'vitest'
import type { MoneySlip } from '../../kernel/money/types'
import { postingOf } from './posting'

const items = [
  {
    openItemId: 11,
    amount: '60.00',
    itemDueOn: '2026-08-31',
    itemBillNo: 'CK2608-0001',
    itemTab: 'insurance',
    itemPayerType: 'insurance',
    itemIsUnconfirmed: true,
  },
  { openItemId: 12, amount: '40.00', itemTab: 'sale', itemDueOn: '2026-09-30', itemBillNo: 'CK2609-0007' },
]

/** A settlement of two items, 60.00 and 40.00, for partner 7. */
const slip = (purpose: string, more: Partial<MoneySlip> = {}): MoneySlip =>
  ({ partnerId: 7, payerId: null, purpose, total: '100.00', items, ...more }) as MoneySlip

const settled = (tender: string) => [
  { openItemId: 11, amount: '60.00', discount: '0', tender },
  { openItemId: 12, amount: '40.00', discount: '0', tender },
]

describe('a settlement without money (business/finance 3)', () => {
  it('takes what a customer has paid ahead for what he owes', () => {
    expect(postingOf(slip('advance_ar'))).toEqual({
      writeOffs: settled('advance'),
      advances: [{ partnerId: 7, account: 'ADV_IN', amount: '-100', kind: 'advance_used' }],
    })
  })

  it('takes what we have paid a supplier ahead for what we owe him', () => {
    expect(postingOf(slip('advance_ap'))).toEqual({
      writeOffs: settled('advance'),
      advances: [{ partnerId: 7, account: 'ADV_OUT', amount: '-100', kind: 'advance_used' }],
    })
  })

  it('sets receivable against payable, and returns against bills, without touching anything else', () => {
    expect(postingOf(slip('offset'))).toEqual({ writeOffs: settled('opposite') })
    expect(postingOf(slip('red_blue'))).toEqual({ writeOffs: settled('opposite') })
  })

  it('gives a receivable that will never come up as a discount', () => {
    expect(postingOf(slip('bad_debt'))).toEqual({
      writeOffs: settled('bad_debt'),
      pnl: [{ kind: 'discount', amount: '100.00' }],
    })
  })

  it('makes a bad debt owed again, and takes its discount back', () => {
    const { writeOffs, ...rest } = postingOf(slip('bad_debt_back'))
    expect(writeOffs?.map(({ amount, tender }) => [amount, tender])).toEqual([
      ['-60', 'bad_debt'],
      ['-40', 'bad_debt'],
    ])
    expect(rest).toEqual({ pnl: [{ kind: 'discount', amount: '-100' }] })
  })

  it('opens what is transferred for the other customer, each item with its own due day and payer, and where it came from', () => {
    expect(postingOf(slip('transfer', { payerId: 9 }))).toEqual({
      writeOffs: settled('opposite'),
      openItems: [
        {
          partnerId: 9,
          side: 'AR',
          tab: 'insurance',
          amount: '60.00',
          dueOn: '2026-08-31',
          payerType: 'insurance',
          isUnconfirmed: true,
          remark: '转自 CK2608-0001',
        },
        { partnerId: 9, side: 'AR', tab: 'sale', amount: '40.00', dueOn: '2026-09-30', remark: '转自 CK2609-0007' },
      ],
    })
  })
})
