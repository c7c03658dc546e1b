import type { recurringRoutes } from '@chepu/contract/finance/recurring-money'
import { recurringStates } from '@chepu/contract/finance/recurring-money'
import { monthText } from '@chepu/contract/kernel/calendar'
import { isZero } from '@chepu/contract/kernel/decimal'
import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { sql } from 'kysely'
import { invalid, notFound, refuse } from '../../kernel/base/errors'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
} from '../../kernel/master/master'
import { ownAccount } from '../fund-transfer/repo'
import { assertCategory } from '../other-money/category'
import { recurringMonths, recurringStatus } from './list'

const template: Master = { table: 'recurring_money', title: '固定收支' }

interface Template extends MasterRow {
  orgId: number
  skipped: number[]
  fromMonth: number
}

/** Templates at most that an organisation has. */
const mostTemplates = 200

async function ownTemplate(tx: CallerTx, id: number, version?: number): Promise<Template> {
  const row = await lockMaster<Template>(tx, template, id, version)
  return row.orgId === tx.caller.orgId ? row : notFound(template.title)
}

/**
 * Saves a template of the caller's organisation. What was made of it stays as it is.
 * @throws Failure invalid, naming the field
 */
export async function saveRecurring(tx: CallerTx, body: BodyOf<typeof recurringRoutes.save>): Promise<SavedRow> {
  const { id, version, ...typed } = body
  const before = id === undefined ? undefined : await ownTemplate(tx, id, version ?? 0)
  await assertTemplate(tx, typed, before)
  const isCash = typed.purpose === 'cash'
  const row = { ...typed, storeAccountId: isCash ? typed.storeAccountId : null }
  if (before) return changeMaster(tx, template, before, row)
  await assertRoom(tx)
  return addMaster(tx, template, { ...row, orgId: tx.caller.orgId })
}

async function assertTemplate(
  tx: CallerTx,
  typed: BodyOf<typeof recurringRoutes.save>,
  before: Template | undefined,
): Promise<void> {
  const { direction, categoryId, storeAccountId, partnerId, fromMonth, amount, purpose } = typed
  await assertCategory(tx, { id: categoryId, direction }, 'categoryId')
  if (isZero(amount)) invalid([{ path: 'amount', message: '金额必须大于0' }])
  if (purpose === 'cash' && storeAccountId !== null) await ownAccount(tx, storeAccountId, 'storeAccountId')
  if (partnerId !== null && partnerId !== before?.['partnerId']) await assertPartner(tx, partnerId)
  const { startMonth } = tx.caller.org
  if (fromMonth < startMonth && fromMonth !== before?.fromMonth)
    invalid([{ path: 'fromMonth', message: `起始月份不能早于启用月份 ${monthText(startMonth)}` }])
}

async function assertPartner(tx: CallerTx, id: number): Promise<void> {
  const [partner] = await tx.select<{ isActive: boolean }>(
    sql`select p.is_active from partner p where p.group_id = ${tx.groupId} and p.id = ${id}
      and (${partnerScope(tx.caller, anyRole)} or ${partnerScope(tx.caller, anyRole, 'finance')}) for key share of p`,
  )
  if (!partner) return invalid([{ path: 'partnerId', message: '往来单位不存在' }])
  if (!partner.isActive) invalid([{ path: 'partnerId', message: '往来单位已停用' }])
}

async function assertRoom(tx: CallerTx): Promise<void> {
  const [row] = await tx.select(
    sql<{
      count: number
    }>`select count(*)::int as count from recurring_money where group_id = ${tx.groupId} and org_id = ${tx.caller.orgId}`,
  )
  if ((row?.count ?? 0) >= mostTemplates) refuse(`固定收支最多${mostTemplates}条，请修改停用的`)
}

/** 启用 or 停用 of a template of the caller's organisation. */
export async function enableRecurring(tx: CallerTx, id: number, body: BodyOf<typeof recurringRoutes.enable>) {
  await ownTemplate(tx, id)
  return enableMaster(tx, template, id, body)
}

/** 本月跳过, or its undoing; a month that was made is not skipped. @throws Failure refusal, naming what stands against it */
export async function skipRecurring(
  tx: CallerTx,
  id: number,
  { month, isSkipped }: BodyOf<typeof recurringRoutes.skip>,
): Promise<{ id: number }> {
  const row = await ownTemplate(tx, id)
  const [now] = await tx.select(
    sql<{
      status: keyof typeof recurringStates
    }>`select ${recurringStatus(tx)} as status ${recurringMonths(tx, { month })} and r.id = ${id}`,
  )
  const status = now?.status ?? 'outside'
  const isOpen = isSkipped ? status === 'due' || status === 'coming' : status === 'skipped'
  if (!isOpen) refuse(`${monthText(month)} ${recurringStates[status]}，${isSkipped ? '不能跳过' : '没有跳过'}`)
  const skipped = isSkipped ? [...row.skipped, month] : row.skipped.filter((each) => each !== month)
  await tx.query({
    name: 'skip-recurring',
    text: 'update recurring_money set skipped = $3, version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, id, skipped],
  })
  await audit(tx, { entity: template.table, entityId: id, action: isSkipped ? 'skip' : 'unskip', detail: { month } })
  return { id }
}
