import { type followUps as query, followUpOutcomes } from '@chepu/contract/customers/follow-up'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mobileColumn } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { namesPartner } from '../partner/search'
import { carJoins, carName, namesCar } from '../vehicle/rows'

/** 回访 of the organisation, of customers within the caller's scope; what is due first (business/customers 9). */
export const followUps: QuerySource<typeof query> = {
  select: (tx) => ({
    id: sql`f.id`,
    version: sql`f.version`,
    partnerId: sql`f.partner_id`,
    vehicleId: sql`f.vehicle_id`,
    dueOn: sql`f.due_on`,
    partnerName: sql`p.name`,
    mobile: mobileColumn(tx.caller, 'p.mobile'),
    plate: sql`v.plate`,
    carName: sql`case when v.id is not null then ${carName} end`,
    reason: sql`f.reason`,
    employeeName: sql`e.name`,
    state: sql`coalesce(f.outcome, 'open')`,
    note: sql`f.note`,
    doneAt: sql`f.done_at`,
    doneByName: sql`du.real_name`,
    creatorName: sql`cu.real_name`,
  }),
  from: (tx, filters) => sql`from follow_up f
    join partner p on p.group_id = f.group_id and p.id = f.partner_id
    join app_user cu on cu.group_id = f.group_id and cu.id = f.creator_id
    left join app_user du on du.group_id = f.group_id and du.id = f.done_by
    left join employee e on e.group_id = f.group_id and e.id = f.employee_id
    left join vehicle v on v.group_id = f.group_id and v.id = f.vehicle_id
    ${carJoins}
    where f.group_id = ${tx.groupId} and f.org_id = ${tx.caller.orgId} and ${partnerScope(tx.caller, partnerRoles.customer)}
      and ${where(tx, filters)}`,
  order: sql`due_on, id`,
}

function where(tx: CallerTx, filters: QueryFilters<typeof query>): RawBuilder<SqlBool> {
  const { from, to, state, q, reason, employeeId, partnerId, overdue } = filters
  return allOf([
    ...(from ? [sql<SqlBool>`f.due_on >= ${from}`] : []),
    ...(to ? [sql<SqlBool>`f.due_on <= ${to}`] : []),
    ...(state
      ? [state in followUpOutcomes ? sql<SqlBool>`f.outcome = ${state}` : sql<SqlBool>`f.outcome is null`]
      : []),
    ...(q ? [sql<SqlBool>`(${sql.join([namesPartner(tx.caller, q), ...namesCar(q)], sql` or `)})`] : []),
    ...(reason ? [sql<SqlBool>`f.reason ilike ${containing(reason)}`] : []),
    ...(employeeId ? [sql<SqlBool>`f.employee_id = ${employeeId}`] : []),
    ...(partnerId ? [sql<SqlBool>`f.partner_id = ${partnerId}`] : []),
    ...(overdue ? [sql<SqlBool>`f.outcome is null and f.due_on < ${shanghaiDay()}`] : []),
  ])
}
