import type {
  LookupBay,
  LookupBusinessType,
  LookupServiceItem,
  LookupTechnician,
  LookupWorkerType,
  searchServiceItems,
} from '@chepu/contract/repair/lookups'
import { labourAmount, labourPrice, type LabourPrices } from '@chepu/contract/repair/labour-price'
import { round } from '@chepu/contract/kernel/decimal'
import { sql } from 'kysely'
import { shanghaiDay } from '../../kernel/base/calendar'
import { groupBy } from '../../kernel/base/group-by'
import { sees } from '../../kernel/caller/caller'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { saleRateOf } from '../../kernel/query/levy-rate'
import { pageOf } from '../../kernel/query/page'
import { namesItem } from '../../kernel/master/named'
import { skillsOf } from '../technician/technician'

type Question = QueryOf<typeof searchServiceItems>
type Material = LookupServiceItem['parts'][number]
type Priced = Omit<LookupServiceItem, 'price' | 'amount' | 'parts'> & Omit<LabourPrices, 'defaultHourPrice'>

/** Active items with what each costs on the car that is asked for, and the material that goes with it (business/repair-masters 3.1). */
export async function findServiceItems(tx: CallerTx, question: Question & { id?: number }) {
  const { q, workerTypeId, id } = question
  const conditions = allOf([
    sql`i.group_id = ${tx.groupId} and i.is_active`,
    ...(q ? [namesItem('i', q)] : []),
    ...(id ? [sql`i.id = ${id}`] : []),
    ...(workerTypeId ? [sql`i.worker_type_id = ${workerTypeId}`] : []),
  ] as Parameters<typeof allOf>[0])
  const { rows, more } = await pageOf(
    tx,
    sql<Priced>`select i.id, i.code, i.name, i.worker_type_id, w.name as worker_type_name, i.business_type_id, i.pricing_mode,
      i.std_hours, i.hour_price, i.fixed_price, i.warranty_hours, i.tax_rate_id, ${saleRate(tx, 'r.rate')} as tax_rate, i.allows_discount, i.quality_km,
      i.quality_days, w.hour_price as worker_type_hour_price, c.hour_price as car_type_hour_price, p.price as car_type_price
    from service_item i
    join worker_type w on w.group_id = i.group_id and w.id = i.worker_type_id
    join tax_rate r on r.group_id = i.group_id and r.id = i.tax_rate_id
    left join car_type c on c.group_id = i.group_id and c.id = ${await carTypeOf(tx, question)}::bigint
    left join service_item_price p on p.group_id = i.group_id and p.service_item_id = i.id and p.car_type_id = c.id
    where ${conditions} order by i.code, i.id`,
    question,
  )
  const materials = await materialsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return { rows: rows.map((row) => shown(tx, row, materials.get(row.id) ?? [])), more }
}

/** The rate of work or material whose own rate is `rate`, sold by the caller's organisation today (business/basics 7.3). */
const saleRate = ({ caller }: CallerTx, rate: string) =>
  sql.raw(saleRateOf(caller.org.taxpayerKind, 'i.group_id', `'${shanghaiDay()}'::date`, rate))

/** An active item with what it costs on a car; undefined when it is switched off. */
export const pricedItem = async (
  tx: CallerTx,
  id: number,
  vehicleId: number | null,
): Promise<LookupServiceItem | undefined> =>
  (await findServiceItems(tx, { id, q: '', page: 1, rows: 1, ...(vehicleId !== null && { vehicleId }) })).rows[0]

function shown(tx: CallerTx, row: Priced, parts: readonly (Material & { serviceItemId: number })[]): LookupServiceItem {
  const { hourPrice, fixedPrice, workerTypeHourPrice, carTypeHourPrice, carTypePrice, ...item } = row
  const { defaultHourPrice } = tx.caller.org.config
  const price = labourPrice({ ...row, defaultHourPrice })
  const { pricingMode, stdHours } = item
  return {
    ...item,
    ...(sees(tx.caller, 'doc_price') && {
      price: price === null ? null : round(price, 4),
      amount: price === null ? null : labourAmount({ pricingMode, stdHours, price, qty: '1' }),
    }),
    parts: parts.map(({ serviceItemId: _, ...material }) => material),
  }
}

/** The type of car that is named, else that of the vehicle. */
async function carTypeOf(tx: CallerTx, { carTypeId, vehicleId }: Question): Promise<number | null> {
  if (carTypeId !== undefined || vehicleId === undefined) return carTypeId ?? null
  const vehicle = await tx.one<{ carTypeId: number | null }>({
    text: 'select car_type_id from vehicle where group_id = $1 and id = $2',
    values: [tx.groupId, vehicleId],
  })
  return vehicle?.carTypeId ?? null
}

/** The material of items in base units; what is switched off is not proposed. */
async function materialsOf(tx: CallerTx, ids: readonly number[]) {
  const rows = await tx.query<Material & { serviceItemId: number }>({
    name: 'materials-of-items',
    text: `select m.service_item_id, m.part_id, p.code, p.name, u.name as unit, m.qty, m.is_consumable
      from service_item_part m
      join part p on p.group_id = m.group_id and p.id = m.part_id and p.is_active
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where m.group_id = $1 and m.service_item_id = any ($2::bigint[]) order by m.id`,
    values: [tx.groupId, ids],
  })
  return groupBy(rows, ({ serviceItemId }) => serviceItemId)
}

/** Types of business that may be chosen, with the promise of their rule. */
export const businessTypes = (tx: CallerTx): Promise<LookupBusinessType[]> =>
  tx.query({
    name: 'business-types',
    text: `select b.id, b.code, b.name, b.default_payer, b.counts_output, b.counts_commission, q.km as quality_km,
        q.days as quality_days
      from business_type b left join quality_rule q on q.group_id = b.group_id and q.id = b.quality_rule_id
      where b.group_id = $1 and b.is_active order by b.sort_no, b.id`,
    values: [tx.groupId],
  })

/** 工种 that may be chosen, with the price of an hour for who sees prices. */
export const workerTypes = (tx: CallerTx): Promise<LookupWorkerType[]> =>
  tx.query({
    text: `select id, name ${sees(tx.caller, 'doc_price') ? ', hour_price' : ''} from worker_type
      where group_id = $1 and is_active order by sort_no, id`,
    values: [tx.groupId],
  })

/** Technicians who work in the caller's organisation today. */
export const technicians = (tx: CallerTx): Promise<LookupTechnician[]> =>
  tx.select(sql<LookupTechnician>`select t.id, t.employee_id, e.name, m.id as team_id, m.name as team_name, t.level,
      coalesce(s.ids, '{}') as worker_type_ids, coalesce(s.names, '') as worker_type_names
    from technician t join employee e on e.group_id = t.group_id and e.id = t.employee_id
    left join team m on m.group_id = e.group_id and m.id = e.team_id
    left join (${skillsOf(tx)}) s on s.technician_id = t.id
    where t.group_id = ${tx.groupId} and e.org_id = ${tx.caller.orgId} and t.is_active
      and (e.left_on is null or e.left_on > ${shanghaiDay()})
    order by e.emp_no, t.id`)

/** 工位 of the caller's organisation that are in use. */
export const bays = (tx: CallerTx): Promise<LookupBay[]> =>
  tx.query({
    name: 'bays',
    text: 'select id, name, kind from bay where group_id = $1 and org_id = $2 and is_active order by sort_no, id',
    values: [tx.groupId, tx.caller.orgId],
  })
