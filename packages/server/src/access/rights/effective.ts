import { everyWarehouseFlag, type WarehouseFlag, warehouseFlags } from '@chepu/contract/kernel/warehouse-flags'
import { permissionGroups } from '@chepu/contract/access/catalogue'
import { limitLabels } from '@chepu/contract/access/role'
import { defaultScope, type Scope, type ScopeArea, scopeAreas } from '@chepu/contract/kernel/scope-areas'
import {
  authButtons,
  type EffectiveRights,
  type UserLimitKey,
  userLimitKeys,
  type UserLimits,
} from '@chepu/contract/access/user-rights'
import { fieldKeys, fieldLabels } from '@chepu/contract/kernel/fields'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { grantsOf } from '../../kernel/caller/rights'
import { menuPoints } from '../../shell/public'
import { type HeldRole, heldRoles, ownLayerOf, widest } from './privileges'
import { orgsWith, readPerson } from './reach'

/** 查看有效权限: everything that a user may do in an organisation, and where each right comes from. */
export async function effectiveOf(
  tx: CallerTx,
  { userId, orgId }: { userId: number; orgId: number },
): Promise<EffectiveRights> {
  const orgIds = await orgsWith(tx, [authButtons.view])
  const person = await readPerson(tx, userId, orgIds)
  if (!orgIds.includes(orgId) || !person.orgIds.includes(orgId)) notFound('用户')
  const roles = await heldRoles(tx, userId, orgId)
  const own = await ownLayerOf(tx, userId, orgId)
  const held = await grantsOf(tx, userId, orgId)
  const stopped = new Set((await menuPoints(tx)).filter((point) => !point.isActive).map((point) => point.key))
  const layer = (granted: boolean, withdrawn: boolean) => (granted ? true : withdrawn ? false : null)
  const buttons = permissionGroups.flatMap((group) =>
    [{ id: group.pageId, key: '', label: '查询' }, ...group.actions].map(({ id, key, label }) => ({
      id,
      group: group.label,
      name: label,
      roles: roles.filter((role) => role.buttons.includes(id)).map((role) => role.name),
      own: layer(own.granted.includes(id), own.withdrawn.includes(id)),
      isStopped: stopped.has(`${group.key}.${key}`),
      isHeld: held.buttons.has(id),
    })),
  )
  const fields = fieldKeys.map((key) => ({
    key,
    name: fieldLabels[key],
    roles: roles.filter((role) => role.fields.includes(key)).map((role) => role.name),
    own: layer(own.visibleFields.includes(key), own.hiddenFields.includes(key)),
    isStopped: stopped.has(key),
    isHeld: held.fields.has(key),
  }))
  const isTold = (right: { roles: string[]; own: boolean | null }) => right.roles.length > 0 || right.own !== null
  return {
    roles: roles.map((role) => role.name),
    buttons: buttons.filter(isTold),
    fields: fields.filter(isTold),
    scopes: await scopesOf(tx, userId, orgId, held.scopes),
    limits: limitsOf(roles, own.limits),
    warehouses: await warehousesOf(tx, orgId, held.warehouses, roles),
  }
}

interface ScopeRow {
  area: ScopeArea
  scope: Scope
  departments: string[]
  /** Null is the user's own. */
  role: string | null
}

async function scopesOf(
  tx: CallerTx,
  userId: number,
  orgId: number,
  held: Partial<Record<ScopeArea, Scope>>,
): Promise<EffectiveRights['scopes']> {
  const rows = await tx.query<ScopeRow>({
    text: `with named as (
        select s.area, s.scope, s.department_ids, null as role from user_scope s
          where s.group_id = $1 and s.user_id = $2 and s.org_id = $3
        union all
        select s.area, s.scope, s.department_ids, r.name from user_role ur
          join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
          join role_scope s on s.group_id = r.group_id and s.role_id = r.id
          where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3 and (r.org_id is null or r.org_id = ur.org_id)
      )
      select n.area, n.scope, n.role, array(select d.name from department d
        where d.group_id = $1 and d.id = any (n.department_ids) order by d.sort, d.id) as departments from named n`,
    values: [tx.groupId, userId, orgId],
  })
  return (Object.keys(scopeAreas) as ScopeArea[]).map((area) => {
    const scope = held[area] ?? defaultScope
    const named = rows.filter((row) => row.area === area)
    const giving = named.some((row) => row.role === null)
      ? named.filter((row) => row.role === null)
      : named.filter((row) => row.scope === scope)
    const from = giving.map((row) => row.role ?? '用户设置').join('、')
    const departments = [...new Set(giving.flatMap((row) => (scope === 2 ? row.departments : [])))]
    return { area, name: scopeAreas[area], scope, departments, from: from || '默认' }
  })
}

const isUserLimit = (key: string): key is UserLimitKey => userLimitKeys.some((each) => each === key)

function limitsOf(roles: readonly HeldRole[], own: UserLimits): EffectiveRights['limits'] {
  return (Object.keys(limitLabels) as (keyof typeof limitLabels)[]).map((key) => {
    const mine = isUserLimit(key) ? own[key] : null
    const isUnlimited = isUserLimit(key) && own.unlimited.includes(key)
    const value = isUnlimited ? null : (mine ?? widest(roles.map((role) => role[key])))
    const giving = roles.filter((role) => role[key] === value).map((role) => role.name)
    const from = isUnlimited || mine !== null ? '用户设置' : giving.join('、') || '默认'
    return { name: limitLabels[key], value, isRate: key === 'discountLimit', from }
  })
}

async function warehousesOf(
  tx: CallerTx,
  orgId: number,
  held: ReadonlyMap<number, ReadonlySet<WarehouseFlag>>,
  roles: readonly HeldRole[],
): Promise<EffectiveRights['warehouses']> {
  const rows = await tx.query<{ id: number; name: string }>({
    text: 'select id, name from warehouse where group_id = $1 and org_id = $2 and is_active order by code',
    values: [tx.groupId, orgId],
  })
  const all = roles.filter((role) => role.allWarehouses).map((role) => role.name)
  return rows
    .filter((row) => held.has(row.id))
    .map((row) => ({
      name: row.name,
      flags: everyWarehouseFlag.filter((flag) => held.get(row.id)?.has(flag)).map((flag) => warehouseFlags[flag]),
      from: all.length > 0 ? `${all.join('、')}（全部仓库）` : '仓库权限',
    }))
}
