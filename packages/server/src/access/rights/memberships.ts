import {
  type membershipRoutes,
  type MembershipRow,
  userButtons,
  type userRoleRoutes,
} from '@chepu/contract/access/user'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf, QueryOf } from '../../kernel/http/bind'
import { mayPress } from '../../kernel/caller/caller'
import { shanghaiDay } from '../../kernel/base/calendar'
import { onViolation } from '../../kernel/db/failures'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { maskedMobile } from '../../kernel/caller/mobile'
import { pushOrgChange, pushPermission } from '../../kernel/notify/notify'
import { allOf, containing, isAnyOf } from '../../kernel/caller/scope'
import { sortedBy } from '../../kernel/query/sorting'
import { assertAssignable, assertHolds, assertRolesAssignable, gainBy, together } from './gain'
import {
  aboveCaller,
  assertNoAdministrator,
  assertNotBeyond,
  assertTouch,
  isGroupWide,
  keepGoverned,
  lockPerson,
  orgsWith,
  ownHoldingsIn,
  type Person,
  readPerson,
} from './reach'
import { gainsOfRoles } from './role-content'
import { pageOf, totalsOf } from '../../kernel/query/page'

type Filters = QueryOf<typeof membershipRoutes.totals>
type Change = BodyOf<typeof membershipRoutes.save>
type ChangeOf<Action extends Change['action']> = Extract<Change, { action: Action }>

const sortable = { username: 'u.username', realName: 'u.real_name', orgName: 'o.code', startsOn: 'uo.starts_on' }

/** Who may choose which organisation, among those that the caller administers. */
export async function listMemberships(tx: CallerTx, filters: QueryOf<typeof membershipRoutes.list>) {
  const order = sortedBy(sortable, filters.sort) ?? sql`u.username, o.code`
  return pageOf(
    tx,
    sql<MembershipRow>`select uo.user_id || '/' || uo.org_id as key, uo.user_id,
      u.username, u.real_name, uo.org_id, o.name as org_name, uo.is_default, uo.starts_on, uo.is_active, u.version,
      ${aboveCaller(tx)} as is_protected, e.id as employee_id, coalesce(e.name, '') as employee_name,
      coalesce((select string_agg(r.name, '、' order by r.id) from user_role ur
        join role r on r.group_id = ur.group_id and r.id = ur.role_id
        where ur.group_id = uo.group_id and ur.user_id = uo.user_id and ur.org_id = uo.org_id), '') as role_names
    from user_org uo
    join app_user u on u.group_id = uo.group_id and u.id = uo.user_id
    join shared.login l on l.id = u.id and l.group_id = u.group_id
    join org o on o.group_id = uo.group_id and o.id = uo.org_id
    left join lateral (select e.id, e.name from employee e where e.group_id = uo.group_id and e.org_id = uo.org_id
      and e.user_id = uo.user_id order by e.id limit 1) e on true
    where ${where(tx, filters, await orgsWith(tx, [userButtons.view]))}
    order by ${order}, uo.user_id`,
    filters,
  )
}

export async function membershipTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  const orgIds = await orgsWith(tx, [userButtons.view])
  return totalsOf(
    tx,
    sql`select count(*) as count from user_org uo
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id where ${where(tx, filters, orgIds)}`,
  )
}

function where(tx: CallerTx, { q, userId, orgId, active }: Filters, orgIds: number[]): RawBuilder<SqlBool> {
  const text = q?.toLowerCase()
  return allOf([
    sql<SqlBool>`uo.group_id = ${tx.groupId} and ${isAnyOf('uo.org_id', orgIds)}`,
    ...(text
      ? [sql<SqlBool>`(u.username like ${containing(text)} or lower(u.real_name) like ${containing(text)})`]
      : []),
    ...(userId === undefined ? [] : [sql<SqlBool>`uo.user_id = ${userId}`]),
    ...(orgId === undefined ? [] : [sql<SqlBool>`uo.org_id = ${orgId}`]),
    ...(active === undefined ? [] : [sql<SqlBool>`uo.is_active = ${active}`]),
  ])
}

/** Organisations in which the caller administers users, by name. */
export async function administered(tx: CallerTx) {
  const orgIds = await orgsWith(tx, [userButtons.view, userButtons.grant])
  const rows = await tx.query<{ id: number; name: string }>({
    text: 'select id, name from org where group_id = $1 and id = any ($2::bigint[]) order by code',
    values: [tx.groupId, orgIds],
  })
  return { isGroupWide: isGroupWide(tx.caller), rows }
}

/** Employees at work in the organisation who have no account, mobiles masked without the field permission. */
export async function listFreeEmployees(tx: CallerTx, orgId: number) {
  if (!(await orgsWith(tx, [userButtons.view])).includes(orgId)) notFound('企业')
  const rows = await tx.query<{ id: number; empNo: string; name: string; mobile: string }>({
    text: `select id, emp_no, name, mobile from employee
      where group_id = $1 and org_id = $2 and user_id is null and (left_on is null or left_on > $3) order by emp_no`,
    values: [tx.groupId, orgId, shanghaiDay()],
  })
  return { rows: rows.map((row) => ({ ...row, mobile: maskedMobile(tx.caller, row.mobile) })) }
}

/** Refuses an employee of another organisation or one who has another account. */
export async function assertFreeEmployee(
  tx: CallerTx,
  orgId: number,
  employeeId: number,
  person: Pick<Person, 'id' | 'isProgram'> | null,
): Promise<void> {
  if (person?.isProgram) invalid([{ path: 'employeeId', message: '接口账号不是员工' }])
  const employee = await tx.one<{ userId: number | null }>({
    text: 'select user_id from employee where group_id = $1 and org_id = $2 and id = $3 for no key update',
    values: [tx.groupId, orgId, employeeId],
  })
  if (!employee) invalid([{ path: 'employeeId', message: '请选择该企业的员工' }])
  if (employee.userId !== null && employee.userId !== person?.id)
    invalid([{ path: 'employeeId', message: '该员工已有账号' }])
}

/** Adds, changes, switches or removes a membership, or makes it the user's default. */
export async function saveMembership(tx: CallerTx, body: Change): Promise<{ userId: number; orgId: number }> {
  const orgIds = await orgsWith(tx, [userButtons.update])
  if (!orgIds.includes(body.orgId)) notFound('企业')
  const person = await lockPerson(tx, body.userId, orgIds, body.action === 'add' ? undefined : body.version)
  assertTouch(person)
  if (body.action !== 'add' && !person.orgIds.includes(body.orgId)) notFound('所属企业')
  switch (body.action) {
    case 'add':
      await add(tx, person, body)
      break
    case 'change':
      await change(tx, person, body)
      break
    case 'enable':
      await enable(tx, person, body)
      break
    case 'default':
      await makeDefault(tx, body)
      break
    case 'remove':
      await remove(tx, person, body)
  }
  await tx.query({
    text: 'update app_user set version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, person.id],
  })
  const { userId: _user, ...detail } = body
  await audit(tx, { entity: 'user_org', entityId: person.id, action: body.action, detail })
  return { userId: body.userId, orgId: body.orgId }
}

async function add(tx: CallerTx, person: Person, body: ChangeOf<'add'>): Promise<void> {
  if (body.employeeId !== null) await assertFreeEmployee(tx, body.orgId, body.employeeId, person)
  await onViolation({ user_org_pkey: `“${person.realName}”已属于该企业` }, () =>
    tx.insert(
      'user_org',
      ['group_id', 'user_id', 'org_id', 'starts_on'],
      [[tx.groupId, person.id, body.orgId, body.startsOn]],
    ),
  )
  if (body.isDefault) await makeDefault(tx, body)
  await linkEmployee(tx, person.id, body.orgId, body.employeeId)
  if (body.roleIds.length > 0) await giveRoles(tx, { userId: person.id, orgId: body.orgId, roleIds: body.roleIds })
  else pushPermission(tx, [person.id])
}

async function change(tx: CallerTx, person: Person, body: ChangeOf<'change'>): Promise<void> {
  if (body.employeeId !== null) await assertFreeEmployee(tx, body.orgId, body.employeeId, person)
  const today = shanghaiDay()
  const isLater = body.startsOn !== null && body.startsOn > today
  const before = await startOf(tx, person.id, body.orgId)
  if (isLater) await assertMayStop(tx, person, body.orgId)
  if (before > today && (body.startsOn ?? '') < before) await assertNotBeyond(tx, person, [body.orgId])
  await keepGoverned(tx, [body.orgId], () =>
    tx.query({
      text: 'update user_org set starts_on = $4 where group_id = $1 and user_id = $2 and org_id = $3',
      values: [tx.groupId, person.id, body.orgId, body.startsOn],
    }),
  )
  await linkEmployee(tx, person.id, body.orgId, body.employeeId)
  if (isLater)
    pushOrgChange(tx, [person.id], `您自${body.startsOn}起才能进入“${await nameOf(tx, body.orgId)}”`, body.orgId)
  else pushPermission(tx, [person.id])
}

async function enable(tx: CallerTx, person: Person, body: ChangeOf<'enable'>): Promise<void> {
  await (body.isActive ? assertNotBeyond(tx, person, [body.orgId]) : assertMayStop(tx, person, body.orgId))
  await keepGoverned(tx, [body.orgId], () =>
    tx.query({
      text: 'update user_org set is_active = $4 where group_id = $1 and user_id = $2 and org_id = $3',
      values: [tx.groupId, person.id, body.orgId, body.isActive],
    }),
  )
  if (body.isActive) pushPermission(tx, [person.id])
  else pushOrgChange(tx, [person.id], `您在“${await nameOf(tx, body.orgId)}”的权限已停用`, body.orgId)
}

const makeDefault = (tx: CallerTx, { userId, orgId }: { userId: number; orgId: number }) =>
  tx.query({
    text: 'update user_org set is_default = (org_id = $3) where group_id = $1 and user_id = $2',
    values: [tx.groupId, userId, orgId],
  })

/** Rows of one membership, in the order in which they may go. */
const ownRows = ['user_role', 'user_button', 'user_field', 'user_scope', 'user_limit', 'user_org'] as const

async function remove(tx: CallerTx, person: Person, { orgId }: ChangeOf<'remove'>): Promise<void> {
  await assertMayStop(tx, person, orgId)
  const org = await nameOf(tx, orgId)
  await keepGoverned(tx, [orgId], async () => {
    await tx.query({
      text: `delete from user_warehouse where group_id = $1 and user_id = $2 and warehouse_id in (
        select id from warehouse where group_id = $1 and org_id = $3)`,
      values: [tx.groupId, person.id, orgId],
    })
    await linkEmployee(tx, person.id, orgId, null)
    for (const table of ownRows) {
      await tx.query({
        text: `delete from ${table} where group_id = $1 and user_id = $2 and org_id = $3`,
        values: [tx.groupId, person.id, orgId],
      })
    }
  })
  pushOrgChange(tx, [person.id], `您已被移出“${org}”，请重新登录`, orgId)
}

async function assertMayStop(tx: CallerTx, person: Person, orgId: number): Promise<void> {
  if (person.id === tx.caller.userId) refuse('不能移除或停用自己')
  await assertNoAdministrator(tx, person, [orgId])
}

/** The day on which a membership begins; empty when it always has. */
async function startOf(tx: CallerTx, userId: number, orgId: number): Promise<string> {
  const row = await tx.one<{ startsOn: string | null }>({
    text: 'select starts_on from user_org where group_id = $1 and user_id = $2 and org_id = $3',
    values: [tx.groupId, userId, orgId],
  })
  return row?.startsOn ?? ''
}

async function nameOf(tx: CallerTx, orgId: number): Promise<string> {
  const org = await tx.one<{ name: string }>({
    text: 'select name from org where group_id = $1 and id = $2',
    values: [tx.groupId, orgId],
  })
  return org?.name ?? ''
}

/** Joins the user with one employee of the organisation, or with none. */
async function linkEmployee(tx: CallerTx, userId: number, orgId: number, employeeId: number | null): Promise<void> {
  await tx.query({
    text: `update employee set user_id = case when id = $4 then $2::bigint end
      where group_id = $1 and org_id = $3 and (user_id = $2 or id = $4)`,
    values: [tx.groupId, userId, orgId, employeeId],
  })
}

/** The roles of a user in each organisation that the caller administers. */
export async function readRoles(tx: CallerTx, userId: number) {
  const orgIds = await orgsWith(tx, [userButtons.view, userButtons.grant])
  const person = await readPerson(tx, userId, orgIds)
  const orgs = await tx.query<{ orgId: number; orgName: string; roleIds: number[] }>({
    text: `select uo.org_id, o.name as org_name, array(select ur.role_id from user_role ur where ur.group_id = uo.group_id
        and ur.user_id = uo.user_id and ur.org_id = uo.org_id order by ur.role_id) as role_ids
      from user_org uo join org o on o.group_id = uo.group_id and o.id = uo.org_id
      where uo.group_id = $1 and uo.user_id = $2 and uo.org_id = any ($3::bigint[]) order by o.code`,
    values: [tx.groupId, userId, orgIds],
  })
  return { userId, version: person.version, orgs }
}

/** 分配角色 in one organisation. */
export async function saveRoles(tx: CallerTx, body: BodyOf<typeof userRoleRoutes.save>) {
  const person = await lockPerson(tx, body.userId, await orgsWith(tx, [userButtons.grant]), body.version)
  assertTouch(person)
  if (!person.orgIds.includes(body.orgId)) notFound('所属企业')
  await giveRoles(tx, body)
  const saved = await tx.one<{ version: number }>({
    text: 'update app_user set version = version + 1 where group_id = $1 and id = $2 returning version',
    values: [tx.groupId, body.userId],
  })
  return { userId: body.userId, version: saved?.version ?? body.version }
}

interface RoleToGive {
  id: number
  code: string
  name: string
  orgId: number | null
  isActive: boolean
}

/**
 * Puts roles in the place of the user's old ones; what the added ones give, and what he gains by the change, must be the
 * caller's to give.
 */
export async function giveRoles(
  tx: CallerTx,
  { userId, orgId, roleIds }: { userId: number; orgId: number; roleIds: readonly number[] },
): Promise<void> {
  if (!mayPress(tx.caller, userButtons.grant)) forbidden('您没有「分配角色」的权限')
  const own = await ownHoldingsIn(tx, orgId, [userButtons.grant])
  const roles = await tx.query<RoleToGive>({
    text: 'select id, code, name, org_id, is_active from role where group_id = $1 and id = any ($2::bigint[]) for share',
    values: [tx.groupId, roleIds],
  })
  if (roles.length !== new Set(roleIds).size) notFound('角色')
  const held = await tx.query<{ roleId: number }>({
    text: 'select role_id from user_role where group_id = $1 and user_id = $2 and org_id = $3',
    values: [tx.groupId, userId, orgId],
  })
  const old = new Set(held.map((row) => row.roleId))
  const added = roles.filter((role) => !old.has(role.id))
  const unfit = added.find((role) => !role.isActive || (role.orgId !== null && role.orgId !== orgId))
  if (unfit) refuse(`角色“${unfit.name}”${unfit.isActive ? '不属于该企业' : '已停用'}`)
  if (added.some((role) => role.code === 'owner')) await assertPerson(tx, userId)
  const change = () => keepGoverned(tx, [orgId], () => replaceRoles(tx, userId, orgId, roleIds))
  const gainOfRole = await gainsOfRoles(tx, roleIds)
  const ofRoles = together(added.map((role) => gainOfRole(role.id)))
  const ofChange = await gainBy(tx, { userId, orgId }, change)
  assertRolesAssignable(own, added, ofRoles)
  // A role that goes may have held back a wider scope: no role is to blame then, so the person is named.
  assertAssignable(own, ofChange, `改动后“${await realNameOf(tx, userId)}”`)
  // To himself nobody hands out more than he has, limits included.
  if (userId === tx.caller.userId) assertHolds(own, together([ofChange, ofRoles]))
  await assertKeepsAdministrator(tx, userId, orgId)
  await audit(tx, {
    entity: 'user_role',
    entityId: userId,
    action: 'update',
    detail: { orgId, roles: [[...old], [...roleIds]] },
  })
  pushPermission(tx, [userId])
}

/** A program owns nothing: 老板 answers for the company. */
async function assertPerson(tx: CallerTx, userId: number): Promise<void> {
  const program = await tx.one({
    text: 'select 1 as program from shared.login where group_id = $1 and id = $2 and is_program',
    values: [tx.groupId, userId],
  })
  if (program) refuse('接口账号不能是老板')
}

async function realNameOf(tx: CallerTx, userId: number): Promise<string> {
  const user = await tx.one<{ realName: string }>({
    text: 'select real_name from app_user where group_id = $1 and id = $2',
    values: [tx.groupId, userId],
  })
  return user?.realName ?? ''
}

async function replaceRoles(tx: CallerTx, userId: number, orgId: number, roleIds: readonly number[]): Promise<void> {
  await tx.query({
    text: 'delete from user_role where group_id = $1 and user_id = $2 and org_id = $3',
    values: [tx.groupId, userId, orgId],
  })
  await tx.insert(
    'user_role',
    ['group_id', 'user_id', 'org_id', 'role_id'],
    [...new Set(roleIds)].map((roleId) => [tx.groupId, userId, orgId, roleId]),
  )
}

/** The administrator on record keeps a role that administers. */
async function assertKeepsAdministrator(tx: CallerTx, userId: number, orgId: number): Promise<void> {
  const org = await tx.one<{ name: string }>({
    text: `select o.name from org o where o.group_id = $1 and o.id = $3 and o.admin_user_id = $2 and not exists (
      select 1 from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.code in ('owner', 'admin')
      where ur.group_id = o.group_id and ur.user_id = $2 and ur.org_id = o.id)`,
    values: [tx.groupId, userId, orgId],
  })
  if (org) refuse(`企业“${org.name}”的管理员至少要有老板或系统管理员角色，请先移交管理员`)
}
