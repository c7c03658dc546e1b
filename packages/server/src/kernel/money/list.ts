import { labelsOf } from '@chepu/contract/kernel/states'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { type MoneyFilters, type MoneyRow, sideLabels } from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { bucketOf, countedTotals } from '../query/counted'
import type { CallerTx } from '../db/db'
import { snake } from '../db/names'
import { allOf, officeScope, within } from '../caller/scope'
import { sortedBy } from '../query/sorting'
import { inWords } from '../query/in-words'
import { allDocuments } from '../document/references'
import { conditionsOf, rowColumns, rowJoins, sortable } from '../document/list'
import type { MoneyTraits } from './types'
import { pageOf } from '../query/page'

const sortColumns: Record<string, string> = {
  ...sortable,
  purpose: 'd.purpose',
  total: 'd.total',
  fee: 'd.fee',
  writtenOff: 'd.written_off',
  discount: 'd.discount',
  advance: 'd.advance',
}

/** One page of a kind's documents. */
export async function listSlips(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters & Paging) {
  return pageOf(
    tx,
    sql<MoneyRow>`${selectSlips(tx, kind, filters)}
    order by ${sortedBy(sortColumns, filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
  )
}

const figures = ['total', 'fee', 'writtenOff', 'discount', 'advance']

/** Row count and sums over all pages: what is posted, and apart from it what waits. Voided documents are rows and no money. */
export async function slipTotals(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): Promise<Totals> {
  type Row = { bucket: 'counted' | 'waiting' | 'voided'; count: number } & Record<string, unknown>
  const sums = sql.join(figures.map((name) => sql.raw(`sum(d.${snake(name)}) as ${snake(name)}`)))
  const rows = await tx.select(
    sql<Row>`select ${bucketOf(kind.def)} as bucket, count(*) as count, ${sums}
      from money_slip d where ${where(tx, kind, filters)} group by 1`,
  )
  return countedTotals(rows, (row) => Object.fromEntries(figures.map((name) => [name, String(row?.[name] ?? '0.00')])))
}

/** How many documents the list shows with these filters. */
export async function countSlips(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): Promise<number> {
  const [row] = await tx.select<{ count: number }>(
    sql`select count(*) as count from money_slip d where ${where(tx, kind, filters)}`,
  )
  return row?.count ?? 0
}

/** SELECT of list rows, without order and limit; exports stream the same statement with words instead of codes. */
export function selectSlips(
  tx: CallerTx,
  kind: MoneyTraits,
  filters: MoneyFilters,
  options: { words?: boolean } = {},
): RawBuilder<MoneyRow> {
  const state = options.words ? inWords('d.state', labelsOf(kind.def.states)) : sql`d.state`
  const side = options.words ? inWords('d.side', sideLabels) : sql`d.side`
  const purpose = options.words ? inWords('d.purpose', kind.purposes) : sql`d.purpose`
  return sql<MoneyRow>`
    select ${rowColumns}, d.kind, d.creator_id, ${state} as state, ${purpose} as purpose, ${side} as side, payer.name as payer_name,
      d.total, d.fee, d.written_off, d.discount, d.advance, source.bill_no as source_no,
      (select string_agg(distinct sa.name, '、') from money_slip_tender t
        join store_account sa on sa.group_id = t.group_id and sa.id = t.store_account_id
        where t.group_id = d.group_id and t.slip_id = d.id) as account_names
    from money_slip d
    ${rowJoins}
    left join partner payer on payer.group_id = d.group_id and payer.id = d.payer_id
    left join ${allDocuments()} source on source.group_id = d.group_id and source.kind = d.source_kind and source.id = d.source_id
    where ${where(tx, kind, filters)}`
}

function where(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [
    officeScope(tx.caller, kind.def.area),
    within(tx.caller, filters.orgs),
    ...conditionsOf(kind.def, filters),
  ]
  if (filters.purpose) conditions.push(sql<SqlBool>`d.purpose = any (${filters.purpose.split(',')})`)
  if (filters.accountId)
    conditions.push(sql<SqlBool>`exists (select 1 from money_slip_tender t
      where t.group_id = d.group_id and t.slip_id = d.id and t.store_account_id = ${filters.accountId})`)
  return allOf(conditions)
}
