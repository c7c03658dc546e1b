// What queries of posted goods documents are made of, whatever the kind: which documents, what a line came to, lines by part.
import { countedBy, type DocumentDef } from '@chepu/contract/kernel/document'
import type { GoodsDef } from '@chepu/contract/kernel/goods-document'
import type { Totals } from '@chepu/contract/kernel/list-query'
import type { Query, QueryFilters } from '@chepu/contract/kernel/query'
import { postedStates, statesIn } from '@chepu/contract/kernel/states'
import type { TradedPartFilters, tradedPartFilters } from '@chepu/contract/kernel/trade-query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { own } from '../base/own'
import { withoutHidden } from '../caller/cost-visibility'
import { allOf, containing, documentScope, within } from '../caller/scope'
import type { CallerTx } from '../db/tx'
import { bucketOf, countedTotals } from '../query/counted'
import { partConditions } from '../query/part-filter'
import {
  costKeys,
  type Expressions,
  openColumns,
  type QuerySource,
  type QueryStatements,
  selectList,
} from '../query/query'
import { documentTotals, isTrade, listDocuments, selectRows } from './list'
import type { GoodsTraits } from './types'

/** States that a query reads: what is posted, and, when asked for, what may still be; what was voided came to nothing. */
const tradedStates = (def: DocumentDef, unposted = false): string[] => [
  ...(unposted ? statesIn(def, 'entry', 'waiting', 'agreed') : []),
  ...postedStates(def),
]

/** Posted documents `d` that nothing has undone: a reversed one and its red one come to nothing, and their prices tell nothing. */
export const stands = (def: DocumentDef): RawBuilder<SqlBool> =>
  sql<SqlBool>`(d.state = any (${statesIn(def, 'posted')}) and not d.is_red)`

/** Documents `d` of these kinds, of one area and with the same states, within the caller's scope and the filters. */
export function tradedDocuments(
  { caller }: CallerTx,
  defs: readonly [GoodsDef, ...GoodsDef[]],
  filters: TradedPartFilters,
): RawBuilder<SqlBool>[] {
  const [def] = defs
  const conditions = [
    documentScope(caller, def),
    within(caller, filters.orgs),
    defs.length === 1
      ? sql<SqlBool>`d.kind = ${def.kind}`
      : sql<SqlBool>`d.kind = any (${defs.map(({ kind }) => kind)})`,
    sql<SqlBool>`d.state = any (${tradedStates(def, filters.unposted)})`,
    isTrade,
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.partnerId) conditions.push(sql<SqlBool>`d.partner_id = ${filters.partnerId}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.salespersonId) conditions.push(sql<SqlBool>`d.salesperson_id = ${filters.salespersonId}`)
  return conditions
}

/**
 * Returns of the kind for the reason that is asked for, a part of its words, and documents of the kinds `beside`, which have none.
 */
export const returnedDocuments = (
  tx: CallerTx,
  def: GoodsDef,
  filters: TradedPartFilters & { reason?: string | undefined },
  ...beside: GoodsDef[]
): RawBuilder<SqlBool>[] => [
  ...tradedDocuments(tx, [def, ...beside], filters),
  ...(filters.reason ? [sql<SqlBool>`(d.kind <> ${def.kind} or d.reason like ${containing(filters.reason)})`] : []),
]

const taxed = sql`(l.taxed - l.discount_share)`
const untaxed = sql`(l.untaxed - l.discount_share_untaxed)`

/** What the line `l` came to after its share of the order's discount, and with that what one piece of it cost; freight is none of it. */
export const lineMoney = {
  untaxed,
  tax: sql`(${taxed} - ${untaxed})`,
  taxed,
  price: sql`round(${taxed} / nullif(l.qty, 0), 4)`,
}

const priced = (figure: RawBuilder<unknown>) => sql`case when not l.is_unpriced then ${figure} end`

/** Fields of a line with its document, of every query of lines. */
export const tradedLine = {
  lineId: sql`l.id`,
  documentId: sql`d.id`,
  isRed: sql`d.is_red`,
  orgName: sql`org.name`,
  billNo: sql`d.bill_no`,
  state: sql`d.state`,
  bizDate: sql`d.biz_date`,
  partnerName: sql`s.name`,
  warehouseName: sql`w.name`,
  salespersonName: sql`e.name`,
  partId: sql`l.part_id`,
  partCode: sql`l.part_code`,
  partName: sql`l.part_name`,
  oeNo: sql`p.oe_no`,
  brandName: sql`l.brand_name`,
  spec: sql`l.spec`,
  fitment: sql`p.fitment`,
  unitName: sql`l.unit_name`,
  qty: sql`l.qty`,
  price: priced(lineMoney.price),
  untaxed: priced(lineMoney.untaxed),
  tax: priced(lineMoney.tax),
  taxed: priced(lineMoney.taxed),
}

/** The number of the document that the line was drawn from. */
export const sourceNo = sql`(select sd.bill_no from goods_document_line sl
  join goods_document sd on sd.group_id = sl.group_id and sd.id = sl.document_id
  where sl.group_id = l.group_id and sl.id = l.source_line_id)`

const linesOf = (documents: RawBuilder<unknown>) => sql`from ${documents}
  join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
  join part p on p.group_id = l.group_id and p.id = l.part_id`

/**
 * FROM and WHERE of lines with the names that stand on their rows. Where no part is asked for, each document has lines to show: put in order first,
 * their lines are read as far as the page goes. Otherwise parts may lead to few lines of many documents.
 */
async function linesFrom(tx: CallerTx, conditions: RawBuilder<SqlBool>[], filters: TradedPartFilters) {
  const named = await partConditions(tx, filters)
  const documents =
    named.length > 0
      ? sql`goods_document d`
      : sql`(select d.* from goods_document d where ${allOf(conditions)} order by d.biz_date desc, d.id desc) d`
  return sql`${linesOf(documents)}
    join org on org.group_id = d.group_id and org.id = d.org_id
    join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
    left join partner s on s.group_id = d.group_id and s.id = d.partner_id
    left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
    where ${named.length > 0 ? allOf([...conditions, ...named]) : sql`d.group_id = ${tx.groupId}`}`
}

/** Sums of lines under the names of their columns; of a figure that counts for some lines the other way, its sign stands in `sign`. */
export const lineSums = (sign: RawBuilder<unknown> = sql`1`) => ({
  qty: sql`coalesce(sum(${sign} * l.qty), 0)`,
  untaxed: sql`coalesce(sum(${sign} * ${untaxed}), 0)`,
  tax: sql`coalesce(sum(${sign} * ${lineMoney.tax}), 0)`,
  taxed: sql`coalesce(sum(${sign} * ${taxed}), 0)`,
})

/** Those sums of the lines that count, and apart from them of what waits, as far as the caller may see them. */
async function lineTotals<Q extends Query>(
  tx: CallerTx,
  query: Q,
  def: DocumentDef,
  sums: Partial<Expressions<Q>>,
  conditions: RawBuilder<SqlBool>[],
  filters: TradedPartFilters,
): Promise<Totals> {
  type Sums = Record<string, string | null>
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number; documents: number }
  const all = allOf([...conditions, ...(await partConditions(tx, filters))])
  const rows = await tx.select<Row & Sums>(
    sql<Row & Sums>`select ${bucketOf(def)} as bucket, count(*) as count, count(distinct d.id) as documents,
        ${selectList(tx.caller, query, sums)}
      ${linesOf(sql`goods_document d`)} where ${all} group by 1`,
  )
  const names = openColumns(tx.caller, query).flatMap(([key]) => (own(sums, key) ? [key] : []))
  const shown = (row: Row & Sums) => withoutHidden(tx.caller, row as Sums, costKeys(query))
  return countedTotals(rows, (row) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const sum = row ? own(shown(row), name) : '0'
        return sum === undefined ? [] : [[name, sum ?? '0']]
      }),
    ),
  )
}

/** What tells a query of lines from others. */
interface LineQuery<Q extends Query> {
  /** Conditions of the documents whose lines they are. */
  documents: (tx: CallerTx, filters: QueryFilters<Q> & TradedPartFilters) => RawBuilder<SqlBool>[]
  select: (tx: CallerTx) => Expressions<Q>
  /** Its sums, where they are others than those of every line. */
  sums?: (tx: CallerTx) => Partial<Expressions<Q>>
}

/** A query of lines, which count as their documents of the kind do: the latest document first, lines as they stand on it. */
export const tradedLines = <Q extends Query & { filters: typeof tradedPartFilters }>(
  query: Q,
  def: DocumentDef,
  { documents, select, sums = () => lineSums() as Partial<Expressions<Q>> }: LineQuery<Q>,
): QuerySource<Q> => ({
  select,
  from: (tx, filters) => linesFrom(tx, documents(tx, filters), filters),
  order: sql`d.biz_date desc, d.id desc, l.line_no`,
  ties: sql`l.id`,
  totals: (tx, filters) => lineTotals(tx, query, def, sums(tx), documents(tx, filters), filters),
  countedBy: countedBy(def),
})

/** A query of the documents of a kind: the rows, order and sums of its list, of what is posted alone unless more is asked for. */
export function documentStatements<Q extends Query>(query: Q, kind: GoodsTraits): QueryStatements<Q> {
  const names = new Set([...Object.keys(query.columns), ...Object.keys(query.beside)])
  const kept = <Value>(row: Record<string, Value>) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)))
  type Asked = { state?: string | undefined; unposted?: boolean | undefined }
  const asked = <Filters extends Asked>(filters: Filters) => ({
    ...filters,
    tradeOnly: true,
    state: filters.state ?? tradedStates(kind.def, filters.unposted).join(','),
  })
  return {
    async page(tx, filters) {
      const { rows, more } = await listDocuments(tx, kind, asked(filters as Asked & typeof filters))
      return { rows: rows.map(kept), more }
    },
    rows: async (tx, filters) =>
      sql`${await selectRows(tx, kind, asked(filters as Asked), { words: true })} order by d.biz_date desc, d.id desc`,
    async totals(tx, filters) {
      const { sums, waiting, ...count } = await documentTotals(tx, kind, asked(filters as Asked))
      return { ...count, sums: kept(sums), ...(waiting && { waiting: { ...waiting, sums: kept(waiting.sums) } }) }
    },
    countedBy: countedBy(kind.def),
  }
}
