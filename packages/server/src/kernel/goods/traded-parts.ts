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

/** One figure for each of another; nothing where there is none of that. */
export const ratio = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`round(${part} / nullif(${whole}, 0), 4)`

/** How many partners there are, counted for the rows that are shown. */
const partnerCount = sql`(select count(distinct partner) from unnest(t.partners) partner)`

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
  qty: sql`t.qty`,
  taxed: sql`t.taxed`,
  average: ratio(sql`t.taxed`, sql`t.qty`),
  partners: partnerCount,
  waitingQty: sql`t.waiting_qty`,
}

/** Nothing, with the decimals of the figure. */
const nothing = (figure: string) => sql.raw(figure === 'qty' ? '0.0000' : '0.00')

/** A sum over lines `x`; over those alone that the condition names, where there is one. */
const sumOf = (figure: string, of?: RawBuilder<SqlBool>) => {
  const sum = sql`sum(${sql.ref(`x.${figure}`)})`
  return of ? sql`coalesce(${sum} filter (where ${of}), ${nothing(figure)})` : sum
}

interface Kinds {
  main: GoodsDef
  /** What goes back of it, or what it goes back of. */
  other?: GoodsDef
}

/**
 * FROM of sums by part, `t` a row a part. What counts of `main`: qty, untaxed, taxed, cost; of its lines that stand: last_on and `partners`,
 * one for each line; of those that were paid for: highest, lowest, and in `latest` which line of which day; what waits: waiting_qty. Of the kind
 * `other`: other_qty and so on. `hides` tells that a warehouse whose costs the caller may not see has part in it. Lines are looked at once and
 * summed once; figures that a statement does not ask for are not computed. With `partIds`, which the filters have left, it sums those alone.
 */
export async function partsFrom(
  tx: CallerTx,
  { main, other }: Kinds,
  conditions: RawBuilder<SqlBool>[],
  filters: TradedPartFilters,
  partIds?: readonly number[],
): Promise<RawBuilder<unknown>> {
  const named = partIds ? [] : await partConditions(tx, filters)
  const chosen = partIds ? [isAnyOf('l.part_id', partIds), hasOneOf(tx, partIds, conditions)] : named
  const costless = costlessWarehouses(tx.caller)
  const isMain = sql<SqlBool>`x.is_main`
  const counts = filters.unposted ? sql<SqlBool>`x.is_main and x.counts` : other && isMain
  const others = sql<SqlBool>`not x.is_main and x.counts`
  const ofOther = (figure: string) => (other ? sumOf(figure, others) : nothing(figure))
  return sql`from (
      select x.part_id, ${sumOf('qty', counts)} as qty, ${sumOf('untaxed', counts)} as untaxed, ${sumOf('taxed', counts)} as taxed,
        ${sumOf('cost', counts)} as cost, ${ofOther('qty')} as other_qty, ${ofOther('untaxed')} as other_untaxed,
        ${ofOther('taxed')} as other_taxed, ${ofOther('cost')} as other_cost,
        ${filters.unposted ? sumOf('qty', sql<SqlBool>`x.is_main and not x.counts`) : nothing('qty')} as waiting_qty,
        max(x.price) as highest, min(x.price) as lowest, max(x.paid_line) as latest,
        max(x.biz_date) filter (where x.stands) as last_on, array_agg(x.partner_id) filter (where x.stands) as partners,
        count(*) filter (where ${isMain}) as lines, ${costless.length > 0 ? sql`bool_or(${isAnyOf('x.warehouse_id', costless)})` : sql`false`} as hides
      from (
        select k.*, case when k.is_paid then ${dayOf('k.biz_date')} * ${lineIds}::bigint + k.id end as paid_line,
          case when k.is_paid then round(k.taxed / k.qty, 4) end as price
        from (
          select l.part_id, l.id, l.qty, ${lineMoney.untaxed} as untaxed, ${lineMoney.taxed} as taxed, l.cost_amount as cost, d.partner_id, d.biz_date,
            d.warehouse_id, ${other ? sql`d.kind = ${main.kind}` : sql`true`} as is_main, ${isCounted(main)} as counts,
            (d.kind = ${main.kind} and ${stands(main)}) as stands,
            (d.kind = ${main.kind} and ${stands(main)} and l.qty > 0 and ${lineMoney.taxed} > 0) as is_paid
          from goods_document d
          join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
          ${named.length > 0 ? sql`join part p on p.group_id = l.group_id and p.id = l.part_id` : sql``}
          where ${allOf([...conditions, ...chosen])}
        ) k offset 0
      ) x group by x.part_id
    ) t
    join part p on p.group_id = ${tx.groupId} and p.id = t.part_id
    left join brand b on b.group_id = p.group_id and b.id = p.brand_id
    left join unit u on u.group_id = p.group_id and u.id = p.unit_id`
}

/**
 * Documents with a line of one of the parts, found in the index of lines by part alone: of a part that has moved for years, lines of other days
 * are not read.
 */
const hasOneOf = (tx: CallerTx, partIds: readonly number[], conditions: readonly RawBuilder<SqlBool>[]) =>
  sql<SqlBool>`d.id = any (array(select d.id from goods_document d
    join goods_document_line h on h.group_id = d.group_id and h.document_id = d.id
    where h.group_id = ${tx.groupId} and ${isAnyOf('h.part_id', partIds)} and ${allOf(conditions)}))`

/** More lines than there will ever be; a day and a line in one whole number are compared at once. */
const lineIds = sql.raw(String(2 ** 40))
const dayOf = (column: string) => sql`(${sql.ref(column)} - date '2000-01-01')`

/** The price of the line that was paid last, looked up for the rows that are shown. */
export const latestPrice = (tx: CallerTx) => sql`(select ${lineMoney.price} from goods_document_line l
  where l.group_id = ${tx.groupId} and l.id = t.latest % ${lineIds}::bigint)`

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
