import type { SavedRow } from '@chepu/contract/kernel/master-calls'
import { roleButtons, type RoleRow, type roleRoutes } from '@chepu/contract/access/role'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import {
  addMaster,
  changeMaster,
  enableMaster,
  lockMaster,
  type Master,
  type MasterRow,
  removeMaster,
} from '../../kernel/master/master'
import { pushPermission } from '../../kernel/notify/notify'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { seedRoles } from '../seed-roles'
import { isGroupWide, keepGoverned, orgsWeighing, orgsWith, ownHoldings } from './reach'
import { assertRolesAssignable, barrierOfRole } from './gain'
import { gainsOfRoles } from './role-content'
import { seeing } from './users'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = QueryOf<typeof roleRoutes.totals>
type Change = BodyOf<typeof roleRoutes.save>
type ChangeOf<Action extends Change['action']> = Extract<Change, { action: Action }>

interface Role extends MasterRow {
  code: string
  name: string
  orgId: number | null
  remark: string
}

const master: Master = { table: 'role', title: '角色' }
const seedCodes = seedRoles.map((role) => role.code)
const sortable = { code: 'r.code', name: 'r.name', isActive: 'r.is_active' }

type Listed = Omit<RoleRow, 'barrier'>

/** Roles of the group and of the organisations that the caller administers, with the number of their holders there. */
export async function listRoles(tx: CallerTx, filters: QueryOf<typeof roleRoutes.list>) {
  const orgIds = await orgsWith(tx, seeing)
  const order = sortedBy(sortable, filters.sort) ?? sql`r.is_active desc, r.org_id nulls first, r.id`
  const wide = isGroupWide(tx.caller)
  const { rows, more } = await pageOf(
    tx,
    sql<Listed>`select r.id, r.code, r.name, r.org_id, r.is_active, r.remark, r.version,
      coalesce(o.name, '集团') as reach, r.code = any (${seedCodes}::text[]) as is_seed,
      (r.org_id is not null or ${wide}::boolean) as is_own,
      (select count(distinct ur.user_id) from user_role ur where ur.group_id = r.group_id and ur.role_id = r.id
        and ${isAnyOf('ur.org_id', orgIds)}) as user_count
    from role r left join org o on o.group_id = r.group_id and o.id = r.org_id
    where ${where(tx, filters, orgIds)}
    order by ${order}, r.id`,
    filters,
  )
  return { rows: await withBarriers(tx, rows, filters.orgId), more }
}

/** Says of each role why the caller may not hand it out in an organisation, the one he works in if none is named; empty when he may. */
export async function withBarriers<Row extends { id: number; code: string }>(
  tx: CallerTx,
  roles: readonly Row[],
  orgId?: number,
) {
  const gainOf = await gainsOfRoles(
    tx,
    roles.map((role) => role.id),
  )
  const own = await ownHoldings(tx, orgId)
  return roles.map((role) => ({ ...role, barrier: barrierOfRole(own, role, gainOf(role.id)) }))
}

export async function roleTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  const orgIds = await orgsWith(tx, seeing)
  return totalsOf(tx, sql`select count(*) as count from role r where ${where(tx, filters, orgIds)}`)
}

function where(tx: CallerTx, { q, reach, active }: Filters, orgIds: number[]): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`r.group_id = ${tx.groupId} and (r.org_id is null or ${isAnyOf('r.org_id', orgIds)})`,
    ...(text ? [sql<SqlBool>`(lower(r.name) like ${containing(text)} or lower(r.code) like ${containing(text)})`] : []),
    ...(reach === undefined ? [] : [sql<SqlBool>`(r.org_id is null) = ${reach === 'group'}`]),
    ...(active === undefined ? [] : [sql<SqlBool>`r.is_active = ${active}`]),
  ])
}

/** Adds, changes, copies, switches or deletes a role. */
export function saveRole(tx: CallerTx, body: Change): Promise<Partial<SavedRow> & { id: number }> {
  return onViolation({ role_group_id_code_key: '角色编码已存在' }, async () => {
    switch (body.action) {
      case 'save':
        return body.id === undefined ? addRole(tx, body) : changeRole(tx, body.id, body)
      case 'copy':
        return copyRole(tx, body)
      case 'enable':
        return enableRole(tx, body)
      case 'delete':
        return deleteRole(tx, body)
    }
  })
}

async function addRole(tx: CallerTx, { code, name, orgId, remark }: ChangeOf<'save'>): Promise<SavedRow> {
  if (!mayPress(tx.caller, roleButtons.add)) forbidden()
  await assertPlace(tx, orgId, roleButtons.add)
  return addMaster(tx, master, { code, name, orgId, remark })
}

async function changeRole(tx: CallerTx, id: number, body: ChangeOf<'save'>): Promise<SavedRow> {
  if (!mayPress(tx.caller, roleButtons.update)) forbidden()
  const before = await lockRole(tx, id, roleButtons.update, body.version ?? 0)
  const { code, name, orgId, remark } = body
  if (code !== before.code) invalid([{ path: 'code', message: '角色编码不能修改' }])
  if (orgId !== before.orgId) {
    if (seedCodes.includes(before.code)) invalid([{ path: 'orgId', message: '系统预置角色只能用于集团' }])
    await assertPlace(tx, orgId, roleButtons.update)
    await assertUsedOnlyIn(tx, id, orgId)
  }
  return changeMaster(tx, master, before, { name, orgId, remark })
}

/** A role that its holders have elsewhere cannot be narrowed to one organisation. */
async function assertUsedOnlyIn(tx: CallerTx, roleId: number, orgId: number | null): Promise<void> {
  if (orgId === null) return
  const used = await tx.one({
    text: 'select 1 as used from user_role where group_id = $1 and role_id = $2 and org_id <> $3 limit 1',
    values: [tx.groupId, roleId, orgId],
  })
  if (used) invalid([{ path: 'orgId', message: '其他企业的用户正在使用该角色' }])
}

/** 复制: a new role with all rights of another, as far as the caller may hand that one out. */
async function copyRole(tx: CallerTx, body: ChangeOf<'copy'>): Promise<SavedRow> {
  if (!mayPress(tx.caller, roleButtons.add)) forbidden()
  const source = await readRole(tx, body.from)
  await assertPlace(tx, body.orgId, roleButtons.add)
  await assertMayHandOut(tx, source, [])
  const { code, name, orgId, remark } = body
  const added = await addMaster(tx, master, { code, name, orgId, remark })
  await copyContent(tx, source.id, added.id)
  return added
}

async function copyContent(tx: CallerTx, from: number, to: number): Promise<void> {
  const values = [tx.groupId, from, to]
  await tx.query({
    text: `insert into role_button (group_id, role_id, button_id)
      select $1::bigint, $3::bigint, button_id from role_button where group_id = $1 and role_id = $2 on conflict do nothing`,
    values,
  })
  await tx.query({
    text: `insert into role_field (group_id, role_id, field)
      select $1::bigint, $3::bigint, field from role_field where group_id = $1 and role_id = $2 on conflict do nothing`,
    values,
  })
  await tx.query({
    text: `insert into role_scope (group_id, role_id, area, scope, department_ids)
      select $1::bigint, $3::bigint, area, scope, department_ids from role_scope where group_id = $1 and role_id = $2
      on conflict do nothing`,
    values,
  })
  await tx.query({
    text: `update role r set all_warehouses = s.all_warehouses, discount_limit = s.discount_limit,
        order_discount_limit = s.order_discount_limit, settle_discount_limit = s.settle_discount_limit,
        purchase_approve_limit = s.purchase_approve_limit, payment_approve_limit = s.payment_approve_limit
      from role s where r.group_id = $1 and r.id = $3 and s.group_id = r.group_id and s.id = $2`,
    values,
  })
}

/** 停用 takes the role's rights from its holders at once, 启用 gives them back. */
async function enableRole(tx: CallerTx, { id, isActive, version }: ChangeOf<'enable'>): Promise<{ id: number }> {
  if (!mayPress(tx.caller, roleButtons.update)) forbidden()
  const role = await lockRole(tx, id, roleButtons.update, version)
  const holders = await holdersOf(tx, id)
  if (isActive) await assertMayHandOut(tx, role, holders.orgIds)
  const done = await keepGoverned(tx, holders.orgIds, () => enableMaster(tx, master, id, { isActive, version }))
  pushPermission(tx, holders.userIds)
  return done
}

async function deleteRole(tx: CallerTx, { id, version }: ChangeOf<'delete'>): Promise<{ id: number }> {
  if (!mayPress(tx.caller, roleButtons.remove)) forbidden()
  const role = await lockRole(tx, id, roleButtons.remove, version)
  if (seedCodes.includes(role.code)) refuse(`“${role.name}”是系统预置角色，不能删除，可改为停用`)
  const { userIds } = await holdersOf(tx, id)
  if (userIds.length > 0) refuse(`角色“${role.name}”正在被${userIds.length}名用户使用，不能删除`)
  return removeMaster(tx, master, role, [
    ['role_button', 'role_id'],
    ['role_field', 'role_id'],
    ['role_scope', 'role_id'],
  ])
}

/** An organisation's role stands where the caller administers roles; one of the group needs the whole group's reach. */
async function assertPlace(tx: CallerTx, orgId: number | null, button: number): Promise<void> {
  if (orgId === null && !isGroupWide(tx.caller)) invalid([{ path: 'orgId', message: '集团角色只能由集团管理员维护' }])
  if (orgId !== null && !(await orgsWith(tx, [button])).includes(orgId))
    invalid([{ path: 'orgId', message: '请选择企业' }])
}

/** A role that the caller may see: of the group or of an organisation that he administers. */
export async function readRole(tx: CallerTx, id: number): Promise<Role> {
  const role = await tx.one<Role>({
    text: 'select * from role where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  if (!role || (role.orgId !== null && !(await orgsWith(tx, seeing)).includes(role.orgId))) return notFound('角色')
  return role
}

/**
 * Locks a role that the caller may change with the button. A role of the group is changed by those who administer every
 * organisation in which somebody holds it.
 */
export async function lockRole(tx: CallerTx, id: number, button: number, version?: number): Promise<Role> {
  const role = await lockMaster<Role>(tx, master, id, version)
  const orgIds = await orgsWith(tx, [button])
  if (role.orgId !== null) return orgIds.includes(role.orgId) ? role : notFound('角色')
  if (!isGroupWide(tx.caller)) forbidden('集团角色只能由集团管理员维护，可复制为本企业角色')
  const holders = await holdersOf(tx, id)
  if (holders.orgIds.some((orgId) => !orgIds.includes(orgId)))
    forbidden(`“${role.name}”还有您管理范围以外的用户在使用，不能修改`)
  return role
}

/** Who holds a role, and in which organisations. */
export async function holdersOf(tx: CallerTx, roleId: number): Promise<{ userIds: number[]; orgIds: number[] }> {
  const rows = await tx.query<{ userId: number; orgId: number }>({
    text: 'select user_id, org_id from user_role where group_id = $1 and role_id = $2',
    values: [tx.groupId, roleId],
  })
  const unique = (ids: number[]) => [...new Set(ids)].sort((a, b) => a - b)
  return { userIds: unique(rows.map((row) => row.userId)), orgIds: unique(rows.map((row) => row.orgId)) }
}

/** Refuses to copy or revive a role whose rights the caller could not hand out where somebody gets them by that. */
async function assertMayHandOut(tx: CallerTx, role: Role, heldIn: readonly number[]): Promise<void> {
  const gainOf = await gainsOfRoles(tx, [role.id])
  for (const orgId of await orgsWeighing(tx, role, [roleButtons.add, roleButtons.update], heldIn))
    assertRolesAssignable(await ownHoldings(tx, orgId), [role], gainOf(role.id))
}

/** 成员, within the organisations that the caller administers. */
export async function roleMembers(tx: CallerTx, roleId: number) {
  await readRole(tx, roleId)
  const rows = await tx.query<{
    userId: number
    username: string
    realName: string
    orgId: number
    orgName: string
    isActive: boolean
    version: number
  }>({
    text: `select u.id as user_id, u.username, u.real_name, o.id as org_id, o.name as org_name, u.is_active, u.version
      from user_role ur
      join app_user u on u.group_id = ur.group_id and u.id = ur.user_id
      join org o on o.group_id = ur.group_id and o.id = ur.org_id
      where ur.group_id = $1 and ur.role_id = $2 and ur.org_id = any ($3::bigint[]) order by o.code, u.username`,
    values: [tx.groupId, roleId, await orgsWith(tx, seeing)],
  })
  return { rows }
}
