import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import {
  accountButtons,
  type accountRoutes,
  type setOpening,
  type StoreAccount,
} from '@chepu/contract/finance/store-account'
import { add, type Decimal, isNegative, isZero, sub } from '@chepu/contract/kernel/decimal'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mayPress, sees } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { moveCash } from '../../kernel/ledgers/account'
import { periodOf } from '../../kernel/ledgers/types'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
} from '../../kernel/master/master'
import { assertOpenPeriod, isClosedDay } from '../../kernel/document/period'
import { allOf, containing } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { openingCorrection } from './movements'
import { pageOf, totalsOf } from '../../kernel/query/page'

const account: Master = { table: 'store_account', title: '账户' }

interface Row extends MasterRow {
  orgId: number
  code: string
  name: string
  balance: Decimal
  openingBalance: Decimal
  openingOn: string
  isDefaultIn: boolean
  isDefaultOut: boolean
}

type Filters = QueryOf<typeof accountRoutes.totals>

/** What the opening balance was corrected by since the account moved. */
const corrections = sql`(select coalesce(sum(l.amount), 0.00) from account_ledger l
  where l.group_id = a.group_id and l.doc_kind = ${openingCorrection} and l.doc_id = a.id)`

/** Store accounts of the caller's org; details for the page's holders, amounts for those who may see them (business/access 8). */
export async function listAccounts(tx: CallerTx, filters: QueryOf<typeof accountRoutes.list>) {
  const { caller } = tx
  const balances = sees(caller, 'account_balance')
    ? sql`, a.balance, a.opening_balance + ${corrections} as opening_balance`
    : sql``
  const details = mayPress(caller, accountButtons.view)
    ? sql`, a.bank_name, a.bank_no, a.opening_on, a.allow_overdraft`
    : sql``
  const sortable = {
    code: 'a.code',
    name: 'a.name',
    kind: 'a.kind',
    ...(sees(caller, 'account_balance') && { balance: 'a.balance' }),
  }
  return pageOf(
    tx,
    sql<StoreAccount>`
    select a.id, a.code, a.name, a.kind, a.is_default_in, a.is_default_out, a.fee_rate, a.is_active, a.version ${balances} ${details}
    from store_account a where ${where(tx, filters)}
    order by ${sortedBy(sortable, filters.sort) ?? sql`a.is_active desc, a.code`}, a.id`,
    filters,
  )
}

/** Row count, and the money on all accounts for those who may see it. */
export async function accountTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  const balance = sees(tx.caller, 'account_balance') ? sql`, coalesce(sum(a.balance), 0.00) as balance` : sql``
  return totalsOf(tx, sql`select count(*) as count ${balance} from store_account a where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, kind, active }: Filters): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`a.group_id = ${tx.groupId} and a.org_id = ${tx.caller.orgId}`,
    ...(text ? [sql<SqlBool>`(lower(a.name) like ${containing(text)} or lower(a.code) like ${containing(text)})`] : []),
    ...(kind ? [sql<SqlBool>`a.kind = ${kind}`] : []),
    ...(active === undefined ? [] : [sql<SqlBool>`a.is_active = ${active}`]),
  ])
}

const messages = {
  store_account_group_id_org_id_name_key: '账户名称已存在',
  store_account_code: '账户编码已存在',
}

/** Saves an account of the caller's org; it takes the place of the former default of its direction. */
export async function saveAccount(tx: CallerTx, body: BodyOf<typeof accountRoutes.save>): Promise<SavedRow> {
  const { id, version, ...typed } = body
  if (!mayPress(tx.caller, id === undefined ? accountButtons.add : accountButtons.update)) forbidden()
  const row = { ...typed, code: typed.code.toUpperCase() }
  const before = id === undefined ? undefined : await ownAccount(tx, id, version ?? 0)
  if (before) await assertMayChange(tx, before, row)
  if (row.isDefaultIn) await dropDefault(tx, 'is_default_in', id)
  if (row.isDefaultOut) await dropDefault(tx, 'is_default_out', id)
  return onViolation(messages, () =>
    before
      ? changeMaster(tx, account, before, row)
      : addMaster(tx, account, {
          ...row,
          orgId: tx.caller.orgId,
          openingOn: shanghaiDay(),
          sealedUntil: shanghaiDay(),
        }),
  )
}

async function assertMayChange(
  tx: CallerTx,
  before: Row,
  row: { code: string; isDefaultIn: boolean; isDefaultOut: boolean; allowOverdraft: boolean },
): Promise<void> {
  if (!before.isActive && (row.isDefaultIn || row.isDefaultOut)) refuse('停用的账户不能设为默认账户')
  if (isNegative(before.balance) && !row.allowOverdraft)
    invalid([{ path: 'allowOverdraft', message: '账户已透支，不能取消允许透支' }])
  if (before.code !== row.code && (await isUsed(tx, before.id)))
    invalid([{ path: 'code', message: '编码已被单据使用，不能修改' }])
}

async function isUsed(tx: CallerTx, id: number): Promise<boolean> {
  if (await hasMoved(tx, id)) return true
  const tender = await tx.one({
    text: 'select 1 as used from money_slip_tender where group_id = $1 and store_account_id = $2 limit 1',
    values: [tx.groupId, id],
  })
  return tender !== undefined
}

const hasMoved = async (tx: CallerTx, id: number): Promise<boolean> =>
  (await tx.one({
    text: 'select 1 as moved from account_ledger where group_id = $1 and org_id = $2 and store_account_id = $3 limit 1',
    values: [tx.groupId, tx.caller.orgId, id],
  })) !== undefined

const dropDefault = (tx: CallerTx, column: 'is_default_in' | 'is_default_out', except: number | undefined) =>
  tx.query({
    text: `update store_account set ${column} = false, version = version + 1
      where group_id = $1 and org_id = $2 and id <> $3 and ${column}`,
    values: [tx.groupId, tx.caller.orgId, except ?? 0],
  })

/** Locks an account of the caller's org; those of other orgs do not exist for him. */
async function ownAccount(tx: CallerTx, id: number, version: number): Promise<Row> {
  const row = await lockMaster<Row>(tx, account, id, version)
  if (row.orgId !== tx.caller.orgId) notFound('账户')
  return row
}

/** 启用 or 停用; money and the defaults must be elsewhere first (business/basics 7.1). */
export const enableAccount = (tx: CallerTx, id: number, body: { isActive: boolean; version: number }) =>
  enableMaster<Row>(tx, account, id, body, (row) => {
    if (row.orgId !== tx.caller.orgId) notFound('账户')
    if (body.isActive) return
    if (!isZero(row.balance)) refuse(`账户“${row.name}”余额不为零，不能停用`)
    if (row.isDefaultIn || row.isDefaultOut) refuse('默认账户不能停用，请先取消默认')
  })

/** Sets what an account began with, or enters the difference as a movement of today once it has moved (I22). */
export async function saveOpening(tx: CallerTx, id: number, body: BodyOf<typeof setOpening>) {
  if (!sees(tx.caller, 'account_balance')) forbidden('您没有查看账户余额的权限')
  const row = await ownAccount(tx, id, body.version)
  if (body.openingOn > shanghaiDay()) invalid([{ path: 'openingOn', message: '期初日期不能晚于今天' }])
  if (isNegative(body.openingBalance) && row.allowOverdraft !== true)
    invalid([{ path: 'openingBalance', message: '不允许透支的账户期初余额不能为负' }])
  if (await isClosedDay(tx, row.orgId, body.openingOn))
    invalid([{ path: 'openingOn', message: `该期间已结账：${body.openingOn.slice(0, 7)}` }])
  const isCorrection = (await hasMoved(tx, id)) || (await standsClosed(tx, row))
  if (isCorrection) await correctOpening(tx, row, body)
  else {
    const { openingBalance, openingOn } = body
    await changeMaster(tx, account, row, { openingBalance, openingOn, balance: openingBalance })
  }
  return { id, isCorrection }
}

/** What an account began with in a month that is closed stays: what it should have been is a movement of today. */
const standsClosed = async (tx: CallerTx, { orgId, openingBalance, openingOn }: Row): Promise<boolean> =>
  !isZero(openingBalance) && isClosedDay(tx, orgId, openingOn)

async function correctOpening(tx: CallerTx, row: Row, body: BodyOf<typeof setOpening>): Promise<void> {
  if (body.reason === '') invalid([{ path: 'reason', message: '账户已有流水，请填写调整原因' }])
  const today = shanghaiDay()
  await assertOpenPeriod(tx, today)
  const [made] = await tx.query<{ amount: Decimal }>({
    text: `select coalesce(sum(amount), 0.00) as amount from account_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3`,
    values: [tx.groupId, openingCorrection, row.id],
  })
  const amount = sub(body.openingBalance, add(row.openingBalance, made?.amount ?? '0'))
  if (isZero(amount)) invalid([{ path: 'openingBalance', message: '期初余额没有变化' }])
  const ref = { kind: openingCorrection, id: row.id, billNo: '', departmentId: null }
  const doc = { ...ref, orgId: tx.caller.orgId, bizDate: today, period: periodOf(today) }
  await moveCash(tx, doc, [{ storeAccountId: row.id, amount, remark: `期初调整：${body.reason}` }])
  await tx.query({
    text: 'update store_account set version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, row.id],
  })
  await audit(tx, {
    entity: 'store_account',
    entityId: row.id,
    action: 'opening',
    reason: body.reason,
    detail: { amount },
  })
}
