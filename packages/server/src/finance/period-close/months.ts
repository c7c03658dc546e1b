import { firstDayOfMonth, lastDayOfMonth, monthAfter, monthBefore } from '@chepu/contract/kernel/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { ClosingSpan } from '../../kernel/document/closing-checks'

/** How far an organisation has closed its books. */
export interface ClosingOrg {
  name: string
  startMonth: number
  /** YYYYMM; null while the opening balances are open, too. */
  closedMonth: number | null
}

/** How far the caller's organisation has closed its books. `lock` holds it against postings, which hold it against closing. */
export async function closingOrg(tx: CallerTx, lock: '' | 'for no key update' = ''): Promise<ClosingOrg> {
  const org = await tx.one<ClosingOrg>({
    text: `select name, start_month, closed_month from org where group_id = $1 and id = $2 ${lock}`,
    values: [tx.groupId, tx.caller.orgId],
  })
  if (!org) throw new Error('a caller works in no organisation')
  return org
}

/** The month that is closed next: the one before the first, which holds the opening balances, and then one after the other. */
export const nextMonth = ({ startMonth, closedMonth }: ClosingOrg): number =>
  closedMonth === null ? monthBefore(startMonth) : monthAfter(closedMonth)

/** The days that closing a month closes. */
export const spanOf = (tx: CallerTx, { closedMonth }: ClosingOrg, month: number): ClosingSpan => ({
  orgId: tx.caller.orgId,
  month,
  formerMonth: closedMonth,
  from: closedMonth === null ? null : firstDayOfMonth(monthAfter(closedMonth)),
  to: lastDayOfMonth(month),
})
