import { compare, type Decimal } from '@chepu/contract/kernel/decimal'
import type { ScopeArea } from '@chepu/contract/kernel/document'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import type { Caller, CallerOrg, HiddenField, Limits, WarehouseFlag } from './caller'
import type { Tx } from './db'

/** Everything about a caller that his roles decide. */
export type Rights = Omit<Caller, 'deviceId' | 'ip' | 'requestId'>

interface OrgRow extends Omit<CallerOrg, 'config'> {
  config: unknown
  realName: string
  isPlatform: boolean
  employeeId: number | null
  departmentId: number | null
}

interface RoleRow {
  id: number
  allWarehouses: boolean
  discountLimit: Decimal | null
  orderDiscountLimit: Decimal | null
  settleDiscountLimit: Decimal | null
  purchaseApproveLimit: Decimal | null
  paymentApproveLimit: Decimal | null
}

/** Reads what a user may do in an org (DOMAIN 10.1): the union of his roles there. Null when he may not work there. */
export async function loadRights(tx: Tx, userId: number, orgId: number): Promise<Rights | null> {
  const org = await tx.one<OrgRow>({
    text: `select o.id, o.code, o.name, o.taxpayer_kind, o.start_month, o.config, u.real_name, l.is_platform, e.id as employee_id, e.department_id
      from user_org uo
      join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
      join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
      join shared.login l on l.id = uo.user_id and l.group_id = uo.group_id
      left join employee e on e.group_id = uo.group_id and e.user_id = uo.user_id and e.org_id = uo.org_id
      where uo.group_id = $1 and uo.user_id = $2 and uo.org_id = $3`,
    values: [tx.groupId, userId, orgId],
  })
  if (!org) return null
  const roles = await tx.query<RoleRow>({
    text: `select r.* from user_role ur join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
      where ur.group_id = $1 and ur.user_id = $2 and ur.org_id = $3`,
    values: [tx.groupId, userId, orgId],
  })
  const roleIds = roles.map((role) => role.id)
  return {
    groupId: tx.groupId,
    userId,
    realName: org.realName,
    isPlatform: org.isPlatform,
    employeeId: org.employeeId,
    departmentId: org.departmentId,
    orgId,
    org: {
      id: org.id,
      code: org.code,
      name: org.name,
      taxpayerKind: org.taxpayerKind,
      startMonth: org.startMonth,
      config: orgConfig.parse(org.config),
    },
    orgIds: await orgIdsOf(tx, userId),
    buttons: new Set(
      await column<number>(
        tx,
        'select distinct button_id from role_button where group_id = $1 and role_id = any ($2::bigint[])',
        roleIds,
      ),
    ),
    fields: new Set(
      await column<HiddenField>(
        tx,
        'select distinct field from role_field where group_id = $1 and role_id = any ($2::bigint[])',
        roleIds,
      ),
    ),
    scopes: await scopesOf(tx, roleIds),
    ...(await departmentPeople(tx, orgId, org.departmentId)),
    warehouses: await warehousesOf(
      tx,
      userId,
      orgId,
      roles.some((role) => role.allWarehouses),
    ),
    limits: limitsOf(roles),
  }
}

async function column<Value>(tx: Tx, text: string, roleIds: number[]): Promise<Value[]> {
  const rows = await tx.query<Record<string, Value>>({ text, values: [tx.groupId, roleIds] })
  return rows.map((row) => Object.values(row)[0] as Value)
}

async function orgIdsOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.query<{ orgId: number }>({
    text: `select uo.org_id from user_org uo join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
      where uo.group_id = $1 and uo.user_id = $2 order by 1`,
    values: [tx.groupId, userId],
  })
  return rows.map((row) => row.orgId)
}

/** The widest scope that any role grants in an area; an area that no role names has scope 本企业. */
async function scopesOf(tx: Tx, roleIds: number[]): Promise<Caller['scopes']> {
  const rows = await tx.query<{ area: ScopeArea; scope: 1 | 2 | 3 | 4 }>({
    text: `select area, max(scope) as scope from role_scope where group_id = $1 and role_id = any ($2::bigint[]) group by area`,
    values: [tx.groupId, roleIds],
  })
  return Object.fromEntries(rows.map((row) => [row.area, row.scope]))
}

async function departmentPeople(tx: Tx, orgId: number, departmentId: number | null) {
  const rows = await tx.query<{ id: number; userId: number | null }>({
    text: `with recursive below as (
        select id from department where group_id = $1 and id = $3
        union all
        select d.id from department d join below b on d.parent_id = b.id where d.group_id = $1
      )
      select e.id, e.user_id from employee e where e.group_id = $1 and e.org_id = $2 and e.department_id in (select id from below)`,
    values: [tx.groupId, orgId, departmentId],
  })
  return {
    departmentEmployeeIds: rows.map((row) => row.id),
    departmentUserIds: rows.flatMap((row) => (row.userId === null ? [] : [row.userId])),
  }
}

async function warehousesOf(tx: Tx, userId: number, orgId: number, all: boolean): Promise<Caller['warehouses']> {
  const rows = await tx.query<{ id: number } & Record<`can${string}`, boolean | null>>({
    text: `select w.id, uw.can_view, uw.can_in, uw.can_out, uw.can_count, uw.can_transfer
      from warehouse w left join user_warehouse uw on uw.group_id = w.group_id and uw.warehouse_id = w.id and uw.user_id = $2
      where w.group_id = $1 and w.org_id = $3 and w.is_active order by w.id`,
    values: [tx.groupId, userId, orgId],
  })
  const flags: WarehouseFlag[] = ['view', 'in', 'out', 'count', 'transfer']
  const flagsOf = (row: (typeof rows)[number]) =>
    new Set(flags.filter((flag) => all || row[`can${flag[0]?.toUpperCase()}${flag.slice(1)}`] === true))
  return new Map(rows.map((row) => [row.id, flagsOf(row)] as const).filter(([, own]) => own.size > 0))
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
