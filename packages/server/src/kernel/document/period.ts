import type { Caller } from '../caller/caller'
import type { CallerTx } from '../db/tx'
import { addDays, shanghaiDay } from '../base/calendar'
import { refuse } from '../base/errors'
import { periodOf } from '../ledgers/types'

/** Refuses like assertOpenMonth after locking the org against a closing month, for callers that hold no such lock yet. */
export async function assertOpenPeriod(
  tx: CallerTx,
  bizDate: string,
  options: { isOpening?: boolean } = {},
): Promise<void> {
  assertOpenMonth(tx.caller, { closedMonth: await lockedMonth(tx, tx.caller.orgId) }, bizDate, options)
}

/** The last closed month of an organisation, which is held against closing another one. */
export async function lockedMonth(tx: CallerTx, orgId: number): Promise<number | null> {
  const org = await tx.one<{ closedMonth: number | null }>({
    name: 'lock-org-period',
    text: 'select closed_month from org where group_id = $1 and id = $2 for share',
    values: [tx.groupId, orgId],
  })
  return org?.closedMonth ?? null
}

/** Refuses a date in a closed month (business/documents 7). */
export function assertNotClosed(closedMonth: number | null, bizDate: string): void {
  if (closedMonth !== null && periodOf(bizDate) <= closedMonth) refuse(`该期间已结账：${bizDate.slice(0, 7)}`)
}

/**
 * Refuses a date that may not be posted to: in a closed month, in the future, or further back than the org allows
 * (business/documents 7, business/ledgers 4.5). Opening documents skip the limit of back-dating.
 */
export function assertOpenMonth(
  caller: Caller,
  { closedMonth }: { closedMonth: number | null },
  bizDate: string,
  options: { isOpening?: boolean } = {},
): void {
  assertNotClosed(closedMonth, bizDate)
  const today = shanghaiDay()
  if (bizDate > today) refuse(`业务日期 ${bizDate} 晚于今天`)
  const days = caller.org.config.backdateDays
  if (!options.isOpening && bizDate < addDays(today, -days)) refuse(`业务日期 ${bizDate} 超出允许补录的 ${days} 天`)
}
