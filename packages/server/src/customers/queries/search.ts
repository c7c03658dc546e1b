import {
  type customerSearch as query,
  pricedRanges,
  type SearchRange,
  searchRanges,
} from '@chepu/contract/customers/customer-search'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type QueryFilters } from '@chepu/contract/kernel/query'
import { vehicleButtons } from '@chepu/contract/customers/vehicle'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { forbidden } from '../../kernel/base/errors'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { mayPress, sees } from '../../kernel/caller/caller'
import { mobileColumn } from '../../kernel/caller/mobile'
import { partnerScope } from '../../kernel/caller/partner-scope'
import { allOf, containing } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { totalsOf } from '../../kernel/query/page'
import type { QuerySource } from '../../kernel/query/query'
import { stillDeclined } from '../../repair/public'
import { balancesOf, chargesOf, lastOn } from '../figures'
import { namesPartner } from '../partner/search'
import { carJoins, carName, namesCar, readMileage } from '../vehicle/rows'

type Filters = QueryFilters<typeof query>

const average = sql`round(c.spent / nullif(c.visits, 0), 2)`

/** Orders of the workshop `d` that were agreed to. */
const orders = (tx: CallerTx) =>
  sql`d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = 'work_order' and d.state not in ('estimating', 'cancelled')`

/** Lines `l` of orders `d` that customers did without, and that are on no later order (business/customers 8.2). */
const declinedLines = (tx: CallerTx) => sql`from repair_document d
  join repair_line l on l.group_id = d.group_id and l.document_id = d.id
  left join part pt on pt.group_id = l.group_id and pt.id = l.part_id
  where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and ${stillDeclined}`

/** 客户综合查询 (business/customers 8): customers in use within the caller's scope, each with his cars. */
export const customerSearch: QuerySource<typeof query> = {
  select: (tx) => ({
    rowId: sql`coalesce(v.id, -p.id)`,
    partnerId: sql`p.id`,
    vehicleId: sql`v.id`,
    partnerName: sql`p.name`,
    partnerCode: sql`p.code`,
    kind: sql`p.kind`,
    category: sql`p.category`,
    level: sql`p.level`,
    source: sql`p.source`,
    mobile: mobileColumn(tx.caller, 'p.mobile'),
    salespersonName: sql`e.name`,
    plate: sql`v.plate`,
    vin: sql`v.vin`,
    carName: sql`case when v.id is not null then ${carName} end`,
    purchasedOn: sql`v.purchased_on`,
    mileage: readMileage,
    visits: sql`c.visits`,
    spent: sql`c.spent`,
    average,
    lastOn: lastOn(tx),
    quietDays: sql`${shanghaiDay()}::date - ${lastOn(tx)}`,
    receivable: sql`bal.receivable`,
    advanceIn: sql`bal.advance_in`,
    compulsoryExpiresOn: sql`v.compulsory_expires_on`,
    commercialExpiresOn: sql`v.commercial_expires_on`,
    inspectionExpiresOn: sql`v.inspection_expires_on`,
    nextMaintenanceOn: sql`v.next_maintenance_on`,
    declined: sql`(select string_agg(distinct coalesce(nullif(l.name, ''), pt.name), '、') ${declinedLines(tx)} and d.vehicle_id = v.id)`,
  }),
  from: (tx, filters, ids) =>
    sql`${tables(tx, filters)} where ${where(tx, filters)} ${ids ? sql`and ${isRow(tx, ids)}` : sql``}`,
  foundBy: 'rowId',
  order: sql`partner_code, plate, row_id`,
  totals: (tx, filters) =>
    totalsOf(tx, sql`select count(*) as count ${tables(tx, filters)} where ${where(tx, filters)}`),
}

/** Who may not see cars has his customers without them. */
const tables = (tx: CallerTx, filters: Filters) => sql`from partner p
  left join vehicle v on v.group_id = p.group_id and v.partner_id = p.id and v.is_active and ${mayPress(tx.caller, vehicleButtons.view)}
  ${carJoins}
  left join partner_org own on own.group_id = p.group_id and own.org_id = ${tx.caller.orgId} and own.partner_id = p.id
  left join employee e on e.group_id = own.group_id and e.id = own.salesperson_id
  ${balancesOf(tx)}
  ${chargesOf(tx, filters)}`

/** The rows of a page: their cars' owners by the key of partners. */
function isRow(tx: CallerTx, ids: readonly number[]): RawBuilder<SqlBool> {
  const alone = ids.filter((id) => id < 0).map((id) => -id)
  const owners = sql`array(select w.partner_id from vehicle w where w.group_id = ${tx.groupId} and w.id = any (${[...ids]}::bigint[]))`
  return sql<SqlBool>`p.id = any (${owners} || ${alone}::bigint[]) and coalesce(v.id, -p.id) = any (${[...ids]}::bigint[])`
}

function where(tx: CallerTx, filters: Filters): RawBuilder<SqlBool> {
  const { q, kind, category, level, source, salespersonId, car, item, part, declined } = filters
  return allOf([
    partnerScope(tx.caller, partnerRoles.customer),
    sql<SqlBool>`p.is_active and p.system_kind is null`,
    ...(q ? [sql<SqlBool>`(${sql.join([namesPartner(tx.caller, q), ...namesCar(q)], sql` or `)})`] : []),
    ...(kind ? [sql<SqlBool>`p.kind = ${kind}`] : []),
    ...(category ? [sql<SqlBool>`p.category = ${category}`] : []),
    ...(level ? [sql<SqlBool>`p.level = ${level}`] : []),
    ...(source ? [sql<SqlBool>`p.source = ${source}`] : []),
    ...(salespersonId ? [sql<SqlBool>`own.salesperson_id = ${salespersonId}`] : []),
    ...(car ? [sql<SqlBool>`${carName} ilike ${containing(car)}`] : []),
    ...(item ? [hadDone(tx, item)] : []),
    ...(part ? [hasBought(tx, part)] : []),
    ...(declined ? [sql<SqlBool>`v.id in (select d.vehicle_id ${declinedLines(tx)})`] : []),
    ...ranges(tx, filters),
  ])
}

/** Cars on whose orders the work stands. */
const hadDone = (tx: CallerTx, item: string) => sql<SqlBool>`v.id in (select d.vehicle_id from repair_document d
  join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section <> 'materials' and l.agreement <> 'declined'
  left join service_item si on si.group_id = l.group_id and si.id = l.service_item_id
  where ${orders(tx)} and (l.name ilike ${containing(item)} or si.code ilike ${containing(item)}))`

/** Customers to whom the part was sold, and cars on whose orders it stands. */
function hasBought(tx: CallerTx, text: string): RawBuilder<SqlBool> {
  const parts = sql`l.part_id in (select pt.id from part pt where pt.group_id = ${tx.groupId}
    and (pt.name ilike ${containing(text)} or pt.code ilike ${containing(text)}))`
  return sql<SqlBool>`(p.id in (select d.partner_id from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.kind = 'sales_delivery' and d.posted_at is not null and ${parts})
    or v.id in (select d.vehicle_id from repair_document d
      join repair_line l on l.group_id = d.group_id and l.document_id = d.id and l.section = 'materials' and l.agreement <> 'declined'
      where ${orders(tx)} and ${parts}))`
}

/** What each range is asked of. */
const ranged = (tx: CallerTx): Record<Exclude<SearchRange, 'quiet' | 'insurance'>, RawBuilder<unknown>> => ({
  visits: sql`c.visits`,
  spent: sql`c.spent`,
  average,
  last: lastOn(tx),
  purchased: sql`v.purchased_on`,
  mileage: readMileage,
  inspection: sql`v.inspection_expires_on`,
  maintenance: sql`v.next_maintenance_on`,
})

type End = string | number | undefined

const between = (figure: RawBuilder<unknown>, from: End, to: End): RawBuilder<SqlBool> =>
  allOf([
    ...(from === undefined ? [] : [sql<SqlBool>`${figure} >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${figure} <= ${to}`]),
  ])

function ranges(tx: CallerTx, filters: Filters): RawBuilder<SqlBool>[] {
  const figures = ranged(tx)
  return (Object.keys(searchRanges) as SearchRange[]).flatMap((name) => {
    const [from, to] = [filters[`${name}From`], filters[`${name}To`]]
    if (from === undefined && to === undefined) return []
    if (pricedRanges.includes(name) && !sees(tx.caller, 'doc_price')) forbidden('您没有查看单据金额的权限')
    if (name === 'quiet') return [isQuiet(tx, filters.quietFrom, filters.quietTo)]
    if (name === 'insurance')
      return [
        sql<SqlBool>`(${between(sql`v.compulsory_expires_on`, from, to)} or ${between(sql`v.commercial_expires_on`, from, to)})`,
      ]
    return [between(figures[name], from, to)]
  })
}

/** Who has never come has been away longer than any number of days. */
const isQuiet = (tx: CallerTx, from: number | undefined, to: number | undefined): RawBuilder<SqlBool> =>
  allOf([
    ...(from === undefined
      ? []
      : [sql<SqlBool>`coalesce(${lastOn(tx)}, '0001-01-01') <= ${addDays(shanghaiDay(), -from)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${lastOn(tx)} >= ${addDays(shanghaiDay(), -to)}`]),
  ])
