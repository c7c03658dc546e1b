// 勾对 and 取消勾对: rows of a statement and movements of the books are held together while the account is locked, as money is, so that none of them is
// undone meanwhile (business/finance 4.3).
import {
  type ignoreLines,
  type matchLines,
  mostProposals,
  type proposeMatches,
  type unmatchLines,
} from '@chepu/contract/finance/bank'
import { type Decimal, equals, sumOf } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { sql } from 'kysely'
import { refuse } from '../../kernel/base/errors'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { bankAccount, type BankAccount, liveEntries } from './account'
import { openSides } from './lines'
import { proposals } from './matching'

/** What may belong together of an account; nothing is written. @throws Failure not_found */
export async function proposed(tx: CallerTx, accountId: number): Promise<DataOf<typeof proposeMatches>> {
  const account = await bankAccount(tx, accountId)
  const { lines, entries } = await openSides(tx, account)
  const found = proposals(lines, entries)
  return {
    proposals: found.slice(0, mostProposals),
    count: found.length,
    openLines: lines.length,
    openEntries: entries.length,
  }
}

interface Open {
  id: number
  amount: Decimal
}

/**
 * Confirms groups of rows that belong together.
 * @throws Failure refusal where a row is not open any more or the sums of a group differ
 */
export async function confirmMatches(tx: CallerTx, body: BodyOf<typeof matchLines>): Promise<{ matched: number }> {
  const { accountId, groups } = body
  const account = await bankAccount(tx, accountId, { locked: true })
  const lines = await openLines(
    tx,
    account,
    groups.flatMap(({ lineIds }) => lineIds),
  )
  const entries = await openEntries(
    tx,
    account,
    groups.flatMap(({ entryIds }) => entryIds),
  )
  const [taken, isTakenTwice] = [new Set<string>(), (key: string) => taken.size === taken.add(key).size]
  for (const [at, { lineIds, entryIds }] of groups.entries()) {
    const keys = [...lineIds.map((id) => `line ${id}`), ...entryIds.map((id) => `entry ${id}`)]
    if (keys.some((key) => isTakenTwice(key))) refuse(`第${at + 1}组的流水重复`)
    if (keys.length < 2) refuse('至少选择两笔流水才能勾对')
    const [bank, books] = [
      sumOf(lineIds, (id) => lines.get(id) ?? lineGone()),
      sumOf(entryIds, (id) => entries.get(id) ?? lineGone()),
    ]
    if (!equals(bank, books)) refuse(`银行流水合计 ${bank} 与账面流水合计 ${books} 不相等，不能勾对`)
  }
  await writeMatches(tx, accountId, groups)
  return { matched: groups.length }
}

/** Refuses a row that is not open any more, or never was. @throws Failure refusal */
export const lineGone = (): never => refuse('有流水已被勾对、忽略或撤回，请刷新后重试')

async function openLines(tx: CallerTx, account: BankAccount, ids: readonly number[]): Promise<Map<number, Decimal>> {
  const rows = await tx.query<Open>({
    name: 'open-bank-lines',
    text: `select id, amount from bank_line where group_id = $1 and store_account_id = $2 and id = any ($3::bigint[])
      and match_id is null and ignore_reason = '' and biz_date >= $4`,
    values: [tx.groupId, account.id, [...ids], account.startOn],
  })
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

async function openEntries(tx: CallerTx, account: BankAccount, ids: readonly number[]): Promise<Map<number, Decimal>> {
  const rows = await tx.select<Open>(sql`
    select l.id, l.amount from account_ledger l
    where ${liveEntries(tx, { accountId: account.id, from: account.startOn })} and l.id = any (${[...ids]})
      and not exists (select 1 from bank_match_entry e where e.group_id = l.group_id and e.entry_id = l.id)`)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

async function writeMatches(
  tx: CallerTx,
  accountId: number,
  groups: BodyOf<typeof matchLines>['groups'],
): Promise<void> {
  const { groupId, caller } = tx
  const made = await tx.insert<{ id: number }>(
    'bank_match',
    ['group_id', 'org_id', 'store_account_id', 'way', 'creator_id'],
    groups.map(({ way }) => [groupId, caller.orgId, accountId, way, caller.userId]),
    'returning id',
  )
  const idAt = (at: number) => made[at]?.id as number
  const lines = groups.flatMap(({ lineIds }, at) => lineIds.map((id) => ({ id, matchId: idAt(at) })))
  await tx.query({
    name: 'mark-bank-lines',
    text: `update bank_line n set match_id = m.match_id from unnest($2::bigint[], $3::bigint[]) as m (id, match_id)
      where n.group_id = $1 and n.id = m.id`,
    values: [groupId, lines.map(({ id }) => id), lines.map(({ matchId }) => matchId)],
  })
  await tx.insert(
    'bank_match_entry',
    ['group_id', 'match_id', 'entry_id'],
    groups.flatMap(({ entryIds }, at) => entryIds.map((id) => [groupId, idAt(at), id])),
  )
  await tx.query({
    name: 'note-reconciled',
    text: 'update store_account set is_reconciled = true where group_id = $1 and id = $2 and not is_reconciled',
    values: [groupId, accountId],
  })
  await audit(tx, {
    entity: 'bank_match',
    entityId: accountId,
    action: 'match',
    detail: { count: groups.length, ids: made.map(({ id }) => id) },
  })
}

/** Opens both sides of matches again. @throws Failure refusal where one of them is none of the account */
export async function undoMatches(tx: CallerTx, body: BodyOf<typeof unmatchLines>): Promise<{ unmatched: number }> {
  const { accountId } = body
  const matchIds = [...new Set(body.matchIds)]
  await bankAccount(tx, accountId, { locked: true })
  const found = await tx.query<{ id: number }>({
    name: 'matches-to-undo',
    text: 'select id from bank_match where group_id = $1 and store_account_id = $2 and id = any ($3::bigint[])',
    values: [tx.groupId, accountId, matchIds],
  })
  if (found.length < matchIds.length) refuse('有勾对已被取消，请刷新后重试')
  const values = [tx.groupId, matchIds]
  await tx.query({
    name: 'free-bank-lines',
    text: 'update bank_line set match_id = null where group_id = $1 and match_id = any ($2::bigint[])',
    values,
  })
  await tx.query({
    name: 'free-entries',
    text: 'delete from bank_match_entry where group_id = $1 and match_id = any ($2::bigint[])',
    values,
  })
  await tx.query({
    name: 'delete-matches',
    text: 'delete from bank_match where group_id = $1 and id = any ($2::bigint[])',
    values,
  })
  await audit(tx, { entity: 'bank_match', entityId: accountId, action: 'unmatch', detail: { ids: matchIds } })
  return { unmatched: matchIds.length }
}

/** 忽略 or, without a reason, 取消忽略. @throws Failure refusal where a row is matched or none of the account */
export async function ignore(tx: CallerTx, body: BodyOf<typeof ignoreLines>): Promise<{ ignored: number }> {
  const { accountId, reason } = body
  const lineIds = [...new Set(body.lineIds)]
  await bankAccount(tx, accountId, { locked: true })
  const changed = await tx.query<{ id: number }>({
    name: 'ignore-bank-lines',
    text: `update bank_line set ignore_reason = $4 where group_id = $1 and store_account_id = $2 and id = any ($3::bigint[])
      and match_id is null returning id`,
    values: [tx.groupId, accountId, lineIds, reason],
  })
  if (changed.length < lineIds.length) refuse('有流水已勾对，请刷新后重试')
  await audit(tx, { entity: 'bank_line', entityId: accountId, action: 'ignore', reason, detail: { lineIds } })
  return { ignored: lineIds.length }
}
