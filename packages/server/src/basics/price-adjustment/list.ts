import { type AdjustmentFilters, type AdjustmentRow, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { labelsOf } from '@chepu/contract/kernel/states'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, officeScope, within } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { conditionsOf, documentPage, sortable } from '../../kernel/document/list'
import { ownConditions } from '../../kernel/document/own-columns'
import { inWords } from '../../kernel/query/in-words'
import { namesPart } from '../../kernel/query/part-filter'
import { sortedBy } from '../../kernel/query/sorting'

const kind = { def: priceAdjustment }

const { partnerName: _partner, postedAt: _posted, ...shared } = sortable
const sortColumns = { ...shared, effectiveOn: 'd.effective_on', effectiveAt: 'd.effective_at' }

/** One page of adjustments. */
export const listAdjustments = async (tx: CallerTx, filters: AdjustmentFilters & Paging) =>
  documentPage(
    tx,
    sql<{ id: number }>`select d.id from price_adjustment d where ${await where(tx, filters)}
      order by ${sortedBy(sortColumns, filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) => rowsOf(sql`${page} join price_adjustment d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )

/** How many adjustments the list shows with these filters; it has no sums. */
export async function countAdjustments(tx: CallerTx, filters: AdjustmentFilters): Promise<number> {
  const [row] = await tx.select<{ count: number }>(
    sql`select count(*) as count from price_adjustment d where ${await where(tx, filters)}`,
  )
  return row?.count ?? 0
}

export const adjustmentTotals = async (tx: CallerTx, filters: AdjustmentFilters): Promise<Totals> => ({
  count: await countAdjustments(tx, filters),
  sums: {},
})

/** SELECT of all rows that the filters leave, without order, with coded values in words; exports stream it. */
export const selectAdjustments = async (tx: CallerTx, filters: AdjustmentFilters): Promise<RawBuilder<AdjustmentRow>> =>
  sql<AdjustmentRow>`${rowsOf(sql`price_adjustment d`, { words: true })} where ${await where(tx, filters)}`

function rowsOf(documents: RawBuilder<unknown>, { words = false } = {}): RawBuilder<AdjustmentRow> {
  const state = words ? inWords('d.state', labelsOf(priceAdjustment.states)) : sql`d.state`
  return sql<AdjustmentRow>`
    select d.id, d.org_id, org.name as org_name, d.bill_no, d.biz_date, ${state} as state, d.is_red, d.effective_on, d.effective_time,
      d.effective_at, d.reason, h.name as handler_name, d.creator_id, c.real_name as creator_name, d.created_at,
      a.real_name as approver_name, d.approved_at, d.remark, d.version, d.print_count,
      (select count(*) from price_adjustment_line l where l.group_id = d.group_id and l.adjustment_id = d.id) as line_count
    from ${documents}
    join org on org.group_id = d.group_id and org.id = d.org_id
    left join app_user c on c.group_id = d.group_id and c.id = d.creator_id
    left join app_user a on a.group_id = d.group_id and a.id = d.approver_id
    left join employee h on h.group_id = d.group_id and h.id = d.handler_id`
}

async function where(tx: CallerTx, filters: AdjustmentFilters): Promise<RawBuilder<SqlBool>> {
  const { part } = filters
  return allOf([
    officeScope(tx.caller, priceAdjustment.area),
    within(tx.caller, filters.orgs),
    ...conditionsOf(priceAdjustment, filters),
    ...ownConditions(kind, filters),
    ...(part
      ? [
          sql<SqlBool>`exists (select 1 from price_adjustment_line l where l.group_id = d.group_id and l.adjustment_id = d.id
            and l.part_id = any (array(select p.id from part p where p.group_id = ${tx.groupId} and ${await namesPart(tx, part)})))`,
        ]
      : []),
  ])
}
