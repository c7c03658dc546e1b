import { monthBefore, monthText } from '@chepu/contract/kernel/calendar'
import type { ClosingCheck } from '@chepu/contract/kernel/closing-check'
import { periodButtons, type periodRoutes } from '@chepu/contract/finance/period-close'
import { invalid, refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { type ClosingSpan, closingChecks } from '../../kernel/document/closing-checks'
import { unpostedDocuments } from '../../kernel/document/unposted'
import type { BodyOf } from '../../kernel/http/bind'
import { notify, raiseAccess, usersWith } from '../../kernel/notify/notify'
import { wake } from '../../kernel/notify/wake'
import { type ClosingOrg, closingOrg, nextMonth, spanOf } from './months'
import { completeSnapshots, dropSnapshots, type LastRows, lastRows, takeSnapshots } from './snapshots'

interface Done {
  month: number
  closedMonth: number | null
}

/** What is found about a month that is not closed yet (business/closing 2). */
export async function checkMonth(tx: CallerTx, month: number) {
  tx.takeTime()
  const org = await closingOrg(tx)
  assertNext(org, month)
  return { month, checkedAt: new Date().toISOString(), checks: await closingChecks(tx, spanOf(tx, org, month)) }
}

/**
 * Closes the oldest open month of the caller's organisation (business/closing 1). Checks and snapshots are made beside the trade;
 * the organisation is held for what came meanwhile alone (ADR 0376).
 * @throws Failure refusal, for another month and for what the checks refuse
 */
export async function closeMonth(tx: CallerTx, { month, remark }: BodyOf<typeof periodRoutes.close>): Promise<Done> {
  tx.takeTime()
  await oneAtATime(tx)
  const org = await closingOrg(tx)
  assertNext(org, month)
  const span = spanOf(tx, org, month)
  const checks = await closingChecks(tx, span)
  assertClosable(checks, remark, isOpening(org, month) ? '启用' : '结账')
  const seen = await settledRows(tx)
  await takeSnapshots(tx, span, seen)
  assertNext(await closingOrg(tx, 'for no key update'), month)
  await assertNothingWaits(tx, span)
  await completeSnapshots(tx, span, seen)
  const id = await noteClosing(tx, span, { checks, remark })
  await setClosedMonth(tx, month)
  await audit(tx, { entity: 'period_close', entityId: id, action: 'close', reason: remark, detail: { month } })
  await tell(tx, `${nameOf(org, month)} 已结账`)
  return { month, closedMonth: month }
}

/**
 * Opens the month again that was closed last (business/closing 3); the opening balances only while nothing stands behind them.
 * @throws Failure refusal
 */
export async function reopenMonth(tx: CallerTx, { month, reason }: BodyOf<typeof periodRoutes.reopen>): Promise<Done> {
  tx.takeTime()
  await oneAtATime(tx)
  const org = await closingOrg(tx, 'for no key update')
  if (org.closedMonth !== month)
    refuse(`只能反结账最后结账的月份${org.closedMonth ? ` ${monthText(org.closedMonth)}` : ''}`)
  if (isOpening(org, month)) await assertNothingBegun(tx, month)
  const closing = await tx.one<{ id: number }>({
    text: `update period_close set reopened_at = clock_timestamp(), reopened_by = $4, reason = $5
      where group_id = $1 and org_id = $2 and month = $3 and reopened_at is null returning id`,
    values: [tx.groupId, tx.caller.orgId, month, tx.caller.userId, reason],
  })
  if (!closing) throw new Error('a closed month has no closing')
  await dropSnapshots(tx, tx.caller.orgId, month)
  const closedMonth = isOpening(org, month) ? null : monthBefore(month)
  await setClosedMonth(tx, closedMonth)
  await audit(tx, { entity: 'period_close', entityId: closing.id, action: 'reopen', reason, detail: { month } })
  await tell(tx, `${nameOf(org, month)} 已反结账：${reason}`)
  return { month, closedMonth }
}

/** Closings and reopenings of an organisation wait for one another before they look at anything. */
const oneAtATime = (tx: CallerTx) =>
  tx.query({
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 49))',
    values: [`period/${tx.groupId}/${tx.caller.orgId}`],
  })

const isOpening = ({ startMonth }: ClosingOrg, month: number): boolean => month === monthBefore(startMonth)

const nameOf = (org: ClosingOrg, month: number): string =>
  isOpening(org, month) ? `${org.name} 期初` : monthText(month)

function assertNext(org: ClosingOrg, month: number): void {
  const next = nextMonth(org)
  if (month === next) return
  if (month < next) refuse(`${monthText(month)} 已结账`)
  refuse(isOpening(org, next) ? '期初还没有启用，请先启用' : `请先结账 ${monthText(next)}`)
}

/** What must be dealt with refuses the closing; what may stay wants a word, and all of it is named at once. */
function assertClosable(checks: readonly ClosingCheck[], remark: string, verb: string): void {
  const found = checks.filter(({ count }) => count > 0)
  const [refused] = found.filter(({ level }) => level === 'refuses')
  if (refused) refuse(`不能${verb}：${refused.title}（${refused.count}）${refused.detail && `，${refused.detail}`}`)
  const open = found.map(({ title, count }) => `${title}（${count}）`).join('、')
  if (open !== '' && remark === '') invalid([{ path: 'remark', message: `请说明：${open}` }])
}

/**
 * The last rows of the ledgers at a moment at which nobody was posting to the organisation. It is held for that moment alone: what was
 * locked behind a savepoint is let go with it.
 */
async function settledRows(tx: CallerTx): Promise<LastRows> {
  await tx.query({ text: 'savepoint settled' })
  await closingOrg(tx, 'for no key update')
  const rows = await lastRows(tx)
  await tx.query({ text: 'rollback to savepoint settled' })
  return rows
}

async function assertNothingWaits(tx: CallerTx, span: ClosingSpan): Promise<void> {
  const counts = await unpostedDocuments(tx, span)
  if (counts.size > 0) refuse('检查之后又有人录入了本月的单据，请重新检查')
}

/** Opening balances stay closed once trade stands upon them. */
async function assertNothingBegun(tx: CallerTx, month: number): Promise<void> {
  const row = await tx.one<{ begun: boolean }>({
    text: ['stock_ledger', 'partner_ledger', 'account_ledger', 'card_ledger', 'card_item_ledger', 'pnl_ledger']
      .map((ledger) => `exists (select from ${ledger} where group_id = $1 and org_id = $2 and period > $3)`)
      .join(' or ')
      .replace(/^/, 'select ')
      .concat(' as begun'),
    values: [tx.groupId, tx.caller.orgId, month],
  })
  if (row?.begun) refuse('启用后已经记账，不能反启用；期初有误请用调整单更正')
}

async function noteClosing(
  tx: CallerTx,
  { orgId, month }: ClosingSpan,
  said: { checks: readonly ClosingCheck[]; remark: string },
): Promise<number> {
  const found = said.checks.map(({ key, title, count }) => ({ key, title, count }))
  const row = await tx.one<{ id: number }>({
    text: `insert into period_close (group_id, org_id, month, closed_at, closed_by, checks, remark)
      values ($1, $2, $3, clock_timestamp(), $4, $5::jsonb, $6) returning id`,
    values: [tx.groupId, orgId, month, tx.caller.userId, JSON.stringify(found), said.remark],
  })
  return row?.id as number
}

/** Members work by it from their next call on, and their pages read it anew. */
async function setClosedMonth(tx: CallerTx, month: number | null): Promise<void> {
  await tx.query({
    text: 'update org set closed_month = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, tx.caller.orgId, month],
  })
  const members = await tx.query<{ userId: number }>({
    text: 'select user_id from user_org where group_id = $1 and org_id = $2',
    values: [tx.groupId, tx.caller.orgId],
  })
  const users = raiseAccess(
    tx,
    members.map(({ userId }) => userId),
  )
  wake(tx, { type: 'permission', groupId: tx.groupId, users })
}

/** Tells whoever closes months or opens them again, but for who did it. */
async function tell(tx: CallerTx, message: string): Promise<void> {
  const { orgId, userId } = tx.caller
  const told = [
    ...(await usersWith(tx, orgId, periodButtons.close)),
    ...(await usersWith(tx, orgId, periodButtons.reopen)),
  ]
  const users = told.filter((each) => each !== userId)
  notify(tx, { users, kind: 'notice', message, orgId, screen: 'periodClose' })
}
