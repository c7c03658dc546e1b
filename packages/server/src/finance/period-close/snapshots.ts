// What stands in the books at the end of a month is worked out beside the trade: what was there before and what the month has
// brought so far without any lock, and what came meanwhile while the organisation is held (ADR 0376).
import type { ClosingSpan } from '../../kernel/document/closing-checks'
import type { Tx } from '../../kernel/db/tx'

/** A book of which a month keeps what stood in it. */
interface Book {
  table: string
  ledger: string
  keys: readonly string[]
  /** Column of the snapshot, and the ledger's column that it adds up. */
  figures: readonly (readonly [string, string])[]
}

const books: readonly Book[] = [
  {
    table: 'stock_period',
    ledger: 'stock_ledger',
    keys: ['warehouse_id', 'part_id'],
    figures: [
      ['qty', 'qty'],
      ['value', 'value'],
    ],
  },
  {
    table: 'partner_period',
    ledger: 'partner_ledger',
    keys: ['partner_id', 'account'],
    figures: [['balance', 'amount']],
  },
  { table: 'account_period', ledger: 'account_ledger', keys: ['store_account_id'], figures: [['balance', 'amount']] },
  {
    table: 'card_period',
    ledger: 'card_ledger',
    keys: ['card_id'],
    figures: [
      ['principal', 'principal'],
      ['gift', 'gift'],
      ['points', 'points'],
    ],
  },
  {
    table: 'card_item_period',
    ledger: 'card_item_ledger',
    keys: ['card_item_id'],
    figures: [
      ['times', 'times'],
      ['value', 'value'],
    ],
  },
]

/** The last row of each ledger of the group, by the name of the ledger; 0 where there is none. */
export type LastRows = ReadonlyMap<string, number>

/** The last rows of the group's ledgers. Under the lock of an organisation all of its rows up to them are there, and none comes before them any more. */
export async function lastRows(tx: Tx): Promise<LastRows> {
  const maxima = books.map(
    ({ ledger }, i) => `(select coalesce(max(id), 0) from ${ledger} where group_id = $1) as no_${i}`,
  )
  const row = await tx.one<Record<string, number>>({ text: `select ${maxima.join(', ')}`, values: [tx.groupId] })
  return new Map(books.map(({ ledger }, i) => [ledger, row?.[`no${i}`] ?? 0]))
}

/** Adds rows up under the keys of a book, to what is there of the month already. */
function addUp(tx: Tx, { table, keys, figures }: Book, span: ClosingSpan, rows: string, values: readonly unknown[]) {
  const columns = [...keys, ...figures.map(([name]) => name)].join(', ')
  const sums = figures.map(([name]) => `sum(${name})`)
  const added = figures.map(([name]) => `${name} = ${table}.${name} + excluded.${name}`)
  return tx.query({
    text: `insert into ${table} (group_id, org_id, month, ${columns})
      select $1::bigint, $2::bigint, $3::int, ${[...keys, ...sums].join(', ')} from (${rows}) entries
      group by ${keys.join(', ')} having ${sums.map((sum) => `${sum} <> 0`).join(' or ')}
      on conflict (group_id, org_id, month, ${keys.join(', ')}) do update set ${added.join(', ')}`,
    values: [tx.groupId, span.orgId, span.month, ...values] as never,
  })
}

const ledgerRows = ({ ledger, keys, figures }: Book) =>
  `select ${[...keys, ...figures.map(([name, of]) => `${of} as ${name}`)].join(', ')} from ${ledger}
    where group_id = $1 and org_id = $2`

/** Writes what stood at the end of the span as far as the rows go: the former month's snapshot and the ledgers' rows since. */
export async function takeSnapshots(tx: Tx, span: ClosingSpan, upTo: LastRows): Promise<void> {
  for (const book of books) {
    const { table, ledger, keys, figures } = book
    const former = `select ${[...keys, ...figures.map(([name]) => name)].join(', ')} from ${table}
      where group_id = $1 and org_id = $2 and month = $4::int`
    const since = `${ledgerRows(book)} and ($5::date is null or biz_date >= $5::date) and biz_date <= $6::date and id <= $7::bigint`
    const values = [span.formerMonth, span.from, span.to, upTo.get(ledger) ?? 0]
    await addUp(tx, book, span, `${former} union all ${since}`, values)
  }
}

/** Adds what has been written since, and what accounts began with; under the lock of the organisation, so that nothing comes behind it. */
export async function completeSnapshots(tx: Tx, span: ClosingSpan, after: LastRows): Promise<void> {
  for (const book of books) {
    const since = `${ledgerRows(book)} and ($4::date is null or biz_date >= $4::date) and biz_date <= $5::date and id > $6::bigint`
    await addUp(tx, book, span, since, [span.from, span.to, after.get(book.ledger) ?? 0])
    await dropEmpty(tx, book, span)
  }
  const accounts = books.find(({ table }) => table === 'account_period') as Book
  const openings = `select id as store_account_id, opening_balance as balance from store_account
    where group_id = $1 and org_id = $2 and ($4::date is null or opening_on >= $4::date) and opening_on <= $5::date`
  await addUp(tx, accounts, span, openings, [span.from, span.to])
  await dropEmpty(tx, accounts, span)
}

const dropEmpty = (tx: Tx, { table, figures }: Book, { orgId, month }: ClosingSpan) =>
  tx.query({
    text: `delete from ${table} where group_id = $1 and org_id = $2 and month = $3
      and ${figures.map(([name]) => `${name} = 0`).join(' and ')}`,
    values: [tx.groupId, orgId, month],
  })

/** Forgets what stood at the end of a month that is open again. */
export async function dropSnapshots(tx: Tx, orgId: number, month: number): Promise<void> {
  for (const { table } of books)
    await tx.query({
      text: `delete from ${table} where group_id = $1 and org_id = $2 and month = $3`,
      values: [tx.groupId, orgId, month],
    })
}
