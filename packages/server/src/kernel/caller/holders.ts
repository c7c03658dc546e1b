import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { orgConfig } from '@chepu/contract/kernel/org-config'
import type { WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { shanghaiDay } from '../base/calendar'
import type { Tx } from '../db/tx'
import type { Caller } from './caller'
import { type FlagColumns, heldFlags, membershipCounts } from './rights'
import type { ScopedRow } from './scope'

/** Somebody who sees a document, with those of the asked buttons that he holds where it is, and his flags in its warehouse. */
interface Holder extends Pick<Caller, 'userId' | 'realName' | 'isProgram' | 'buttons'> {
  org: Pick<Caller['org'], 'config'>
  flags: ReadonlySet<WarehouseFlag>
}

/** Where a document stands for the users of one side, and the people by whom their scopes decide: there are none on the other side. */
export type Standing = Pick<ScopedRow, 'orgId' | 'handlerId' | 'salespersonId'> & {
  creatorId: number | null
  warehouseId?: number | null
}

/**
 * $1 group, $2 org, $3 today, $4 the buttons, $5 who made the document, $6 its employees, $7 its warehouse, $8 the area of
 * scopes. `place` is where the document stands among the departments, `member` who works in the org, `held` the buttons he has,
 * `reach` how far his scopes go.
 */
const holdersText = `with recursive place as (
    select e.department_id as id from employee e
      where e.group_id = $1 and e.org_id = $2 and (e.user_id = $5 or e.id = any ($6::bigint[])) and e.department_id is not null
    union
    select d.parent_id from department d join place p on p.id = d.id where d.group_id = $1 and d.parent_id is not null
  ), member as (
    select distinct on (uo.user_id) uo.user_id, u.real_name, l.is_program, o.config, e.id as employee_id, e.department_id
    from user_org uo
    join org o on o.group_id = uo.group_id and o.id = uo.org_id and o.status = 'active'
    join app_user u on u.group_id = uo.group_id and u.id = uo.user_id and u.is_active
    join shared.login l on l.id = u.id and l.group_id = u.group_id
    left join employee e on e.group_id = uo.group_id and e.user_id = uo.user_id and e.org_id = uo.org_id
    where uo.group_id = $1 and uo.org_id = $2 and ${membershipCounts('$3')}
    order by uo.user_id, e.id
  ), own_role as (
    select ur.user_id, r.id, r.all_warehouses from user_role ur
    join role r on r.group_id = ur.group_id and r.id = ur.role_id and r.is_active
    where ur.group_id = $1 and ur.org_id = $2 and (r.org_id is null or r.org_id = ur.org_id)
  ), held as (
    select given.user_id, array_agg(given.button_id) as buttons from (
      select o.user_id, rb.button_id from own_role o
      join role_button rb on rb.group_id = $1 and rb.role_id = o.id and rb.button_id = any ($4::int[])
      union
      select ub.user_id, ub.button_id from user_button ub
      where ub.group_id = $1 and ub.org_id = $2 and ub.is_granted and ub.button_id = any ($4::int[])
    ) given
    where not exists (
      select from user_button ub where ub.group_id = $1 and ub.user_id = given.user_id and ub.org_id = $2
        and ub.button_id = given.button_id and not ub.is_granted
    ) and not exists (
      select from shared.permission_point p where p.kind = 'button' and not p.is_active and given.button_id = any (p.button_ids)
    )
    group by given.user_id
  ), scoped as (
    select us.user_id, us.scope, us.department_ids from user_scope us
      where us.group_id = $1 and us.org_id = $2 and us.area = $8
    union all
    select o.user_id, rs.scope, rs.department_ids from own_role o
      join role_scope rs on rs.group_id = $1 and rs.role_id = o.id and rs.area = $8
      where not exists (
        select from user_scope us where us.group_id = $1 and us.user_id = o.user_id and us.org_id = $2 and us.area = $8)
  ), reach as (
    select user_id, max(scope) as scope from scoped group by user_id
  )
  select m.user_id, m.real_name, m.is_program, h.buttons, m.config, every.user_id is not null as has_every,
    uw.can_view, uw.can_in, uw.can_out, uw.can_count, uw.can_transfer, uw.can_cost
  from member m
  join held h on h.user_id = m.user_id
  left join reach on reach.user_id = m.user_id
  left join (select distinct user_id from own_role where all_warehouses) every on every.user_id = m.user_id
  left join user_warehouse uw on uw.group_id = $1 and uw.warehouse_id = $7 and uw.user_id = m.user_id
  where (coalesce(reach.scope, 3) >= 3 or m.user_id = $5 or m.employee_id = any ($6::bigint[])
      or (reach.scope = 2 and exists (
        select from scoped s join place p on p.id = any (coalesce(s.department_ids, array[m.department_id]))
        where s.user_id = m.user_id and s.scope = 2)))
    and ($7::bigint is null or exists (
      select from warehouse w where w.group_id = $1 and w.org_id = $2 and w.id = $7 and w.is_active
    ) and (every.user_id is not null or uw.can_view))
  order by m.user_id`

/**
 * Users of the organisation who hold any of the buttons there and whose scope covers the document, in one statement
 * however many they are. It decides as `loadRights` and `inScope` do (business/access 4, 6, 7).
 */
export async function holdersOf(tx: Tx, area: ScopeArea, doc: Standing, buttons: readonly number[]): Promise<Holder[]> {
  const rows = await tx.query<
    Pick<Caller, 'userId' | 'realName' | 'isProgram'> & {
      buttons: number[]
      config: unknown
      hasEvery: boolean
    } & FlagColumns
  >({
    name: 'holders-of',
    text: holdersText,
    values: [
      tx.groupId,
      doc.orgId,
      shanghaiDay(),
      [...buttons],
      doc.creatorId,
      [doc.handlerId, doc.salespersonId].filter((id) => id !== null),
      doc.warehouseId ?? null,
      area,
    ],
  })
  return rows.map(({ userId, realName, isProgram, buttons: held, config, hasEvery, ...columns }) => ({
    userId,
    realName,
    isProgram,
    buttons: new Set(held),
    org: { config: orgConfig.parse(config) },
    flags: heldFlags(columns, hasEvery),
  }))
}
