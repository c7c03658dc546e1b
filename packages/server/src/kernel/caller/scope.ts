import { accountSides, advances } from '@chepu/contract/kernel/money-document'
import type { DocumentDef, Side } from '@chepu/contract/kernel/document'
import { defaultScope, type ScopeArea } from '@chepu/contract/kernel/scope-areas'
import type { OrgReach } from '@chepu/contract/kernel/list-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../base/errors'
import { seesBalance } from './balance-visibility'
import { type Caller, type People, warehousesWith } from './caller'

/** People on a document, by whom scopes 本人 and 本部门 decide (business/access 7). */
export interface ScopedRow {
  orgId: number
  creatorId: number
  handlerId: number | null
  salespersonId: number | null
  warehouseId?: number | null
  /** The other organisation of a document between two, and the warehouse there. */
  counterOrgId?: number | null
  toWarehouseId?: number | null
  /** Employees who are dispatched to a line of it. */
  technicianIds?: readonly number[]
  /** The account whose balance it changes by itself: it is seen by who sees that account's balances. */
  side?: string | null
}

/** What of a kind decides who sees its documents. */
type Scoped = Pick<DocumentDef, 'area' | 'hasCounterparty'>

/** The caller's scope in an area; 本企业 where nothing is set (business/access 7). */
export const scopeOf = (caller: Caller, area: ScopeArea) => caller.scopes[area] ?? defaultScope

/** Organisations whose own documents a scope in the area covers: the one that the caller works in, with 全部 all that he may choose. */
export const reachedOrgs = (caller: Caller, area: ScopeArea): number[] =>
  scopeOf(caller, area) === 4 ? caller.orgIds : [caller.orgId]

/** Refuses a document of another organisation: it may be seen from here, but is changed there. */
export function assertOwn(caller: Caller, { orgId }: { orgId: number }): void {
  if (orgId !== caller.orgId) forbidden('只能处理当前企业的单据')
}

/** Accounts whose balances the caller sees, each with its advances: of others no correction or opening balance exists for him (business/access 8). */
export const seenAccounts = (caller: Caller): string[] =>
  accountSides.flatMap((side) => (seesBalance(caller, side) ? [side, advances[side]] : []))

/** Whom scope 本人 or 本部门 covers in an area; departments may be named for it (指定部门). */
export function peopleOf(caller: Caller, area: ScopeArea, scope: 1 | 2): People {
  if (scope === 1)
    return { userIds: [caller.userId], employeeIds: caller.employeeId === null ? [] : [caller.employeeId] }
  return caller.peopleByArea[area] ?? { userIds: caller.departmentUserIds, employeeIds: caller.departmentEmployeeIds }
}

/**
 * True when the caller's data scope covers the row, on its own side or on the other one (ADR 0128). Rows outside it do not
 * exist for him (404, business/access 7).
 */
export function inScope(caller: Caller, area: ScopeArea, row: ScopedRow): boolean {
  if (row.side != null && !seenAccounts(caller).includes(row.side)) return false
  return isOwnersView(caller, area, row) || isCounterpartysView(caller, area, row)
}

/**
 * The people on a document are its owner's, so that scopes 本人 and 本部门 cover nothing of the other side. The other side of a document
 * within one organisation is whoever views the other warehouse.
 */
function isCounterpartysView(
  caller: Caller,
  area: ScopeArea,
  { orgId, counterOrgId, toWarehouseId }: ScopedRow,
): boolean {
  if (scopeOf(caller, area) < 3) return false
  const views = () => caller.warehouses.get(toWarehouseId ?? 0)?.has('view') ?? false
  if (counterOrgId == null) return toWarehouseId != null && orgId === caller.orgId && views()
  if (counterOrgId !== caller.orgId) return scopeOf(caller, area) === 4 && caller.orgIds.includes(counterOrgId)
  return toWarehouseId == null || views()
}

function isOwnersView(caller: Caller, area: ScopeArea, row: ScopedRow): boolean {
  const scope = scopeOf(caller, area)
  if (!reachedOrgs(caller, area).includes(row.orgId)) return false
  // Who may see a document of the workshop is asked of its people; its warehouse only says where its material lies.
  if (
    row.technicianIds === undefined &&
    row.warehouseId != null &&
    row.orgId === caller.orgId &&
    !caller.warehouses.get(row.warehouseId)?.has('view')
  )
    return false
  if (scope === 3 || scope === 4) return true
  const { userIds, employeeIds } = peopleOf(caller, area, scope)
  const isOf = (employeeId: number | null) => employeeId !== null && employeeIds.includes(employeeId)
  return (
    userIds.includes(row.creatorId) ||
    isOf(row.handlerId) ||
    isOf(row.salespersonId) ||
    (row.technicianIds ?? []).some(isOf)
  )
}

/**
 * The same decision as SQL over a document table with alias `d`: group, org, warehouses, people. Of a kind without a
 * counterparty the other side is not asked for, so that its lists read one index.
 */
export function documentScope(caller: Caller, { area, hasCounterparty }: Scoped): RawBuilder<SqlBool> {
  const owners = ownersScope(caller, area)
  const sides = hasCounterparty ? sql<SqlBool>`(${owners} or ${counterpartysScope(caller, area)})` : owners
  return sql<SqlBool>`d.group_id = ${caller.groupId} and ${sides}`
}

function counterpartysScope(caller: Caller, area: ScopeArea): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, area)
  if (scope < 3) return sql<SqlBool>`false`
  const own = sql<SqlBool>`d.counter_org_id = ${caller.orgId}`
  const views = isAnyOf('d.to_warehouse_id', warehousesWith(caller, 'view'))
  const there = sql<SqlBool>`(d.to_warehouse_id is null or ${views})`
  const within = sql<SqlBool>`(d.org_id = ${caller.orgId} and d.counter_org_id is null and ${views})`
  return scope === 4
    ? sql<SqlBool>`(${isAnyOf('d.counter_org_id', caller.orgIds)} and (not ${own} or ${there}) or ${within})`
    : sql<SqlBool>`(${own} and ${there} or ${within})`
}

function ownersScope(caller: Caller, area: ScopeArea): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, area)
  const warehouses = isAnyOf('d.warehouse_id', warehousesWith(caller, 'view'))
  const own = sql<SqlBool>`d.org_id = ${caller.orgId}`
  const place =
    scope === 4
      ? sql<SqlBool>`${isAnyOf('d.org_id', caller.orgIds)} and (not ${own} or ${warehouses})`
      : sql<SqlBool>`${own} and ${warehouses}`
  const people = scope < 3 ? peopleScope(caller, area, scope as 1 | 2) : sql<SqlBool>`true`
  return sql<SqlBool>`(${place} and ${people})`
}

/** The same decision for documents without a warehouse, such as money slips, with alias `d`; on the owner's side unless another is named. */
export function officeScope(caller: Caller, area: ScopeArea, side: Side = 'owner'): RawBuilder<SqlBool> {
  if (side === 'counterparty') return otherOfficeScope(caller, area)
  const scope = scopeOf(caller, area)
  const place = scope === 4 ? isAnyOf('d.org_id', caller.orgIds) : sql<SqlBool>`d.org_id = ${caller.orgId}`
  const people = scope < 3 ? peopleScope(caller, area, scope as 1 | 2) : sql<SqlBool>`true`
  return sql<SqlBool>`d.group_id = ${caller.groupId} and ${place} and ${people}`
}

/** The people on a document are its owner's: scopes 本人 and 本部门 cover nothing of the other side. */
function otherOfficeScope(caller: Caller, area: ScopeArea): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, area)
  if (scope < 3) return sql<SqlBool>`false`
  const place =
    scope === 4 ? isAnyOf('d.counter_org_id', caller.orgIds) : sql<SqlBool>`d.counter_org_id = ${caller.orgId}`
  return sql<SqlBool>`d.group_id = ${caller.groupId} and ${place}`
}

/** What a list of documents `d` leaves of the caller's scope: his own organisation, on either side, unless the group is asked for. */
export function within(
  caller: Caller,
  orgs: OrgReach | undefined,
  { hasCounterparty }: Pick<DocumentDef, 'hasCounterparty'> = {},
): RawBuilder<SqlBool> {
  if (orgs === 'group') return sql<SqlBool>`true`
  const own = sql<SqlBool>`d.org_id = ${caller.orgId}`
  return hasCounterparty ? sql<SqlBool>`(${own} or d.counter_org_id = ${caller.orgId})` : own
}

/** Documents `d` on which the organisation that the caller works in is this side. */
export const isOfSide = ({ orgId }: Caller, side: Side): RawBuilder<SqlBool> =>
  side === 'owner' ? sql<SqlBool>`d.org_id = ${orgId}` : sql<SqlBool>`d.counter_org_id = ${orgId}`

/** Areas in which the caller's scope reaches further than the organisation that he works in. */
export const wideAreas = (caller: Caller): ScopeArea[] =>
  caller.orgIds.length > 1
    ? (Object.keys(caller.scopes) as ScopeArea[]).filter((area) => scopeOf(caller, area) === 4)
    : []

function peopleScope(caller: Caller, area: ScopeArea, scope: 1 | 2): RawBuilder<SqlBool> {
  const { userIds, employeeIds } = peopleOf(caller, area, scope)
  return sql<SqlBool>`(${isAnyOf('d.creator_id', userIds)} or ${isAnyOf('d.handler_id', employeeIds)}
    or ${isAnyOf('d.salesperson_id', employeeIds)})`
}

/** `column = any (ids)`; an empty list matches nothing. `column` is written by us, never by a caller. */
export const isAnyOf = (column: string, ids: readonly number[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.raw(column)} = any (${[...ids]}::bigint[])`

/** All conditions together; none means true. */
export const allOf = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`

/** Documents `d` of whom the text names a part. */
export const isMadeBy = (name: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select 1 from app_user u where u.group_id = d.group_id and u.id = d.creator_id
    and u.real_name like ${containing(name)})`

/** `text` inside a LIKE pattern: % and _ stand for themselves. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** `text` as a LIKE pattern that begins with it; % and _ stand for themselves. */
export const startingWith = (text: string): string => `${literally(text)}%`

/** `text` as a LIKE pattern that contains it. */
export const containing = (text: string): string => `%${startingWith(text)}`
