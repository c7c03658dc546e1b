import type { Caller } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { addDays, shanghaiDay } from '../base/calendar'
import { refuse } from '../base/errors'
import { periodOf } from '../ledgers/types'

/** Refuses like assertOpenMonth after locking the org against a closing month, for callers that hold no such lock yet. */
export async function assertOpenPeriod(
  tx: CallerTx,
  bizDate: string,
  options: { anyDay?: boolean } = {},
): Promise<void> {
  assertOpenMonth(tx.caller, { closedMonth: await lockedMonth(tx, tx.caller.orgId) }, bizDate, options)
}

/** The last closed month of an organisation, which is held against closing another one. */
const lockedMonth = async (tx: CallerTx, orgId: number): Promise<number | null> =>
  (await lockedOrg(tx, orgId)).closedMonth

async function lockedOrg(tx: CallerTx, orgId: number): Promise<{ name: string; closedMonth: number | null }> {
  const org = await tx.one<{ name: string; closedMonth: number | null }>({
    name: 'lock-org-period',
    text: 'select name, closed_month from org where group_id = $1 and id = $2 for share',
    values: [tx.groupId, orgId],
  })
  if (!org) throw new Error('a document has no organisation')
  return org
}

/** Whether a day lies in a month that an organisation has closed; holds that against closing another one. */
export const isClosedDay = async (tx: CallerTx, orgId: number, day: string): Promise<boolean> =>
  isClosed(await lockedMonth(tx, orgId), day)

/** The fault of a document that is dated in a month that the caller's organisation has closed; as far as his rights tell, without a lock. */
export const closedDayFault = ({ org }: Caller, bizDate: string): string | undefined =>
  isClosed(org.closedMonth, bizDate) ? closedMessage(bizDate) : undefined

/** The faults of those of the days that lie in months which the caller's organisation has closed, by day; holds it against closing another one. */
export async function closedDayFaults(tx: CallerTx, days: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const closedMonth = await lockedMonth(tx, tx.caller.orgId)
  return new Map(days.filter((day) => isClosed(closedMonth, day)).map((day) => [day, closedMessage(day)]))
}

/** Refuses a date in a month that the other organisation of a document has closed; nothing of the document stands in one of the books alone. */
export async function assertOpenThere(tx: CallerTx, orgId: number, bizDate: string): Promise<void> {
  const { name, closedMonth } = await lockedOrg(tx, orgId)
  if (!isClosed(closedMonth, bizDate)) return
  const remedy = isClosed(closedMonth, shanghaiDay()) ? '请联系对方反结账后再办理' : '请把业务日期改为今天'
  refuse(`对方企业「${name}」已结账：${bizDate.slice(0, 7)}，${remedy}`)
}

/** Refuses a date in a month that an organisation has closed, whosever document is to be written there, and names another one than the caller's; holds it against closing another one. */
export async function assertMonthOpenAt(tx: CallerTx, orgId: number, bizDate: string): Promise<void> {
  const { name, closedMonth } = await lockedOrg(tx, orgId)
  if (!isClosed(closedMonth, bizDate)) return
  refuse(orgId === tx.caller.orgId ? closedMessage(bizDate) : `企业「${name}」已结账：${bizDate.slice(0, 7)}`)
}

const closedMessage = (bizDate: string): string => `该期间已结账：${bizDate.slice(0, 7)}`

const isClosed = (closedMonth: number | null, bizDate: string): boolean =>
  closedMonth !== null && periodOf(bizDate) <= closedMonth

/**
 * Refuses a date that may not be posted to: in a closed month, in the future, or further back than the org allows
 * (business/documents 7, business/ledgers 4.5). Opening documents, what has its day from elsewhere, such as invoices, and what corrects a month that was opened
 * again (business/closing 3) skip the limit of back-dating.
 */
export function assertOpenMonth(
  caller: Caller,
  { closedMonth }: { closedMonth: number | null },
  bizDate: string,
  options: { anyDay?: boolean } = {},
): void {
  if (isClosed(closedMonth, bizDate)) refuse(closedMessage(bizDate))
  const today = shanghaiDay()
  if (bizDate > today) refuse(`业务日期 ${bizDate} 晚于今天`)
  const days = caller.org.config.backdateDays
  const isReopened = periodOf(bizDate) <= (caller.org.reopenedMonth ?? 0)
  if (!options.anyDay && !isReopened && bizDate < addDays(today, -days))
    refuse(`业务日期 ${bizDate} 超出允许补录的 ${days} 天`)
}
