// The server's half of a query: from one expression a column follow the page, the sums and the sheet (ADR 0132).
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { Paging, Totals } from '@chepu/contract/kernel/list-query'
import { isSummed, type Query, type QueryColumn, type QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, sql } from 'kysely'
import { own } from '../base/own'
import { type Caller, sees } from '../caller/caller'
import { costFields, costlessWarehouses, withoutHidden } from '../caller/cost-visibility'
import type { CallerTx } from '../db/tx'
import { snake } from '../db/names'
import { sheetColumns } from '../export/columns'
import { enqueueExport } from '../export/enqueue'
import { registerExport } from '../export/registry'
import type { AnyRoute, Bind } from '../http/bind'
import { inWords, wordsOf } from './in-words'
import { pageOf, totalsOf } from './page'
import { sortedBy } from './sorting'

type BoundQuery = Query & { list: AnyRoute; totals: AnyRoute; export: AnyRoute }
type Made<Result> = Result | Promise<Result>

/** One expression a field of the row. A column that a field permission may hide can be missing altogether. */
export type Expressions<Q extends Query> = {
  readonly [Key in keyof Q['columns'] | keyof Q['beside']]:
    | RawBuilder<unknown>
    | (Key extends keyof Q['columns'] ? (Q['columns'][Key] extends { field: FieldKey } ? undefined : never) : never)
}

/** What rows of a query are made of. */
export interface QuerySource<Q extends Query> {
  select(tx: CallerTx, filters: QueryFilters<Q>): Expressions<Q>
  /** FROM with its joins, WHERE, GROUP BY; within the caller's scope. Where `ids` are given, rows of these alone. */
  from(tx: CallerTx, filters: QueryFilters<Q>, ids?: readonly number[]): Made<RawBuilder<unknown>>
  /**
   * The id of rows that take longer to make than to put in order: which of them a page has is found first, with no more figures than the order
   * asks for, and they alone are made (ADR 0175). No figure of such a row may look at other rows.
   */
  foundBy?: (keyof Q['columns'] | keyof Q['beside']) & string
  /** Order when none is asked for, and of sheets; it may follow what is asked for. */
  order: RawBuilder<unknown> | ((filters: QueryFilters<Q>) => RawBuilder<unknown>)
  /** Order of rows that are alike in the column asked for; `order` otherwise. */
  ties?: RawBuilder<unknown>
  /** Columns that are sorted by something else than what they show. */
  sorts?: Readonly<Record<string, string>>
  /** Sums that are more than those of the rows. */
  totals?(tx: CallerTx, filters: QueryFilters<Q>): Promise<Totals>
  /** What makes a document count, where the sums count documents. */
  countedBy?: string
}

/** Statements of a query that says them itself. */
export interface QueryStatements<Q extends Query> {
  page(tx: CallerTx, filters: QueryFilters<Q> & Paging): Promise<{ rows: object[]; more: boolean }>
  /** All rows in order, with codes in words. */
  rows(tx: CallerTx, filters: QueryFilters<Q>): Made<RawBuilder<unknown>>
  totals(tx: CallerTx, filters: QueryFilters<Q>): Promise<Totals>
  countedBy?: string | undefined
}

/** Binds list, sums and export of a query to what its rows are made of. */
export function bindQuery<Q extends BoundQuery>(bind: Bind, query: Q, source: QuerySource<Q>): void {
  const orderOf = (filters: QueryFilters<Q>) =>
    typeof source.order === 'function' ? source.order(filters) : source.order
  const statement = async (tx: CallerTx, filters: QueryFilters<Q>, words: boolean, ids?: readonly number[]) =>
    sql<object>`select ${selectList(tx.caller, query, source.select(tx, filters), words)} ${await source.from(tx, filters, ids)}`
  const page = async (tx: CallerTx, filters: QueryFilters<Q> & Paging, by: RawBuilder<unknown>) => {
    const all = await statement(tx, filters, false)
    if (!source.foundBy) return pageOf(tx, sql<object>`${all} order by ${by}`, filters)
    const id = sql.ref(snake(source.foundBy))
    const found = await pageOf(tx, sql<{ id: number }>`select ${id} as id from (${all}) one order by ${by}`, filters)
    if (found.rows.length === 0) return found
    const ids = found.rows.map((row) => row.id)
    const rows = await tx.select(sql<object>`${await statement(tx, filters, false, ids)} order by ${by}`)
    return { rows, more: found.more }
  }
  bindStatements(bind, query, {
    async page(tx, filters) {
      const sorted = sortedBy({ ...sortsOf(tx.caller, query), ...source.sorts }, filters.sort)
      const order = orderOf(filters)
      const by = sorted ? sql`${sorted}, ${source.ties ?? order}` : order
      const { rows, more } = await page(tx, filters, by)
      return { rows: rows.map((row) => withoutHidden(tx.caller, row, costKeys(query))), more }
    },
    rows: async (tx, filters) => sql`${await statement(tx, filters, true)} order by ${orderOf(filters)}`,
    totals: source.totals ?? ((tx, filters) => sumsOfRows(tx, query, source, filters)),
    countedBy: source.countedBy,
  })
}

/** The same for a query that says its statements itself. */
export function bindStatements<Q extends BoundQuery>(bind: Bind, query: Q, statements: QueryStatements<Q>): void {
  const { page, rows, totals, countedBy } = statements
  registerExport(query.key, {
    title: query.title,
    columns: ({ caller }) => sheetColumns(caller, query.columns),
    rows: async (tx, filters) => sql`${await rows(tx, filters as QueryFilters<Q>)}`,
    frame: async (tx, filters) => ({
      totals: await totals(tx, filters as QueryFilters<Q>),
      ...(countedBy !== undefined && { countedBy }),
    }),
  })
  bind.reads(query.list, (tx, asked) => page(tx, asked.query as QueryFilters<Q> & Paging))
  bind.reads(query.totals, (tx, asked) => totals(tx, asked.query as QueryFilters<Q>))
  bind(query.export, (tx, asked) => enqueueExport(tx, query.key, asked.body as Parameters<typeof enqueueExport>[2]))
}

/** The fields of a row that the caller may see, for SELECT: codes as they are, or in words. */
export function selectList<Q extends Query>(
  caller: Caller,
  { columns }: Q,
  expressions: Partial<Expressions<Q>>,
  words = false,
): RawBuilder<unknown> {
  return sql.join(
    Object.entries<RawBuilder<unknown> | undefined>(expressions).flatMap(([key, value]) => {
      const column = own(columns, key)
      if (!value || (column && !isOpen(caller, column))) return []
      const labels = words && column && wordsOf(column)
      return [sql`${labels ? inWords(value, labels) : value} as ${sql.ref(snake(key))}`]
    }),
  )
}

const isOpen = (caller: Caller, { field }: QueryColumn) => !field || sees(caller, field)

/** Columns that the caller may see. */
export const openColumns = (caller: Caller, { columns }: Query): [string, QueryColumn][] =>
  Object.entries(columns).filter(([, column]) => isOpen(caller, column))

/** Columns that the caller may sort by, with their names in the SELECT. */
const sortsOf = (caller: Caller, query: Query): Record<string, string> =>
  Object.fromEntries(
    openColumns(caller, query).flatMap(([key, { sort }]) => (sort === false ? [] : [[key, snake(key)]])),
  )

/** Columns of costs, which rows leave out one by one where they are those of a hidden warehouse. */
export const costKeys = ({ columns }: Query): string[] =>
  Object.entries(columns).flatMap(([key, { field }]) => (field && costFields.has(field) ? [key] : []))

/** Count and sums of the rows of the list themselves; a cost is told as a whole, or not at all where some of it is hidden. */
async function sumsOfRows<Q extends Query>(
  tx: CallerTx,
  query: Q,
  source: QuerySource<Q>,
  filters: QueryFilters<Q>,
): Promise<Totals> {
  const expressions: Readonly<Record<string, RawBuilder<unknown> | undefined>> = source.select(tx, filters)
  const summed = openColumns(tx.caller, query).filter(([key, column]) => isSummed(column) && own(expressions, key))
  const figures = summed.map(([key]) => sql`${own(expressions, key)} as ${sql.ref(snake(key))}`)
  const mayHide = costlessWarehouses(tx.caller).length > 0 ? costKeys(query) : []
  const sums = summed.map(([key, { kind }]) => {
    const column = sql.ref(snake(key))
    const sum = sql`coalesce(sum(${column}), ${sql.raw(kind === 'money' ? '0.00' : '0.0000')})`
    return sql`${mayHide.includes(key) ? sql`case when count(*) = count(${column}) then ${sum} end` : sum} as ${column}`
  })
  const { count, sums: told } = await totalsOf(
    tx,
    sql`select ${sql.join([sql`count(*) as count`, ...sums])}
      from (select ${sql.join(figures)} ${await source.from(tx, filters)}) q`,
  )
  return { count, sums: withoutHidden(tx.caller, told, mayHide) }
}
