import { defaultScope, type Scope, type ScopeArea, scopeAreas } from '@chepu/contract/kernel/scope-areas'
import { type AreaScope, authButtons, type dataScopeRoutes } from '@chepu/contract/access/user-rights'
import { sql } from 'kysely'
import { audit } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound } from '../../kernel/base/errors'
import { pushPermission } from '../../kernel/notify/notify'
import type { Grants } from '../../kernel/caller/rights'
import { seedRoles } from '../seed-roles'
import { assertHolds, gainBy } from './gain'
import {
  aboveCaller,
  assertTouch,
  isGroupWide,
  lockPerson,
  orgsWeighing,
  orgsWith,
  ownHoldings,
  ownHoldingsIn,
} from './reach'
import { holdersOf, lockRole } from './roles'

const areas = Object.keys(scopeAreas) as ScopeArea[]

interface Owned extends AreaScope {
  ownerId: number
}

const below = (rows: readonly Owned[], ownerId: number): AreaScope[] =>
  rows
    .filter((row) => row.ownerId === ownerId)
    .map(({ area, scope, departmentIds }) => ({ area, scope, departmentIds: scope === 2 ? departmentIds : null }))

/** 数据权限: scopes of the roles that serve the organisation, and of its members. */
export async function readDataScopes(tx: CallerTx, orgId: number) {
  if (!(await orgsWith(tx, [authButtons.view])).includes(orgId)) notFound('企业')
  const values = [tx.groupId, orgId]
  const departments = await tx.query<{ id: number; parentId: number | null; name: string }>({
    text: 'select id, parent_id, name from department where group_id = $1 and org_id = $2 and is_active order by sort, id',
    values,
  })
  const roles = await tx.query<{ id: number; name: string; version: number; isOwn: boolean }>({
    text: `select id, name, version, (org_id is not null or $3::boolean) as is_own from role
      where group_id = $1 and is_active and (org_id is null or org_id = $2) order by org_id nulls first, id`,
    values: [...values, isGroupWide(tx.caller)],
  })
  const roleScopes = await tx.query<Owned>({
    text: `select s.role_id as owner_id, s.area, s.scope, s.department_ids from role_scope s
      join role r on r.group_id = s.group_id and r.id = s.role_id where s.group_id = $1 and (r.org_id is null or r.org_id = $2)`,
    values,
  })
  return {
    orgId,
    departments,
    roles: roles.map((role) => ({ ...role, scopes: below(roleScopes, role.id) })),
    users: await readUsers(tx, orgId),
    grantable: await grantable(tx, orgId),
  }
}

async function readUsers(tx: CallerTx, orgId: number) {
  const users = await tx.select(
    sql<{
      id: number
      name: string
      version: number
      isProtected: boolean
    }>`select u.id, u.real_name as name, u.version,
        ${aboveCaller(tx)} as is_protected
      from user_org uo join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join shared.login l on l.id = u.id and l.group_id = u.group_id
      where uo.group_id = ${tx.groupId} and uo.org_id = ${orgId} and uo.is_active order by u.username`,
  )
  const own = await tx.query<Owned>({
    text: 'select user_id as owner_id, area, scope, department_ids from user_scope where group_id = $1 and org_id = $2',
    values: [tx.groupId, orgId],
  })
  const fromRoles = await tx.query<Owned>({
    text: `select distinct on (ur.user_id, s.area) ur.user_id as owner_id, s.area, s.scope, s.department_ids from user_role ur
      join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active and (r.org_id is null or r.org_id = ur.org_id)
      join role_scope s on s.group_id = r.group_id and s.role_id = r.id
      where ur.group_id = $1 and ur.org_id = $2 order by ur.user_id, s.area, s.scope desc`,
    values: [tx.groupId, orgId],
  })
  return users.map((user) => ({ ...user, scopes: below(own, user.id), fromRoles: below(fromRoles, user.id) }))
}

async function grantable(tx: CallerTx, orgId: number) {
  const own = await ownHoldings(tx, orgId)
  return areas.map((area) => ({ area, scope: own.scopes[area] ?? defaultScope }))
}

type Body = BodyOf<typeof dataScopeRoutes.save>

/** Saves the scopes of a role or of a user; nobody gives a wider one than his own, nor names departments below that. */
export async function saveDataScopes(tx: CallerTx, body: Body): Promise<{ version: number }> {
  if (new Set(body.scopes.map((scope) => scope.area)).size !== body.scopes.length)
    invalid([{ path: 'scopes', message: '业务域不能重复' }])
  const { subject } = body
  return subject.kind === 'role' ? saveOfRole(tx, subject.roleId, body) : saveOfUser(tx, subject, body)
}

async function saveOfRole(tx: CallerTx, roleId: number, body: Body): Promise<{ version: number }> {
  const role = await lockRole(tx, roleId, authButtons.data, body.version)
  const holders = await holdersOf(tx, roleId)
  const old = await tx.query<AreaScope>({
    text: 'select area, scope, department_ids from role_scope where group_id = $1 and role_id = $2',
    values: [tx.groupId, roleId],
  })
  const scopes = body.reset ? defaultsOf(role.code) : body.scopes
  const missing = role.code === 'owner' && areas.find((area) => !scopes.some((each) => each.area === area))
  if (missing)
    invalid([{ path: 'scopes', message: `老板在“${scopeAreas[missing]}”的数据范围不能为空，可点“恢复默认”` }])
  await assertDepartments(tx, scopes, role.orgId)
  for (const orgId of await orgsWeighing(tx, role, [authButtons.data], holders.orgIds))
    assertScopes(await ownHoldings(tx, orgId), old, scopes)
  await replace(tx, 'role_scope', { role_id: roleId }, scopes)
  await tx.query({
    text: 'update role set version = version + 1 where group_id = $1 and id = $2',
    values: [tx.groupId, roleId],
  })
  await audit(tx, { entity: 'role', entityId: roleId, action: 'data_scope', detail: { before: old, after: scopes } })
  pushPermission(tx, holders.userIds)
  return { version: role.version + 1 }
}

/** 恢复默认: what a role of the program came with; another role has no scopes of its own then. */
function defaultsOf(code: string): AreaScope[] {
  const seed = seedRoles.find((role) => role.code === code)
  return (Object.entries(seed?.scopes ?? {}) as [ScopeArea, Scope][]).map(([area, scope]) => ({
    area,
    scope,
    departmentIds: null,
  }))
}

async function saveOfUser(
  tx: CallerTx,
  { userId, orgId }: { userId: number; orgId: number },
  body: Body,
): Promise<{ version: number }> {
  const own = await ownHoldingsIn(tx, orgId, [authButtons.data])
  const person = await lockPerson(tx, userId, [orgId], body.version)
  assertTouch(person)
  const scopes = body.reset ? [] : body.scopes
  await assertDepartments(tx, scopes, orgId)
  const old = await tx.query<AreaScope>({
    text: 'select area, scope, department_ids from user_scope where group_id = $1 and user_id = $2 and org_id = $3',
    values: [tx.groupId, userId, orgId],
  })
  const subject = { user_id: userId, org_id: orgId }
  assertHolds(own, await gainBy(tx, { userId, orgId }, () => replace(tx, 'user_scope', subject, scopes)))
  assertNamed(own, old, scopes)
  const saved = await tx.one<{ version: number }>({
    text: 'update app_user set version = version + 1 where group_id = $1 and id = $2 returning version',
    values: [tx.groupId, userId],
  })
  await audit(tx, {
    entity: 'user_scope',
    entityId: userId,
    action: 'update',
    detail: { orgId, before: old, after: scopes },
  })
  pushPermission(tx, [userId])
  return { version: saved?.version ?? body.version }
}

async function replace(
  tx: CallerTx,
  table: 'role_scope' | 'user_scope',
  owner: Record<string, number>,
  scopes: readonly AreaScope[],
): Promise<void> {
  const columns = Object.keys(owner)
  await tx.query({
    text: `delete from ${table} where group_id = $1 ${columns.map((column, i) => `and ${column} = $${i + 2}`).join(' ')}`,
    values: [tx.groupId, ...Object.values(owner)],
  })
  await tx.insert(
    table,
    ['group_id', ...columns, 'area', 'scope', 'department_ids'],
    scopes.map(({ area, scope, departmentIds }) => [
      tx.groupId,
      ...Object.values(owner),
      area,
      scope,
      scope === 2 && departmentIds?.length ? departmentIds : null,
    ]),
  )
}

/** Departments of the organisation; a role of the group may name those of any organisation that the caller administers. */
async function assertDepartments(tx: CallerTx, scopes: readonly AreaScope[], orgId: number | null): Promise<void> {
  const ids = [...new Set(scopes.flatMap((scope) => scope.departmentIds ?? []))]
  if (ids.length === 0) return
  const orgIds = orgId === null ? await orgsWith(tx, [authButtons.data]) : [orgId]
  const found = await tx.query({
    text: 'select id from department where group_id = $1 and id = any ($2::bigint[]) and org_id = any ($3::bigint[])',
    values: [tx.groupId, ids, orgIds],
  })
  if (found.length !== ids.length) invalid([{ path: 'scopes', message: '部门不存在' }])
}

const widthIn = (scopes: readonly AreaScope[], area: ScopeArea): number =>
  scopes.find((scope) => scope.area === area)?.scope ?? defaultScope

function assertScopes(own: Grants, old: readonly AreaScope[], scopes: readonly AreaScope[]): void {
  const wider = areas
    .filter((area) => widthIn(scopes, area) > widthIn(old, area))
    .map((area): [ScopeArea, number] => [area, widthIn(scopes, area)])
  assertHolds(own, { buttons: [], fields: [], limits: [], warehouses: [], scopes: wider })
  assertNamed(own, old, scopes)
}

/** Somebody who sees no more than a department himself names none for others. */
function assertNamed(own: Grants, old: readonly AreaScope[], scopes: readonly AreaScope[]): void {
  const named = scopes.find(({ area, scope, departmentIds }) => {
    const before = old.find((each) => each.area === area)?.departmentIds ?? []
    const isNew = scope === 2 && (departmentIds ?? []).some((id) => !before?.includes(id))
    return isNew && (own.scopes[area] ?? defaultScope) < 3
  })
  if (named) forbidden(`您在“${scopeAreas[named.area]}”的数据范围不足以指定部门`)
}
