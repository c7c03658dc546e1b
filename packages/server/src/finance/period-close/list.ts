import { lastDayOfMonth, monthAfter, monthBefore } from '@chepu/contract/kernel/calendar'
import { type Closing, periodButtons } from '@chepu/contract/finance/period-close'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { periodOf } from '../../kernel/ledgers/types'
import { closingOrg, nextMonth } from './months'

/** Every month of the caller's organisation from the opening balances to this one, the newest first, with what was done about it. */
export async function listMonths(tx: CallerTx) {
  const org = await closingOrg(tx)
  const closings = await closingsOf(tx)
  const first = monthBefore(org.startMonth)
  const next = nextMonth(org)
  const today = shanghaiDay()
  const last = Math.max(periodOf(today), next)
  const months: number[] = []
  for (let month = first; month <= last; month = monthAfter(month)) months.unshift(month)
  const rows = months.map((month) => ({
    month,
    isOpening: month === first,
    isClosed: month < next,
    mayClose: month === next && lastDayOfMonth(month) <= today && mayPress(tx.caller, periodButtons.close),
    mayReopen: month === org.closedMonth && mayPress(tx.caller, periodButtons.reopen),
    closings: closings.filter((each) => each.month === month).map(({ month: _, ...each }) => each),
  }))
  return { orgName: org.name, startMonth: org.startMonth, closedMonth: org.closedMonth, rows }
}

const closingsOf = (tx: CallerTx): Promise<(Closing & { month: number })[]> =>
  tx.query({
    text: `select c.month, c.id, c.closed_at, u.real_name as closed_by, c.checks, c.remark, c.reopened_at, r.real_name as reopened_by, c.reason
      from period_close c
      left join app_user u on u.group_id = c.group_id and u.id = c.closed_by
      left join app_user r on r.group_id = c.group_id and r.id = c.reopened_by
      where c.group_id = $1 and c.org_id = $2 order by c.month desc, c.id desc`,
    values: [tx.groupId, tx.caller.orgId],
  })
