import { everyWarehouseFlag, type WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { Scope, ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import { shanghaiDay } from '../base/calendar'
import type { Caller, CallerOrg, HiddenField, Limits, People } from './caller'
import type { Tx } from '../db/tx'

/** Everything about a caller that his roles and his own grants decide. */
export type Rights = Omit<Caller, 'deviceId' | 'ip' | 'requestId'>

interface OrgRow extends Omit<CallerOrg, 'config'> {
  config: unknown
  realName: string
  isPlatform: boolean
  isProgram: boolean
  employeeId: number | null
  departmentId: number | null
}

interface RoleRow {
  id: number
  code: string
  allWarehouses: boolean
  discountLimit: Decimal | null
  orderDiscountLimit: Decimal | null
  settleDiscountLimit: Decimal | null
  purchaseApproveLimit: Decimal | null
  paymentApproveLimit: Decimal | null
}

/** A membership that counts today, of alias `uo`: not switched off, and begun. `day` is the placeholder of today. */
export const membershipCounts = (day: string): string =>
  `uo.is_active and (uo.starts_on is null or uo.starts_on <= ${day}::date)`

/**
 * Reads what a user may do in an org (business/access 4): the union of his roles there, with what he himself was granted and
 * what was withdrawn from him above it. Null when he may not work there today.
 */
export async function loadRights(tx: Tx, userId: number, orgId: number): Promise<Rights | null> {
  const org = await tx.one<OrgRow>({
    name: 'rights-place',
    text: `select o.id, o.code, o.name, o.taxpayer_kind, o.start_month, o.closed_month, o.config, u.real_name, l.is_platform, l.is_program, e.id as employee_id, e.department_id,
        (select max(c.month) from period_close c where c.group_id = o.group_id and c.org_id = o.id and c.month > coalesce(o.closed_month, 0)) as reopened_month
      from user_org uo
      join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join shared.login l on l.id = uo.user_id and l.group_id = uo.group_id
      left join employee e on e.group_id = uo.group_id and e.user_id = uo.user_id and e.org_id = uo.org_id
      where uo.group_id = $1 and uo.user_id = $2 and uo.org_id = $3 and ${membershipCounts('$4')}
      order by e.id limit 1`,
    values: [tx.groupId, userId, orgId, shanghaiDay()],
  })
  if (!org) return null
  const [orgIds, grants] = await Promise.all([orgIdsOf(tx, userId), grantsOf(tx, userId, orgId, org)])
  return {
    groupId: tx.groupId,
    userId,
    realName: org.realName,
    isPlatform: org.isPlatform,
    isProgram: org.isProgram,
    employeeId: org.employeeId,
    departmentId: org.departmentId,
    orgId,
    org: {
      id: org.id,
      code: org.code,
      name: org.name,
      taxpayerKind: org.taxpayerKind,
      startMonth: org.startMonth,
      closedMonth: org.closedMonth,
      reopenedMonth: org.reopenedMonth,
      config: orgConfig.parse(org.config),
    },
    orgIds,
    ...grants,
  }
}

/** What roles and own grants give in an org, whether or not the user may work there today. */
export type Grants = Pick<
  Caller,
  | 'roles'
  | 'buttons'
  | 'fields'
  | 'scopes'
  | 'peopleByArea'
  | 'departmentUserIds'
  | 'departmentEmployeeIds'
  | 'warehouses'
  | 'transitId'
  | 'limits'
>

type Place = Pick<OrgRow, 'departmentId' | 'employeeId'>
const nobody: Place = { departmentId: null, employeeId: null }

/** What counts beside the rights that work today. */
interface Counted {
  /** Points that the platform has stopped, and warehouses that are switched off. */
  stopped: boolean
  /** Roles that are on, those that are switched off as well, or none: then his own layer stands alone. */
  roles: 'on' | 'all' | 'none'
  /** What his own layer takes from the user, or narrows. */
  withdrawn: boolean
}

/** Reads what works today; without the user's place in the org, scopes of departments cover himself alone. */
export const grantsOf = (tx: Tx, userId: number, orgId: number, place: Place = nobody): Promise<Grants> =>
  readGrants({ tx, userId, orgId, counted: { stopped: false, roles: 'on', withdrawn: false } }, place)

/**
 * What is compared when rights are handed on (ADR 0077): a right that the platform or the shop has stopped is held all the
 * same, since it may be started again at any time; on demand also what roles that are off would give, what was withdrawn, or what
 * would be left without any role.
 */
export const holdingsOf = (
  tx: Tx,
  userId: number,
  orgId: number,
  also: Partial<Omit<Counted, 'stopped'>> = {},
): Promise<Grants> =>
  readGrants({ tx, userId, orgId, counted: { stopped: true, roles: 'on', withdrawn: false, ...also } }, nobody)

/** What does not depend on the roles is asked for with them, and the rest together: a packet costs more than a short statement. */
async function readGrants(reader: Reader, place: Place): Promise<Grants> {
  const [roles, ownDepartment, limits] = await Promise.all([
    rolesOf(reader),
    peopleIn(reader, place.departmentId === null ? [] : [place.departmentId], place.employeeId),
    ownLimits(reader),
  ])
  const who: Who = { ...reader, roleIds: roles.map((role) => role.id) }
  const allWarehouses = roles.some((role) => role.allWarehouses)
  const [buttons, fields, scopes, warehouses] = await Promise.all([
    buttonsOf(who),
    fieldsOf(who),
    scopesOf(who, place),
    warehousesOf(who, allWarehouses),
  ])
  return {
    roles: roles.map((role) => role.code),
    buttons,
    fields,
    ...scopes,
    departmentUserIds: ownDepartment.userIds,
    departmentEmployeeIds: ownDepartment.employeeIds,
    ...warehouses,
    limits: { ...limitsOf(roles), ...limits },
  }
}

/** Whose rights are read, and where. */
interface Reader {
  tx: Tx
  userId: number
  orgId: number
  counted: Counted
}

/** The same, and through which roles. */
interface Who extends Reader {
  roleIds: number[]
}

const rolesOf = ({ tx, userId, orgId, counted }: Reader): Promise<RoleRow[]> =>
  tx.query<RoleRow>({
    name: 'rights-roles',
    text: `select r.* from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and (r.is_active or $4 = 'all')
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3 and (r.org_id is null or r.org_id = ur.org_id)
        and $4 <> 'none' order by r.id`,
    values: [tx.groupId, userId, orgId, counted.roles],
  })

async function orgIdsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.query<{ orgId: number }>({
    name: 'rights-orgs',
    text: `select uo.org_id from user_org uo join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
      where uo.group_id = $1 and uo.user_id = $2 and ${membershipCounts('$3')} order by 1`,
    values: [tx.groupId, userId, shanghaiDay()],
  })
  return rows.map((row) => row.orgId)
}

/** Buttons of the roles and own grants, less what was withdrawn or what the platform has stopped altogether. */
async function buttonsOf({ tx, userId, orgId, roleIds, counted }: Who): Promise<Set<number>> {
  const rows = await tx.query<{ buttonId: number }>({
    name: 'rights-buttons',
    text: `select button_id from (
        select button_id from role_button where group_id = $1 and role_id = any ($2::bigint[])
        union
        select button_id from user_button where group_id = $1 and user_id = $3 and org_id = $4 and is_granted
      ) held
      where button_id not in (
        select button_id from user_button where group_id = $1 and user_id = $3 and org_id = $4 and not is_granted and not $5
        union all
        select unnest(button_ids) from shared.permission_point where kind = 'button' and not is_active and not $6
      )`,
    values: [tx.groupId, roleIds, userId, orgId, counted.withdrawn, counted.stopped],
  })
  return new Set(rows.map((row) => row.buttonId))
}

/** Visible fields, likewise. */
async function fieldsOf({ tx, userId, orgId, roleIds, counted }: Who): Promise<Set<HiddenField>> {
  const rows = await tx.query<{ field: HiddenField }>({
    name: 'rights-fields',
    text: `select field from (
        select field from role_field where group_id = $1 and role_id = any ($2::bigint[])
        union
        select field from user_field where group_id = $1 and user_id = $3 and org_id = $4 and is_visible
      ) seen
      where field not in (
        select field from user_field where group_id = $1 and user_id = $3 and org_id = $4 and not is_visible and not $5
        union all
        select key from shared.permission_point where kind = 'field' and not is_active and not $6
      )`,
    values: [tx.groupId, roleIds, userId, orgId, counted.withdrawn, counted.stopped],
  })
  return new Set(rows.map((row) => row.field))
}

interface ScopeRow {
  area: ScopeArea
  scope: Scope
  /** Null is the user's own department. */
  departmentIds: number[] | null
}

/**
 * The user's own scope of an area, else the widest that any role grants there; an area that nobody names has scope
 * 本企业. Several roles of scope 本部门 cover their departments together.
 */
async function scopesOf(
  who: Who,
  own: { departmentId: number | null; employeeId: number | null },
): Promise<Pick<Caller, 'scopes' | 'peopleByArea'>> {
  const { tx, userId, orgId, roleIds, counted } = who
  const rows = await tx.query<ScopeRow>({
    name: 'rights-scopes',
    text: `select area, scope, department_ids from user_scope where group_id = $1 and user_id = $3 and org_id = $4
      union all
      select r.area, r.scope, r.department_ids from role_scope r where r.group_id = $1 and r.role_id = any ($2::bigint[])
        and ($5 or not exists (
          select from user_scope u where u.group_id = r.group_id and u.user_id = $3 and u.org_id = $4 and u.area = r.area))`,
    values: [tx.groupId, roleIds, userId, orgId, counted.withdrawn],
  })
  const scopes: Caller['scopes'] = {}
  for (const { area, scope } of rows) scopes[area] = Math.max(scope, scopes[area] ?? 1) as ScopeRow['scope']
  const peopleByArea: Caller['peopleByArea'] = {}
  for (const area of Object.keys(scopes) as ScopeArea[]) {
    const named = rows.filter((row) => row.area === area && row.scope === 2)
    if (scopes[area] !== 2 || named.every((row) => row.departmentIds === null)) continue
    const departments = named.flatMap((row) => row.departmentIds ?? own.departmentId ?? [])
    peopleByArea[area] = await peopleIn(who, departments, own.employeeId)
  }
  return { scopes, peopleByArea }
}

/** The user himself and everybody in the departments and below them. */
async function peopleIn(
  { tx, userId, orgId }: Reader,
  departmentIds: readonly number[],
  employeeId: number | null,
): Promise<People> {
  const rows = await tx.query<{ id: number; userId: number | null }>({
    name: 'rights-people',
    text: `with recursive below as (
        select id from department where group_id = $1 and id = any ($3::bigint[])
        union
        select d.id from department d join below b on d.parent_id = b.id where d.group_id = $1
      )
      select e.id, e.user_id from employee e where e.group_id = $1 and e.org_id = $2 and e.department_id in (select id from below)`,
    values: [tx.groupId, orgId, departmentIds],
  })
  const employees = rows.map((row) => row.id)
  const users = rows.flatMap((row) => (row.userId === null ? [] : [row.userId]))
  return {
    userIds: [...new Set([userId, ...users])],
    employeeIds: [...new Set([...(employeeId === null ? [] : [employeeId]), ...employees])],
  }
}

/** The flags of a user at a warehouse as `user_warehouse` has them; null where it has no row. */
export type FlagColumns = Record<`can${string}`, boolean | null>

/** The flags that somebody holds by such a row, or all of them by a role with 全部仓库 (business/access 6). */
export const heldFlags = (row: FlagColumns, all: boolean): ReadonlySet<WarehouseFlag> =>
  new Set(everyWarehouseFlag.filter((flag) => all || row[`can${flag[0]?.toUpperCase()}${flag.slice(1)}`] === true))

async function warehousesOf(
  { tx, userId, orgId, counted }: Reader,
  all: boolean,
): Promise<Pick<Caller, 'warehouses' | 'transitId'>> {
  const rows = await tx.query<{ id: number; kind: string } & FlagColumns>({
    name: 'rights-warehouses',
    text: `select w.id, w.kind, uw.can_view, uw.can_in, uw.can_out, uw.can_count, uw.can_transfer, uw.can_cost
      from warehouse w left join user_warehouse uw on uw.group_id = w.group_id and uw.warehouse_id = w.id and uw.user_id = $2
      where w.group_id = $1 and w.org_id = $3 and (w.is_active or $4) order by w.id`,
    values: [tx.groupId, userId, orgId, counted.stopped],
  })
  const ordinary = rows.filter(({ kind }) => kind !== 'transit').map((row) => [row.id, heldFlags(row, all)] as const)
  const seesAll = ordinary.length > 0 && ordinary.every(([, own]) => own.has('view'))
  const transit = rows.find(({ kind }) => kind === 'transit')
  return {
    warehouses: new Map(ordinary.filter(([, own]) => own.size > 0)),
    transitId: seesAll && transit ? transit.id : null,
  }
}

function limitsOf(roles: readonly RoleRow[]): Limits {
  const widest = (pick: (role: RoleRow) => Decimal | null): Decimal | null => {
    const limits = roles.map(pick)
    if (limits.some((limit) => limit === null)) return null
    return limits.reduce<Decimal>(
      (most, limit) => (compare(limit as Decimal, most) > 0 ? (limit as Decimal) : most),
      '0',
    )
  }
  return {
    lineDiscount: widest((role) => role.discountLimit),
    orderDiscount: widest((role) => role.orderDiscountLimit),
    settleDiscount: widest((role) => role.settleDiscountLimit),
    purchaseApproval: widest((role) => role.purchaseApproveLimit),
    paymentApproval: widest((role) => role.paymentApproveLimit),
  }
}

interface OwnLimits extends Pick<RoleRow, 'discountLimit' | 'orderDiscountLimit' | 'settleDiscountLimit'> {
  noDiscountLimit: boolean
  noOrderDiscountLimit: boolean
  noSettleDiscountLimit: boolean
}

/** Limits of the user himself; one that is neither set nor 不限 leaves the roles' limit. */
async function ownLimits({ tx, userId, orgId }: Reader): Promise<Partial<Limits>> {
  const row = await tx.one<OwnLimits>({
    name: 'rights-limits',
    text: `select discount_limit, order_discount_limit, settle_discount_limit, no_discount_limit, no_order_discount_limit,
        no_settle_discount_limit
      from user_limit where group_id = $1 and user_id = $2 and org_id = $3`,
    values: [tx.groupId, userId, orgId],
  })
  if (!row) return {}
  const own = (key: keyof Limits, limit: Decimal | null, isUnlimited: boolean): Partial<Limits> =>
    isUnlimited || limit !== null ? { [key]: limit } : {}
  return {
    ...own('lineDiscount', row.discountLimit, row.noDiscountLimit),
    ...own('orderDiscount', row.orderDiscountLimit, row.noOrderDiscountLimit),
    ...own('settleDiscount', row.settleDiscountLimit, row.noSettleDiscountLimit),
  }
}
