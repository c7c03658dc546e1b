import { isAdvance } from '@chepu/contract/kernel/money-document'
import { adjustmentButton, type AdjustmentSide, adjustmentSides } from '@chepu/contract/finance/balance-adjustment'
import { type Decimal, isNegative } from '@chepu/contract/kernel/decimal'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { periodOf } from '../../kernel/ledgers/types'

interface OpeningFigures {
  side: AdjustmentSide
  bizDate: string
  dueOn: string | null
  /** Yuan; a credit of a receivable or payable is negative. */
  amount: Decimal
}

/** What is wrong with which figure of an opening balance. */
interface OpeningRefusal {
  field: keyof OpeningFigures
  message: string
}

/**
 * Tells why the caller may not enter an opening balance, or nothing. It is dated before the first month of business, or entered
 * while no month has been closed (business/finance 5). The database is asked once, for any number of balances.
 */
export async function openingRefusals(tx: CallerTx): Promise<(balance: OpeningFigures) => OpeningRefusal | undefined> {
  const org = await tx.one<{ closedMonth: number | null }>({
    name: 'closed-month',
    text: 'select closed_month from org where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  return ({ side, bizDate, dueOn, amount }) => {
    if (!mayPress(tx.caller, adjustmentButton(side, 'opening')))
      return { field: 'side', message: `您没有录入${adjustmentSides[side]}期初的权限` }
    if (isAdvance(side) && isNegative(amount)) return { field: 'amount', message: '预收预付期初必须大于0' }
    if (dueOn !== null && dueOn < bizDate) return { field: 'dueOn', message: '到期日不能早于旧单日期' }
    if (org?.closedMonth == null || periodOf(bizDate) < tx.caller.org.startMonth) return undefined
    return { field: 'bizDate', message: '已有月份结账，期初的日期必须早于启用月份' }
  }
}
