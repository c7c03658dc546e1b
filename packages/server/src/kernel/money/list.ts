import { labelsOf } from '@chepu/contract/kernel/states'
import { moneyColumns } from '@chepu/contract/kernel/money-columns'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import {
  type AccountSide,
  type MoneyFilters,
  type MoneyRow,
  sideLabels,
  sideOf,
} from '@chepu/contract/kernel/money-document'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallerTx } from '../db/tx'
import { snake } from '../db/names'
import { allOf, isOfSide, officeScope, seenAccounts } from '../caller/scope'
import { sortedBy } from '../query/sorting'
import { inWords } from '../query/in-words'
import { allDocuments } from '../document/references'
import { conditionsOf, documentPage, documentTotals, rowColumns, rowJoins, sortable } from '../document/list'
import { headerColumn, ownColumns, ownConditions } from '../document/own-columns'
import type { MoneyTraits } from './types'

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
export const listSlips = (tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters & Paging) =>
  documentPage(
    tx,
    sql<{
      id: number
    }>`select d.id from money_slip d left join partner p on p.group_id = d.group_id and p.id = d.partner_id
      where ${where(tx, kind, filters)} order by ${sortedBy(sortsOf(tx, kind), filters.sort) ?? sql`d.biz_date desc`}, d.id desc`,
    filters,
    (page) => rowsOf(tx, kind, sql`${page} join money_slip d on d.group_id = ${tx.groupId} and d.id = page.id`),
  )

/** The kind's own columns, each with its SQL. */
const ownOf = (tx: CallerTx, kind: MoneyTraits) => ownColumns(tx.caller, kind, moneyColumns)

/** Own columns of the header that a list may be sorted by. */
const sortsOf = (tx: CallerTx, kind: MoneyTraits): Record<string, string> => ({
  ...sortColumns,
  ...Object.fromEntries(
    ownOf(tx, kind).flatMap(({ key, column: { sort } }) => (sort === false ? [] : [[key, `d.${snake(key)}`]])),
  ),
})

const sharedFigures = ['total', 'fee', 'writtenOff', 'discount', 'advance']
/** What the list sums: the figures of all kinds, and the kind's own money. */
const summed = (tx: CallerTx, kind: MoneyTraits) => [
  ...sharedFigures,
  ...ownOf(tx, kind).flatMap(({ key, column }) => (column.kind === 'money' ? [key] : [])),
]

/** Row count and sums over all pages: what is posted, and apart from it what waits. Voided documents are rows and no money. */
export const slipTotals = (tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): Promise<Totals> =>
  documentTotals(tx, kind.def, 'money_slip', summed(tx, kind).map(headerColumn), where(tx, kind, filters))

/** How many documents the list shows with these filters. */
export async function countSlips(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): Promise<number> {
  const [row] = await tx.select<{ count: number }>(
    sql`select count(*) as count from money_slip d where ${where(tx, kind, filters)}`,
  )
  return row?.count ?? 0
}

/** SELECT of all rows that the filters leave, without order; exports stream it, with coded values in words. */
export const selectSlips = (tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): RawBuilder<MoneyRow> =>
  sql<MoneyRow>`${rowsOf(tx, kind, sql`money_slip d`, { words: true })} where ${where(tx, kind, filters)}`

/** SELECT of the rows of documents `d`. */
function rowsOf(
  tx: CallerTx,
  kind: MoneyTraits,
  documents: RawBuilder<unknown>,
  { words = false } = {},
): RawBuilder<MoneyRow> {
  const own = ownOf(tx, kind).map(({ key, value }) => sql`, ${value} as ${sql.ref(snake(key))}`)
  const state = words ? inWords('d.state', labelsOf(kind.def.states)) : sql`d.state`
  const side = words ? inWords('d.side', sideLabels) : sql`d.side`
  const purpose = words ? inWords('d.purpose', kind.purposes) : sql`d.purpose`
  return sql<MoneyRow>`
    select ${rowColumns}, d.kind, d.creator_id, ${state} as state, ${purpose} as purpose, ${side} as side, payer.name as payer_name,
      d.total, d.fee, d.written_off, d.discount, d.advance, source.bill_no as source_no,
      (select string_agg(distinct sa.name, '、') from money_slip_tender t
        join store_account sa on sa.group_id = t.group_id and sa.id = t.store_account_id
        where t.group_id = d.group_id and t.slip_id = d.id) as account_names ${kind.def.hasCounterparty ? sql`, d.counter_org_id` : sql``} ${sql.join(own, sql``)}
    from ${documents}
    ${rowJoins}
    left join partner payer on payer.group_id = d.group_id and payer.id = d.payer_id
    left join ${allDocuments()} source on source.group_id = d.group_id and source.kind = d.source_kind and source.id = d.source_id`
}

/** A side of the accounts, and what is paid ahead there. */
const accountsOf = (side: AccountSide): string[] =>
  (Object.keys(sideLabels) as (keyof typeof sideLabels)[]).filter((account) => sideOf(account) === side)

function where(tx: CallerTx, kind: MoneyTraits, filters: MoneyFilters): RawBuilder<SqlBool> {
  const { side = 'owner' } = filters
  const conditions: RawBuilder<SqlBool>[] = [
    officeScope(tx.caller, kind.def.area, side),
    ...(filters.orgs === 'group' ? [] : [isOfSide(tx.caller, side)]),
    ...conditionsOf(kind.def, filters),
    ...ownConditions(kind, filters),
  ]
  if ('side' in kind.def.header.shape) conditions.push(sql<SqlBool>`d.side = any (${seenAccounts(tx.caller)})`)
  if (filters.accountSide) conditions.push(sql<SqlBool>`d.side = any (${accountsOf(filters.accountSide)})`)
  if (filters.purpose) conditions.push(sql<SqlBool>`d.purpose = any (${filters.purpose.split(',')})`)
  if (filters.accountId)
    conditions.push(sql<SqlBool>`exists (select 1 from money_slip_tender t
      where t.group_id = d.group_id and t.slip_id = d.id and t.store_account_id = ${filters.accountId})`)
  return allOf(conditions)
}
