import type { cardPackageRoutes, CardPackageRow } from '@chepu/contract/cards/card-package'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import type { DataOf } from '@chepu/contract/kernel/route'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { notFound } from '../../kernel/base/errors'
import { allOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { namesItem } from '../../kernel/master/named'
import { pageOf, totalsOf } from '../../kernel/query/page'
import { sortedBy } from '../../kernel/query/sorting'

type Filters = QueryOf<typeof cardPackageRoutes.totals>
type View = DataOf<typeof cardPackageRoutes.read>
type Line = View['lines'][number]

/** 套餐 with how often each was sold and on how many cards something of it is left (business/cards 2). */
export async function listCardPackages(tx: CallerTx, filters: Filters & Paging) {
  const columns = { code: 'k.code', name: 'k.name', salePrice: 'k.sale_price', validDays: 'k.valid_days' }
  const order = sortedBy(columns, filters.sort) ?? sql`k.code`
  return pageOf(
    tx,
    sql<CardPackageRow>`select k.id, k.code, k.name, k.sale_price, coalesce(l.line_count, 0) as line_count, k.valid_days,
      coalesce((select string_agg(coalesce(nullif(o.short_name, ''), o.name), '、' order by o.code) from org o
        where o.group_id = k.group_id and o.id = any (k.org_ids)), '') as org_names,
      coalesce(s.sold_count, 0) as sold_count, coalesce(s.in_use_count, 0) as in_use_count, k.state, k.state = 'active' as is_active,
      k.remark, k.version
    from card_package k
    left join (select package_id, count(*) as line_count from card_package_line
      where group_id = ${tx.groupId} group by package_id) l on l.package_id = k.id
    left join (${sold(tx)}) s on s.card_package_id = k.id
    where ${where(tx, filters)} order by ${order}, k.id`,
    filters,
  )
}

/** Sales that were not taken back, and cards with something left, by package. */
const sold = (tx: CallerTx): RawBuilder<unknown> =>
  sql`select i.card_package_id, count(distinct i.slip_id) filter (where m.state <> 'reversed') as sold_count,
      count(distinct i.card_id) filter (where i.times_left > 0) as in_use_count
    from card_item i join money_slip m on m.group_id = i.group_id and m.id = i.slip_id
    where i.group_id = ${tx.groupId} group by i.card_package_id`

export async function cardPackageTotals(tx: CallerTx, filters: Filters): Promise<Totals> {
  return totalsOf(tx, sql`select count(*) as count from card_package k where ${where(tx, filters)}`)
}

function where(tx: CallerTx, { q, state }: Filters): RawBuilder<SqlBool> {
  return allOf([
    sql<SqlBool>`k.group_id = ${tx.groupId}`,
    ...(q ? [namesItem('k', q)] : []),
    ...(state === undefined ? [] : [sql<SqlBool>`k.state = ${state}`]),
  ])
}

/** A package with its lines in their order. */
export async function readCardPackage(tx: CallerTx, id: number): Promise<View> {
  const found = await tx.one<Omit<View, 'lines'>>({
    text: `select id, code, name, sale_price, valid_days, org_ids, is_vehicle_bound, remark, state, version
      from card_package where group_id = $1 and id = $2`,
    values: [tx.groupId, id],
  })
  if (!found) notFound('套餐')
  const lines = await packageLines(tx, [id])
  return { ...found, lines: lines.map(({ packageId: _, ...line }) => line) }
}

/** The lines of packages in their order. */
export const packageLines = (tx: CallerTx, ids: readonly number[]): Promise<(Line & { packageId: number })[]> =>
  tx.query({
    name: 'card-package-lines',
    text: `select l.package_id, l.kind, l.service_item_id, l.part_id, coalesce(i.code, p.code) as code, coalesce(i.name, p.name) as name,
        coalesce(u.name, '次') as unit_name, l.times, l.list_price, l.alloc_price, l.alloc_total, l.car_type_id, c.name as car_type_name
      from card_package_line l
      left join service_item i on i.group_id = l.group_id and i.id = l.service_item_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      left join unit u on u.group_id = p.group_id and u.id = p.unit_id
      left join car_type c on c.group_id = l.group_id and c.id = l.car_type_id
      where l.group_id = $1 and l.package_id = any ($2::bigint[]) order by l.package_id, l.line_no`,
    values: [tx.groupId, ids],
  })
