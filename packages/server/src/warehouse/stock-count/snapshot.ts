// Which places a count covers, with what the books say of each at this moment (business/warehouse 5.1).
import { type CountScope, maxPlaces, stockCount } from '@chepu/contract/warehouse/stock-count'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { allOf, isAnyOf, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { assertPlace } from '../../kernel/document/warehouse-flags'
import { partConditions } from '../../kernel/query/part-filter'

/** What a count is asked to cover. */
export interface Covered {
  warehouseId: number
  scope: CountScope
  categoryId: number | null
  location: string
  /** Of a count of chosen parts. */
  partIds: readonly number[]
}

/**
 * Takes the snapshot of a count anew: one line a place that holds something, in the order of walking; chosen parts that lie nowhere
 * have a line where their goods enter. Answers how many. @throws Failure refusal, when there is nothing to count or too much
 */
export async function takeSnapshot(tx: CallerTx, countId: number, covered: Covered): Promise<number> {
  tx.send({
    name: 'drop-snapshot',
    text: 'delete from stock_count_line where group_id = $1 and count_id = $2',
    values: [tx.groupId, countId],
  })
  const places = covered.scope === 'parts' ? chosenPlaces(tx, covered) : await heldPlaces(tx, covered)
  const taken = await tx.select<{
    id: number
  }>(sql`insert into stock_count_line (group_id, count_id, line_no, part_id, location_id, batch_no, book_qty)
    select ${tx.groupId}::bigint, ${countId}::bigint, row_number() over (order by place.pick_order, place.location_code, place.part_code, place.batch_no, place.part_id),
      place.part_id, place.location_id, place.batch_no, place.qty
    from (${places}) place returning id`)
  if (taken.length === 0) refuse('盘点范围内没有库存')
  if (taken.length > maxPlaces)
    refuse(`盘点范围有${taken.length}个位置，一张盘点单最多${maxPlaces}个，请按分类或货位分开盘点`)
  return taken.length
}

const columns = sql`b.part_id, b.location_id, b.batch_no, b.qty, l.pick_order, l.code as location_code, p.code as part_code`

/** Places in scope that hold something. */
const heldPlaces = async (tx: CallerTx, covered: Covered): Promise<RawBuilder<unknown>> => sql`select ${columns}
  from stock_balance b
  join part p on p.group_id = b.group_id and p.id = b.part_id
  join location l on l.group_id = b.group_id and l.id = b.location_id
  where ${await inScopeOf(tx, covered)} and b.qty > 0`

/** Places of chosen parts, and for those that lie nowhere the place where they enter. */
const chosenPlaces = (tx: CallerTx, { warehouseId, partIds }: Covered): RawBuilder<unknown> => sql`select ${columns}
  from (
    select p.id as part_id, coalesce(held.location_id, own.id, bin.id) as location_id, coalesce(held.batch_no, '') as batch_no,
      coalesce(held.qty, 0) as qty
    from part p
    left join stock_balance held on held.group_id = p.group_id and held.org_id = ${tx.caller.orgId} and held.warehouse_id = ${warehouseId}
      and held.part_id = p.id and held.qty > 0
    left join product pr on pr.group_id = p.group_id and pr.org_id = ${tx.caller.orgId} and pr.part_id = p.id
    left join location own on own.group_id = p.group_id and own.id = pr.default_location_id and own.warehouse_id = ${warehouseId} and own.is_active
    left join location bin on bin.group_id = p.group_id and bin.warehouse_id = ${warehouseId} and bin.is_default
    where p.group_id = ${tx.groupId} and ${isAnyOf('p.id', partIds)}
  ) b
  join part p on p.group_id = ${tx.groupId} and p.id = b.part_id
  join location l on l.group_id = ${tx.groupId} and l.id = b.location_id`

/** What of the balances `b` of parts `p` in bins `l` a scope covers. */
async function inScopeOf(
  tx: CallerTx,
  { warehouseId, scope, categoryId, location }: Covered,
): Promise<RawBuilder<SqlBool>> {
  const parts = await partConditions(tx, { categoryId: scope === 'category' ? (categoryId ?? undefined) : undefined })
  return allOf([
    sql<SqlBool>`b.group_id = ${tx.groupId} and b.org_id = ${tx.caller.orgId} and b.warehouse_id = ${warehouseId}`,
    ...(scope === 'location' ? [sql<SqlBool>`l.code like ${startingWith(location)}`] : []),
    ...parts,
  ])
}

/** Parts that a scope covers now. */
export async function partsCovered(tx: CallerTx, covered: Covered): Promise<number[]> {
  if (covered.scope === 'parts') return [...covered.partIds]
  const rows = await tx.select<{ partId: number }>(
    sql`select distinct place.part_id from (${await heldPlaces(tx, covered)}) place`,
  )
  return rows.map(({ partId }) => partId)
}

/** Refuses a scope that says nothing, or names what is not there; chosen parts by line. */
export async function checkCovered(
  tx: CallerTx,
  { warehouseId, scope, categoryId, location, partIds }: Covered,
  chosen: readonly { partId: number }[],
): Promise<void> {
  await assertPlace(tx, stockCount, warehouseId)
  if (scope === 'location' && location === '') invalid([{ path: 'header.location', message: '请填写要盘点的货位' }])
  if (
    (scope === 'category' || categoryId !== null) &&
    (await knownIn(tx, 'part_category', [categoryId ?? 0])).size === 0
  )
    invalid([{ path: 'header.categoryId', message: categoryId === null ? '请选择要盘点的分类' : '配件分类不存在' }])
  if (scope !== 'parts') return
  if (chosen.length === 0) invalid([{ path: 'lines', message: '请选择要抽盘的配件' }])
  const known = await knownIn(tx, 'part', partIds)
  const errors = chosen.flatMap(({ partId }, i) =>
    known.has(partId) ? [] : [fieldError(`lines.${i}.partId`, '抽盘的配件不存在')],
  )
  if (errors.length > 0) invalid(errors)
}

/** Those of the ids that name rows, which are held until the commit. */
async function knownIn(
  tx: CallerTx,
  table: 'part' | 'part_category',
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ id: number }>({
    name: `known-${table}`,
    text: `select id from ${table} where group_id = $1 and id = any ($2::bigint[]) order by id for key share`,
    values: [tx.groupId, ids],
  })
  return new Set(rows.map(({ id }) => id))
}
