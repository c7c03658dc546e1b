import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../caller/caller'
import { officeScope, peopleOf, scopeOf } from '../caller/scope'

/** Documents of cars `d` that the caller's scope covers: those of his people, and those to whose lines they are dispatched (business/repair 1.4). */
export function repairScope(caller: Caller, area: ScopeArea): RawBuilder<SqlBool> {
  const scope = scopeOf(caller, area)
  const office = officeScope(caller, area)
  if (scope >= 3) return office
  const { employeeIds } = peopleOf(caller, area, scope as 1 | 2)
  return sql<SqlBool>`(${office} or d.group_id = ${caller.groupId} and d.org_id = ${caller.orgId} and d.id = any (array(
    select t.work_order_id from dispatch t where t.group_id = ${caller.groupId} and t.employee_id = any (${employeeIds}::bigint[]))))`
}
