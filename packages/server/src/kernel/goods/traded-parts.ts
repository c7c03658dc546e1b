// Lines of goods documents by part: what a kind moved, and beside it what another kind brought back, or was brought back of.
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { TradedPartFilters } from '@chepu/contract/kernel/trade-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { Query } from '@chepu/contract/kernel/query'
import { costlessWarehouses, withoutHidden } from '../caller/cost-visibility'
import { allOf, isAnyOf } from '../caller/scope'
import type { CallerTx } from '../db/tx'
import { isCounted } from '../query/counted'
import { totalsOf } from '../query/page'
import { partConditions } from '../query/part-filter'
import { costKeys, type Expressions, selectList } from '../query/query'
import { lineMoney, stands } from './traded'

/** A part with what stands in every sum by part; the joins of `partsFrom` bring the names. */
export const tradedPart = {
  partId: sql`t.part_id`,
  partCode: sql`p.code`,
  partName: sql`p.name`,
  oeNo: sql`p.oe_no`,
  brandName: sql`b.name`,
  spec: sql`p.spec`,
  fitment: sql`p.fitment`,
  unitName: sql`u.name`,
}

const sumOf = (figure: RawBuilder<unknown>, of: RawBuilder<SqlBool>, nothing = sql`0.00`) =>
  sql`coalesce(sum(${figure}) filter (where ${of}), ${nothing})`
const noQty = sql`0.0000`

/** A figure of each part from that of its partners. */
const sums = (...names: string[]) =>
  sql.join(names.map((name) => sql`sum(${sql.ref(`g.${name}`)}) as ${sql.ref(name)}`))

/**
 * FROM of sums by part, `t` a row a part. What counts of `main`: qty, untaxed, taxed, cost; of its lines that stand and were paid for: highest,
 * lowest, `latest` (day, line, price), last_on, and partners; what waits: waiting_qty. Of the kind `other`: other_qty and so on. `hides` tells that
 * a warehouse whose costs the caller may not see has part in it. Figures that a statement does not ask for are not computed.
 */
export async function partsFrom(
  tx: CallerTx,
  { main, other }: { main: GoodsDef; other?: GoodsDef },
  conditions: RawBuilder<SqlBool>[],
  filters: TradedPartFilters,
): Promise<RawBuilder<unknown>> {
  const named = await partConditions(tx, filters)
  const isMain = sql<SqlBool>`d.kind = ${main.kind}`
  const counts = sql<SqlBool>`${isMain} and ${isCounted(main)}`
  const paid = sql<SqlBool>`${isMain} and ${stands(main)} and l.qty > 0 and ${lineMoney.taxed} > 0`
  const others = other ? sql<SqlBool>`d.kind = ${other.kind} and ${isCounted(other)}` : sql<SqlBool>`false`
  return sql`from (
      select g.part_id, ${sums('qty', 'untaxed', 'taxed', 'cost', 'other_qty', 'other_untaxed', 'other_taxed', 'other_cost', 'waiting_qty', 'lines')},
        max(g.highest) as highest, min(g.lowest) as lowest, max(g.latest) as latest, max(g.last_on) as last_on,
        count(*) filter (where g.last_on is not null) as partners, bool_or(g.hides) as hides
      from (
        select l.part_id, d.partner_id,
          ${sumOf(sql`l.qty`, counts, noQty)} as qty, ${sumOf(lineMoney.untaxed, counts)} as untaxed, ${sumOf(lineMoney.taxed, counts)} as taxed,
          ${sumOf(sql`l.cost_amount`, counts)} as cost,
          ${sumOf(sql`l.qty`, others, noQty)} as other_qty, ${sumOf(lineMoney.untaxed, others)} as other_untaxed,
          ${sumOf(lineMoney.taxed, others)} as other_taxed, ${sumOf(sql`l.cost_amount`, others)} as other_cost,
          ${sumOf(sql`l.qty`, sql<SqlBool>`${isMain} and not ${isCounted(main)}`, noQty)} as waiting_qty,
          max(${lineMoney.price}) filter (where ${paid}) as highest, min(${lineMoney.price}) filter (where ${paid}) as lowest,
          max(array[d.biz_date - date '2000-01-01', l.id, ${lineMoney.price}]::numeric[]) filter (where ${paid}) as latest,
          max(d.biz_date) filter (where ${isMain} and ${stands(main)}) as last_on,
          count(*) filter (where ${isMain}) as lines,
          coalesce(bool_or(${isAnyOf('d.warehouse_id', costlessWarehouses(tx.caller))}), false) as hides
        from goods_document d
        join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
        ${named.length > 0 ? sql`join part p on p.group_id = l.group_id and p.id = l.part_id` : sql``}
        where ${allOf([...conditions, ...named])}
        group by l.part_id, d.partner_id
      ) g group by g.part_id
    ) t
    join part p on p.group_id = ${tx.groupId} and p.id = t.part_id
    join brand b on b.group_id = p.group_id and b.id = p.brand_id
    join unit u on u.group_id = p.group_id and u.id = p.unit_id`
}

/** A figure that costs are part of, of a part; null where the caller may not see one of them (ADR 0045). */
export const unhidden = (figure: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when not t.hides then ${figure} end`

/** The sum of such a figure over all parts: told as a whole or not at all. */
export const unhiddenSum = (figure: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when not coalesce(bool_or(t.hides), false) then coalesce(sum(${figure}), 0.00) end`

/** Count of the parts `t` and sums over them, without those that are kept back from the caller. */
export async function partTotals<Q extends Query>(
  tx: CallerTx,
  query: Q,
  sums: Partial<Expressions<Q>>,
  from: RawBuilder<unknown>,
): Promise<Totals> {
  const found = await totalsOf(tx, sql`select count(*) as count, ${selectList(tx.caller, query, sums)} ${from}`)
  return { ...found, sums: withoutHidden(tx.caller, found.sums, costKeys(query)) }
}

/** The sum of a figure over all parts. */
export const overall = (figure: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(sum(${figure}), 0.00)`

/** One figure for each of another; nothing where there is none of that. */
export const ratio = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(${part} / nullif(${whole}, 0), 4)`
