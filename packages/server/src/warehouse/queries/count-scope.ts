import { button } from '@chepu/contract/access/catalogue'
import type { Countable, countScope } from '@chepu/contract/warehouse/count-scope'
import { type SqlBool, sql } from 'kysely'
import type { QueryOf } from '../../kernel/http/bind'
import { mayPress, warehousesWith } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound } from '../../kernel/base/errors'
import { partConditions } from '../../kernel/query/part-filter'
import { allOf, startingWith } from '../../kernel/caller/scope'
import { pageOf } from '../../kernel/query/page'

const seeBook = button('stock_count', 'see_book')

/** Parts of a count's scope in a warehouse that the caller may count, bin by bin (business/basics 9, business/warehouse 1.3). */
export async function partsToCount(tx: CallerTx, filters: QueryOf<typeof countScope>) {
  if (!warehousesWith(tx.caller, 'count').includes(filters.warehouseId)) notFound('仓库')
  const book = mayPress(tx.caller, seeBook) ? sql`, b.qty as book_qty` : sql``
  return pageOf(
    tx,
    sql<Countable>`
    select p.id as part_id, p.code as part_code, p.name as part_name, p.oe_no, br.name as brand_name, p.spec, p.fitment, u.name as unit_name,
      b.location_id, l.code as location_code, b.batch_no ${book}
    from stock_balance b
    join part p on p.group_id = b.group_id and p.id = b.part_id
    join location l on l.group_id = b.group_id and l.id = b.location_id
    left join brand br on br.group_id = p.group_id and br.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id
    where ${await where(tx, filters)}
    order by l.pick_order, l.code, p.code, b.batch_no, p.id`,
    filters,
  )
}

const where = async (tx: CallerTx, filters: QueryOf<typeof countScope>) =>
  allOf([
    sql<SqlBool>`b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and b.warehouse_id = ${filters.warehouseId}`,
    ...(filters.withEmpty ? [] : [sql<SqlBool>`b.qty > 0`]),
    ...(filters.location ? [sql<SqlBool>`l.code like ${startingWith(filters.location)}`] : []),
    ...(await partConditions(tx, filters)),
  ])
