import { describe, expect, it } from 'vitest'
import type { MoneySlip } from '../../kernel/money/types'
import { postingOf } from './posting'

const slip = (side: string, total: string, more: Partial<MoneySlip> = {}): MoneySlip =>
  ({
    partnerId: 7,
    side,
    total,
    purpose: 'correction',
    bizDate: '2026-09-15',
    dueOn: '2026-10-15',
    remark: '价差',
    ...more,
  }) as MoneySlip

const pnl = (side: string, total: string) => postingOf(slip(side, total)).pnl

describe('往来调整单 (business/finance 5)', () => {
  it('opens an item on its side with its sign, its due day and its reason', () => {
    expect(postingOf(slip('AR', '-30.50')).openItems).toEqual([
      { partnerId: 7, side: 'AR', tab: 'other', amount: '-30.50', dueOn: '2026-10-15', remark: '价差' },
    ])
    expect(postingOf(slip('AP', '20.00')).openItems?.[0]).toMatchObject({ side: 'AP', amount: '20.00' })
  })

  it('is due on its own day where none is named', () => {
    expect(postingOf(slip('AR', '5.00', { dueOn: null })).openItems?.[0]?.dueOn).toBe('2026-09-15')
  })

  it('books more owed to us as other income, less as a discount', () => {
    expect(pnl('AR', '30.50')).toEqual([{ kind: 'other_income', amount: '30.5' }])
    expect(pnl('AR', '-30.50')).toEqual([{ kind: 'discount', amount: '30.5' }])
  })

  it('books more owed by us as an expense, less as other income', () => {
    expect(pnl('AP', '20.00')).toEqual([{ kind: 'other_expense', amount: '20' }])
    expect(pnl('AP', '-20.00')).toEqual([{ kind: 'other_income', amount: '20' }])
  })

  it('earns and costs nothing with an opening balance', () => {
    expect(postingOf(slip('AR', '88.00', { purpose: 'opening' }))).toEqual({
      openItems: [{ partnerId: 7, side: 'AR', tab: 'other', amount: '88.00', dueOn: '2026-10-15', remark: '价差' }],
      pnl: [],
    })
  })

  it('changes what was paid ahead, on either side, and opens no item for it', () => {
    for (const account of ['ADV_IN', 'ADV_OUT'])
      expect(postingOf(slip(account, '-12.00'))).toEqual({
        advances: [{ partnerId: 7, account, amount: '-12.00', kind: 'adjust' }],
      })
  })
})
