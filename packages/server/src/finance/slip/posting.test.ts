import { describe, expect, it } from 'vitest'
import type { MoneySlip } from '../../kernel/money/types'
import { postingOf } from './posting'

const slip = (part: Partial<MoneySlip>): MoneySlip =>
  ({
    partnerId: 7,
    purpose: 'trade',
    total: '100',
    fee: '0',
    discount: '0',
    advance: '0',
    remark: '',
    tenders: [],
    items: [],
    ...part,
  }) as MoneySlip
const tender = (amount: string, fee = '0') => ({ storeAccountId: 1, amount, fee }) as MoneySlip['tenders'][number]
const item = (amount: string, discount = '0') => ({ openItemId: 9, amount, discount }) as MoneySlip['items'][number]
const collect = { advance: 'ADV_IN', direction: 'in' } as const
const pay = { advance: 'ADV_OUT', direction: 'out' } as const

describe('the posting of money', () => {
  it('brings the net of a fee in, and the rest into 预收', () => {
    const posting = postingOf(
      slip({ fee: '0.6', advance: '10', discount: '5', tenders: [tender('100', '0.6')], items: [item('90', '5')] }),
      collect,
    )
    expect(posting.cash).toEqual([{ storeAccountId: 1, amount: '99.4', remark: '' }])
    expect(posting.writeOffs).toEqual([{ openItemId: 9, amount: '90', discount: '5', tender: 'money' }])
    expect(posting.advances).toEqual([{ partnerId: 7, account: 'ADV_IN', amount: '10', kind: 'advance' }])
    expect(posting.pnl).toEqual([
      { kind: 'discount', amount: '5' },
      { kind: 'other_expense', amount: '0.6' },
    ])
  })

  it('takes a payment and its fee out, and books what the supplier lets go as income', () => {
    const posting = postingOf(
      slip({ fee: '2', discount: '1', tenders: [tender('100', '2')], items: [item('100', '1')] }),
      pay,
    )
    expect(posting.cash).toEqual([{ storeAccountId: 1, amount: '-102', remark: '' }])
    expect(posting.pnl).toEqual([
      { kind: 'other_income', amount: '1' },
      { kind: 'other_expense', amount: '2' },
    ])
    expect(posting.advances).toEqual([])
  })

  it('turns a refund round by its signs', () => {
    const refund = { total: '-60', advance: '-10', purpose: 'refund', tenders: [tender('-60')], items: [item('-50')] }
    expect(postingOf(slip(refund), collect)).toMatchObject({
      cash: [{ amount: '-60' }],
      writeOffs: [{ amount: '-50' }],
      advances: [{ account: 'ADV_IN', amount: '-10', kind: 'refund' }],
    })
    expect(postingOf(slip(refund), pay)).toMatchObject({
      cash: [{ amount: '60' }],
      advances: [{ account: 'ADV_OUT', amount: '-10', kind: 'refund' }],
    })
  })

  it('books other money as income or expense', () => {
    const other = slip({ purpose: 'other', tenders: [tender('100')] })
    expect(postingOf(other, collect).pnl).toContainEqual({ kind: 'other_income', amount: '100' })
    expect(postingOf(other, pay).pnl).toContainEqual({ kind: 'other_expense', amount: '100' })
  })
})
