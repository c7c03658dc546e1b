import { roleButtons } from '@chepu/contract/access/role'
import { orgButtons, type shopRoutes } from '@chepu/contract/access/org'
import type { DataOf } from '@chepu/contract/kernel/route'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import { addDays, lastDayOfMonth } from '../../kernel/base/calendar'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound } from '../../kernel/base/errors'
import { snake } from '../../kernel/db/names'
import { oneTimePassword } from '../one-time-password'
import { addUser, assignUser, createOrg } from '../provision'
import { assertAssignable, assertRolesAssignable, worthOf } from '../rights/gain'
import { settleNewOrg } from '../rights/new-org'
import { ownHoldings } from '../rights/reach'
import { gainsOfRoles } from '../rights/role-content'
import { createFirstPlaces } from '../standard-masters'
import { assertChoices, takenNames, updateOrg } from './org'
import { visibleOrgs } from '../../kernel/caller/visible-orgs'

type ShopBody = BodyOf<typeof shopRoutes.save>
type Saved = DataOf<typeof shopRoutes.save>

/** Saves a shop; a new one is complete at once and its maker may enter it (business/access 3.5, business/ledgers 8). */
export async function saveShop(tx: CallerTx, body: ShopBody): Promise<Saved> {
  const { id, version = 0, confirmTax, copyConfigFrom, copyRoles, account, ...fields } = body
  if (!mayPress(tx.caller, id === undefined ? orgButtons.add : orgButtons.update)) forbidden()
  if (id !== undefined) return { ...(await updateOrg(tx, { id, version, confirmTax, ...fields })), account: null }
  const orgId = await createShop(tx, fields, copyConfigFrom)
  if (copyRoles && copyConfigFrom !== null) await copyOwnRoles(tx, copyConfigFrom, { id: orgId, code: fields.code })
  const made = account && (await openAccount(tx, orgId, account))
  return { id: orgId, version: 1, account: made }
}

async function createShop(
  tx: CallerTx,
  fields: Parameters<typeof assertChoices>[1],
  copyConfigFrom: number | null,
): Promise<number> {
  const visible = await visibleOrgs(tx)
  if (fields.parentId === null) invalid([{ path: 'parentId', message: '请选择上级企业' }])
  if (!visible.includes(fields.parentId)) invalid([{ path: 'parentId', message: '上级企业不存在' }])
  if (copyConfigFrom !== null && !visible.includes(copyConfigFrom))
    invalid([{ path: 'copyConfigFrom', message: '被复制的企业不存在' }])
  await assertChoices(tx, fields)
  const config = copyConfigFrom === null ? {} : await configOf(tx, copyConfigFrom)
  const orgId = await onViolation(takenNames(fields), () => createOrg(tx, { ...fields, config }))
  await createFirstPlaces(tx, orgId, openingDay(fields.startMonth))
  const { userId, orgId: from } = tx.caller
  await settleNewOrg(tx, { orgId, parentId: fields.parentId }, { userId, from })
  await audit(tx, { entity: 'org', entityId: orgId, action: 'add', detail: { ...fields, copyConfigFrom } })
  return orgId
}

/** Opening balances are dated the day before the first month (business/ledgers 8). */
function openingDay(startMonth: number): string {
  return addDays(`${lastDayOfMonth(startMonth).slice(0, 7)}-01`, -1)
}

async function configOf(tx: CallerTx, orgId: number): Promise<Record<string, unknown>> {
  const row = await tx.one<{ config: Record<string, unknown> }>({
    text: 'select config from org where group_id = $1 and id = $2',
    values: [tx.groupId, orgId],
  })
  return row?.config ?? {}
}

/**
 * A login that administers the shop, with a password that is shown once. It gets no more than its maker holds, and the
 * owner's role from owners only (ADR 0030).
 */
async function openAccount(
  tx: CallerTx,
  orgId: number,
  account: NonNullable<ShopBody['account']>,
): Promise<NonNullable<Saved['account']>> {
  const password = oneTimePassword()
  const userId = await addUser(tx, { ...account, password, mustChangePassword: true })
  const [employee] = await tx.insert<{ id: number }>(
    'employee',
    ['group_id', 'org_id', 'emp_no', 'name', 'mobile'],
    [[tx.groupId, orgId, '0001', account.realName, account.mobile]],
    'returning id',
  )
  const roles = tx.caller.roles.includes('owner') ? ['owner', 'admin'] : ['admin']
  await assignUser(tx, { userId, orgId, roles, isDefault: true, employeeId: employee?.id ?? null })
  assertAssignable(await ownHoldings(tx), await worthOf(tx, userId, orgId), '新账号')
  await tx.query({
    text: 'update org set admin_user_id = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, orgId, userId],
  })
  await audit(tx, { entity: 'user', entityId: userId, action: 'add', detail: { username: account.username, orgId } })
  return { username: account.username, password }
}

/**
 * Roles that belong to one organisation alone, with everything they grant, as far as the caller may hand them out; their
 * codes get the new shop's code.
 */
async function copyOwnRoles(tx: CallerTx, from: number, to: { id: number; code: string }): Promise<void> {
  if (!mayPress(tx.caller, roleButtons.add)) forbidden('您没有「角色-新增」的权限，不能复制角色')
  const sources = await tx.query<{ id: number; code: string; name: string }>({
    text: 'select id, code, name from role where group_id = $1 and org_id = $2 order by id',
    values: [tx.groupId, from],
  })
  const gainOfRole = await gainsOfRoles(
    tx,
    sources.map((source) => source.id),
  )
  const own = await ownHoldings(tx)
  for (const source of sources) {
    assertRolesAssignable(own, [source], gainOfRole(source.id))
    await copyRole(tx, source.id, to)
  }
}

const limits =
  'discount_limit, order_discount_limit, settle_discount_limit, purchase_approve_limit, payment_approve_limit'

async function copyRole(tx: CallerTx, source: number, to: { id: number; code: string }): Promise<void> {
  const role = await tx.one<Record<string, unknown> & { code: string }>({
    text: `select code, name, is_active, all_warehouses, remark, ${limits} from role where group_id = $1 and id = $2`,
    values: [tx.groupId, source],
  })
  if (!role) notFound('角色')
  const row = { ...role, orgId: to.id, code: `${role.code}_${to.code.toLowerCase()}` }
  const [copy] = await tx.insert<{ id: number }>(
    'role',
    ['group_id', ...Object.keys(row).map(snake)],
    [[tx.groupId, ...Object.values(row)]],
    'returning id',
  )
  const granted = { role_button: 'button_id', role_field: 'field', role_scope: 'area, scope, department_ids' }
  for (const [table, columns] of Object.entries(granted))
    await tx.query({
      text: `insert into ${table} (group_id, role_id, ${columns})
        select $1::bigint, $3::bigint, ${columns} from ${table} where group_id = $1 and role_id = $2 returning role_id`,
      values: [tx.groupId, source, copy?.id],
    })
}
