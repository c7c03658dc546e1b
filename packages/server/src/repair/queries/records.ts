import type { repairRecords } from '@chepu/contract/repair/records'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import { allOf, containing, scopeOf, within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QuerySource } from '../../kernel/query/query'
import { namesCar } from '../../kernel/repair/list'
import { repairScope } from '../../kernel/repair/scope'
import { guaranteedKm, guaranteedUntil, isGuaranteed, qualityJoins } from './guarantee'

const technicians = sql`(select string_agg(e.name, '、' order by t.id) from dispatch t
  join employee e on e.group_id = t.group_id and e.id = t.employee_id
  where t.group_id = l.group_id and t.line_id = l.id)`

/** 维修记录, the newest first (business/repair 7). */
export const records: QuerySource<typeof repairRecords> = {
  select: ({ caller }) => ({
    id: sql`l.id`,
    orderId: sql`d.id`,
    orgId: sql`d.org_id`,
    vehicleId: sql`d.vehicle_id`,
    bizDate: sql`d.biz_date`,
    orgName: sql`o.name`,
    plate: sql`v.plate`,
    modelText: sql`v.model_text`,
    partnerName: sql`c.name`,
    mileage: sql`d.mileage`,
    billNo: sql`d.bill_no`,
    section: sql`l.section`,
    name: sql`case when l.section = 'materials' then p.name else l.name end`,
    partCode: sql`p.code`,
    qty: sql`l.qty`,
    technicians,
    netAmount: sees(caller, 'doc_price') ? sql`l.net_amount` : undefined,
    guaranteedUntil,
    guaranteedKm,
  }),
  from: (tx, filters) => sql`from repair_line l
    join repair_document d on d.group_id = l.group_id and d.id = l.document_id
    join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    join partner c on c.group_id = d.group_id and c.id = d.partner_id
    join org o on o.group_id = d.group_id and o.id = d.org_id
    left join part p on p.group_id = l.group_id and p.id = l.part_id
    ${qualityJoins}
    where ${where(tx, filters)}`,
  order: sql`biz_date desc, order_id desc, section, id`,
}

function where(tx: CallerTx, filters: QueryFilters<typeof repairRecords>): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    sql`l.group_id = ${tx.groupId} and d.kind = 'work_order' and d.state in ('settled', 'delivered', 'refunded')`,
    sql`l.agreement = 'agreed' and not l.is_consumable`,
    sql`((${repairScope(tx.caller, 'repair')} and ${within(tx.caller, undefined)}) or ${isShared(tx)})`,
  ]
  if (filters.from) conditions.push(sql`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql`d.biz_date <= ${filters.to}`)
  if (filters.vehicleId) conditions.push(sql`d.vehicle_id = ${filters.vehicleId}`)
  if (filters.partnerId) conditions.push(sql`d.partner_id = ${filters.partnerId}`)
  if (filters.car) conditions.push(namesCar(filters.car))
  if (filters.item) {
    const text = containing(filters.item)
    conditions.push(sql`(l.name like ${text} or p.name like ${text} or upper(p.code) like upper(${text}))`)
  }
  if (filters.guaranteed) conditions.push(isGuaranteed(shanghaiDay(), readMileage))
  return allOf(conditions)
}

/** What the meter of the car showed last; nothing while nobody has read it. */
const readMileage = sql`nullif(v.mileage, 0)`

/** Orders `d` of sisters that share their history, for whoever sees all of his own organisation (business/repair 7.2). */
function isShared({ caller }: CallerTx): RawBuilder<SqlBool> {
  if (scopeOf(caller, 'repair') < 3) return sql`false`
  return sql`(d.org_id <> ${caller.orgId} and (o.config ->> 'shareHistory')::boolean is true)`
}
