import type { customerOverview, partnerLog as logQuery } from '@chepu/contract/customers/customer-view'
import { logFields } from '@chepu/contract/customers/customer-view'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import type { DataOf } from '@chepu/contract/kernel/route'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { workOrder } from '@chepu/contract/repair/work-order'
import { type RawBuilder, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import { mayPress, sees } from '../../kernel/caller/caller'
import { mobileColumn } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import type { CallerTx } from '../../kernel/db/tx'
import { isOverdueOn } from '../../kernel/query/overdue'
import type { QuerySource } from '../../kernel/query/query'
import { repairScope } from '../../kernel/repair/scope'
import { balancesOf, chargesOf, lastOn } from '../figures'

type Overview = DataOf<typeof customerOverview>

/** A customer at a glance (business/customers 7.1). @throws Failure notFound outside the caller's scope of customers */
export async function readOverview(tx: CallerTx, id: number): Promise<Overview> {
  const fields = [...ownFields(tx), ...hiddenFields(tx), ...otherFields(tx)]
  const [row] = await tx.select(sql<Overview>`select ${sql.join(fields)} from partner p
    left join partner_org own on own.group_id = p.group_id and own.org_id = ${tx.caller.orgId} and own.partner_id = p.id
    left join employee s on s.group_id = own.group_id and s.id = own.salesperson_id
    ${balancesOf(tx)}
    ${chargesOf(tx, {})}
    ${chargesOf(tx, { from: `${shanghaiDay().slice(0, 4)}-01-01` }, 'y')}
    where ${partnerScope(tx.caller, partnerRoles.customer)} and p.id = ${id}`)
  return row ?? notFound('客户')
}

const ownFields = (tx: CallerTx): RawBuilder<unknown>[] => [
  sql`p.id, p.code, p.name, p.kind, p.level, p.category, ${mobileColumn(tx.caller, 'p.mobile')} as mobile,
    concat(p.region, p.address) as address, s.name as salesperson_name, p.system_kind is not null as is_system,
    p.is_active, p.is_blacklisted, p.remark, p.credit_days, ${lastOn(tx)} as last_on, c.visits, y.visits as year_visits`,
  sql`(select n.name from partner_contact n where n.group_id = p.group_id and n.partner_id = p.id
    order by n.is_default desc, n.id limit 1) as contact_name`,
  sql`(select count(*) from follow_up f where f.group_id = p.group_id and f.org_id = ${tx.caller.orgId} and f.partner_id = p.id
    and f.outcome is null) as open_follow_ups`,
]

/** What field permissions hide. */
const hiddenFields = ({ caller, groupId }: CallerTx): RawBuilder<unknown>[] => [
  ...(sees(caller, 'credit_limit') ? [sql`own.credit_limit`] : []),
  ...(sees(caller, 'doc_price') ? [sql`c.spent, y.spent as year_spent`] : []),
  ...(sees(caller, 'ar_balance')
    ? [
        sql`bal.receivable, bal.advance_in, (select coalesce(sum(i.balance), 0.00) from open_item i where i.group_id = ${groupId}
          and i.org_id = ${caller.orgId} and i.side = 'AR' and i.partner_id = p.id and ${sql.raw(isOverdueOn)} ${shanghaiDay()}) as overdue`,
      ]
    : []),
]

/** What stands behind pages of its own: cars, and the orders that are in the shop. */
const otherFields = ({ caller }: CallerTx): RawBuilder<unknown>[] => [
  ...(mayPress(caller, vehicleButtons.view)
    ? [
        sql`(select count(*) from vehicle v where v.group_id = p.group_id and v.partner_id = p.id and v.is_active) as vehicle_count`,
      ]
    : []),
  ...(mayPress(caller, workOrder.buttons.view)
    ? [
        sql`(select count(*) from repair_document d where d.group_id = p.group_id and d.partner_id = p.id and d.kind = ${workOrder.kind}
          and d.org_id = ${caller.orgId} and d.state not in ('settled', 'delivered', 'refunded', 'cancelled') and ${repairScope(caller, workOrder.area)}) as open_orders`,
      ]
    : []),
]

/** The titles of the fields that a change touched; what they held stays in the log. A discount may have been written with other zeros alone. */
const changedFields = sql`coalesce((select string_agg(w.title, '、' order by w.place) from jsonb_object_keys(l.detail) k
  join unnest(${Object.keys(logFields)}::text[], ${Object.values(logFields)}::text[]) with ordinality as w (field, title, place) on w.field = k
  where w.field <> 'discountRate' or (l.detail -> k ->> 0)::numeric <> (l.detail -> k ->> 1)::numeric), '')`

/** 操作日志 of a customer within the caller's scope, the latest first. */
export const partnerLog: QuerySource<typeof logQuery> = {
  select: () => ({
    id: sql`l.id`,
    at: sql`l.at`,
    userName: sql`u.real_name`,
    action: sql`l.action`,
    detail: sql`case when l.action = 'update' then ${changedFields} else l.reason end`,
  }),
  from: (tx, { partnerId, from, to }) => sql`from audit_log l
    join partner p on p.group_id = l.group_id and p.id = l.entity_id
    left join app_user u on u.group_id = l.group_id and u.id = l.user_id
    where l.group_id = ${tx.groupId} and l.entity = 'partner' and l.entity_id = ${partnerId}
      and ${partnerScope(tx.caller, partnerRoles.customer)}
      ${from ? sql`and l.at >= ${from}::date` : sql``} ${to ? sql`and l.at < ${to}::date + 1` : sql``}`,
  order: sql`id desc`,
}
