import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { isSummed, type QueryColumn } from '@chepu/contract/kernel/query'
import { repairColumns } from '@chepu/contract/kernel/repair-columns'
import type { RepairFilters, RepairRow } from '@chepu/contract/kernel/repair-document'
import { endedStates } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { shanghaiDay } from '../base/calendar'
import { own } from '../base/own'
import { type Caller, sees } from '../caller/caller'
import { mobileColumn } from '../caller/mobile'
import { allOf, containing, startingWith, within } from '../caller/scope'
import { snake } from '../db/names'
import type { CallerTx } from '../db/tx'
import { conditionsOf, documentPage, documentTotals, rowColumns, rowJoins, sortable } from '../document/list'
import { ownColumns, ownConditions } from '../document/own-columns'
import { inWords } from '../query/in-words'
import { sortedBy } from '../query/sorting'
import { repairScope } from './scope'
import type { RepairTraits } from './types'

/** Sums on the header that every kind has, behind the right to see its prices. */
const figures = ['labourAmount', 'materialAmount', 'otherAmount', 'totalAmount'] as const

const isShown = (caller: Caller, { def }: RepairTraits) => sees(caller, def.priceField ?? 'doc_price')

/** What the list may be sorted by, without what the caller may not see. */
function sortColumns(caller: Caller, kind: RepairTraits): Record<string, string> {
  const shown = isShown(caller, kind) ? figures : []
  const inHeader = Object.entries(kind.def.columns ?? {}).filter(
    ([key, { field, sort }]) =>
      sort !== false &&
      key in kind.def.header.shape &&
      !own(kind.columns ?? {}, key) &&
      (!field || sees(caller, field)),
  )
  return {
    ...sortable,
    ...Object.fromEntries([...shown, ...inHeader.map(([key]) => key)].map((key) => [key, `d.${snake(key)}`])),
  }
}

/** One page of a kind's documents. */
export const listRepair = (tx: CallerTx, kind: RepairTraits, filters: RepairFilters & Paging) =>
  documentPage(
    tx,
    sql<{ id: number }>`select d.id from repair_document d ${filters.sort?.includes('partnerName') ? partner : sql``}
      where ${where(tx, kind, filters)} order by ${sortedBy(sortColumns(tx.caller, kind), filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) =>
      rowsOf(tx.caller, kind, sql`${page} join repair_document d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )

const partner = sql`join partner p on p.group_id = d.group_id and p.id = d.partner_id`

/** Row count and sums over all pages: what counts, and apart from it what waits. */
export const repairListTotals = (tx: CallerTx, kind: RepairTraits, filters: RepairFilters): Promise<Totals> =>
  documentTotals(tx, kind.def, 'repair_document', summedColumns(tx.caller, kind), where(tx, kind, filters))

function summedColumns(caller: Caller, kind: RepairTraits): { key: string; value: RawBuilder<unknown> }[] {
  const shared = isShown(caller, kind) ? figures.map((key) => ({ key, value: sql.ref(`d.${snake(key)}`) })) : []
  const mine = ownColumns(caller, kind, repairColumns).filter(({ column }) => isSummed(column))
  return [...shared, ...mine]
}

/** SELECT of all rows that the filters leave, without order; exports stream it, with coded values in words. */
export const selectRepair = (tx: CallerTx, kind: RepairTraits, filters: RepairFilters): RawBuilder<RepairRow> =>
  sql<RepairRow>`${rowsOf(tx.caller, kind, sql`repair_document d`, { words: true })} where ${where(tx, kind, filters)}`

/** SELECT of the rows of documents `d`. */
function rowsOf(
  caller: Caller,
  kind: RepairTraits,
  documents: RawBuilder<unknown>,
  { words = false } = {},
): RawBuilder<RepairRow> {
  const known: Record<string, QueryColumn> = columnsOfKind(kind.def, repairColumns)
  const coded = (key: string, value: RawBuilder<unknown>) => {
    const labels = words ? own(known, key)?.labels : undefined
    return sql`${labels ? inWords(value, labels) : value} as ${sql.ref(snake(key))}`
  }
  const shown = isShown(caller, kind) ? figures.map((key) => sql`, d.${sql.ref(snake(key))}`) : []
  const mine = ownColumns(caller, kind, repairColumns).map(({ key, value }) => sql`, ${coded(key, value)}`)
  return sql<RepairRow>`
    select ${rowColumns}, ${coded('state', sql`d.state`)}, d.vehicle_id, v.plate, v.vin, v.model_text, d.contact_name,
      ${mobileColumn(caller, 'd.contact_mobile')} as contact_mobile, bt.name as business_type_name
      ${sql.join([sql``, ...shown, ...mine], sql``)}
    from ${documents}
    ${rowJoins}
    left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
    left join business_type bt on bt.group_id = d.group_id and bt.id = d.business_type_id`
}

function where(tx: CallerTx, kind: RepairTraits, filters: RepairFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    repairScope(tx.caller, kind.def.area),
    within(tx.caller, filters.orgs),
    ...conditionsOf(kind.def, filters),
    ...ownConditions(kind, filters),
  ]
  if (filters.vehicleId) conditions.push(sql`d.vehicle_id = ${filters.vehicleId}`)
  if (filters.businessTypeId) conditions.push(sql`d.business_type_id = ${filters.businessTypeId}`)
  if (filters.inShop !== undefined) {
    const isHere = sql<SqlBool>`d.delivered_at is null and d.state <> all (${endedStates(kind.def)})
      and not coalesce(d.order_kind in ('fast', 'goods') and d.state = 'settled', false)`
    conditions.push(filters.inShop ? isHere : sql`not (${isHere})`)
  }
  if (filters.arrivedToday)
    conditions.push(
      sql`${cameAt} >= ${`${shanghaiDay()}T00:00:00+08:00`}::timestamptz and d.state <> all (${endedStates(kind.def)})`,
    )
  if (filters.isRed !== undefined) conditions.push(sql`d.is_red = ${filters.isRed}`)
  if (filters.technicianId)
    conditions.push(sql`exists (select from dispatch t where t.group_id = d.group_id and t.work_order_id = d.id
      and t.employee_id = ${filters.technicianId})`)
  if (filters.orderKind) conditions.push(sql`d.order_kind = ${filters.orderKind}`)
  if (filters.car) conditions.push(namesCar(filters.car))
  return allOf(conditions)
}

/** When a car came, as its index has it: a policy lets no condition on coalesce reach one. */
const cameAt = sql`case when d.arrived_at is null then d.created_at else d.arrived_at end`

/** Documents `d` of cars whose plate holds the text, or whose VIN ends with it. */
export function namesCar(typed: string): RawBuilder<SqlBool> {
  const text = typed.toUpperCase()
  const tail = startingWith([...text].toReversed().join(''))
  return sql<SqlBool>`exists (select from vehicle v where v.group_id = d.group_id and v.id = d.vehicle_id
    and (v.plate like ${containing(text)} or reverse(v.vin) like ${tail}))`
}

/** Orders that the text names by their number, or by the plate or the end of the VIN of their car `v`. */
export function namesOrder(typed: string, orders: 'd' | 'o' = 'd'): RawBuilder<SqlBool> {
  const text = typed.toUpperCase()
  const tail = startingWith([...text].toReversed().join(''))
  return sql<SqlBool>`(${sql.ref(`${orders}.bill_no`)} like ${containing(text)} or v.plate like ${containing(text)} or reverse(v.vin) like ${tail})`
}
