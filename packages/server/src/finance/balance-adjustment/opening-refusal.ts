import { isAdvance } from '@chepu/contract/kernel/money-document'
import { adjustmentButton, type AdjustmentSide, adjustmentSides } from '@chepu/contract/finance/balance-adjustment'
import { type Decimal, isNegative } from '@chepu/contract/kernel/decimal'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { closedDayFault } from '../../kernel/document/period'
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

/** The figures as far as they could be read. */
type Read = Pick<OpeningFigures, 'side'> & {
  [Name in 'bizDate' | 'dueOn' | 'amount']?: OpeningFigures[Name] | undefined
}

/**
 * Tells all that stands against the caller's entering an opening balance, one fault a figure. It is dated before the first month of business, or entered
 * while no month has been closed (business/finance 5), and what could not be read is passed over. The database is asked once, for any number of balances.
 */
export async function openingRefusals(tx: CallerTx): Promise<(balance: Read) => OpeningRefusal[]> {
  const org = await tx.one<{ closedMonth: number | null }>({
    name: 'closed-month',
    text: 'select closed_month from org where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  const dayFault = (bizDate: string) =>
    org?.closedMonth == null || periodOf(bizDate) < tx.caller.org.startMonth
      ? closedDayFault(tx.caller, bizDate)
      : '已有月份结账，期初的日期必须早于启用月份'
  return ({ side, bizDate, dueOn, amount }) => {
    const messages: Record<keyof OpeningFigures, string | false | null | undefined> = {
      side: !mayPress(tx.caller, adjustmentButton(side, 'opening')) && `您没有录入${adjustmentSides[side]}期初的权限`,
      amount: amount !== undefined && isAdvance(side) && isNegative(amount) && '预收预付期初必须大于0',
      bizDate: bizDate && dayFault(bizDate),
      dueOn: bizDate && dueOn && dueOn < bizDate && '到期日不能早于旧单日期',
    }
    return Object.entries(messages).flatMap(([field, message]) =>
      message ? [{ field: field as keyof OpeningFigures, message }] : [],
    )
  }
}
