// What stands in the books, read straight from their tables: tests compare it with figures that they write out.
type Sql = <Row>(text: string, ...values: unknown[]) => Promise<Row[]>

/** The books of a group, whose statements `query` runs; $1 is the group. */
export function booksOf(query: Sql) {
  const one = async <Row>(text: string, ...values: unknown[]): Promise<Row | undefined> =>
    (await query<Row>(text, ...values))[0]

  return {
    /** Quantity and value of a part, 'qty / value' or 'none'; of all warehouses when none is named. */
    async pool(partId: number, warehouseId: number | null = null): Promise<string> {
      const row = await one<{ qty: string; value: string }>(
        `select sum(qty) as qty, sum(value) as value from stock_cost
          where group_id = $1 and part_id = $2 and ($3::bigint is null or warehouse_id = $3) having count(*) > 0`,
        partId,
        warehouseId,
      )
      return row ? `${row.qty} / ${row.value}` : 'none'
    },

    /** What lies where of a part, by code of the bin and batch: 'A-01/B1' → quantity. */
    async bins(partId: number): Promise<Record<string, string>> {
      const rows = await query<{ place: string; qty: string }>(
        `select l.code || case when b.batch_no = '' then '' else '/' || b.batch_no end as place, b.qty from stock_balance b
          join location l on l.group_id = b.group_id and l.id = b.location_id
          where b.group_id = $1 and b.part_id = $2 and b.qty <> 0 order by 1`,
        partId,
      )
      return Object.fromEntries(rows.map(({ place, qty }) => [place, qty]))
    },

    /** What the live reservations of a part hold now and still wait for, 'held + waiting'. */
    async held(partId: number): Promise<string> {
      const row = await one<{ held: string; waiting: string }>(
        `select coalesce(sum(qty - released_qty - backorder_qty), 0)::numeric(10, 0) as held,
          coalesce(sum(backorder_qty), 0)::numeric(10, 0) as waiting
          from stock_reservation where group_id = $1 and part_id = $2 and is_live`,
        partId,
      )
      return `${row?.held} + ${row?.waiting}`
    },

    /** What is owed for a document, in the order in which it was opened. */
    openItems: (kind: string, docId: number) =>
      query<{
        id: number
        partnerId: number
        side: 'AR' | 'AP'
        original: string
        writtenOff: string
        discounted: string
        balance: string
      }>(
        `select id, partner_id, side, original, written_off, discounted, balance from open_item
          where group_id = $1 and source_kind = $2 and source_id = $3 order by id`,
        kind,
        docId,
      ),

    /** Balance of one of a partner's accounts, '0.00' when nothing was ever posted. */
    async balance(partnerId: number, account: string): Promise<string> {
      const row = await one<{ balance: string }>(
        'select balance from partner_balance where group_id = $1 and partner_id = $2 and account = $3',
        partnerId,
        account,
      )
      return row?.balance ?? '0.00'
    },

    /** P&L of a document by kind. */
    async pnl(kind: string, docId: number): Promise<Record<string, string>> {
      const rows = await query<{ kind: string; amount: string }>(
        `select kind, sum(amount) as amount from pnl_ledger where group_id = $1 and doc_kind = $2 and doc_id = $3
          group by kind order by kind`,
        kind,
        docId,
      )
      return Object.fromEntries(rows.map((row) => [row.kind, row.amount]))
    },

    /** What a document has written into all ledgers, opened and held, in order; without numbers and times of the rows. */
    async ofDocument(kind: string, docId: number): Promise<unknown[]> {
      const found = await query<{ place: string; row: object }>(rowsOfDocument, kind, docId)
      return found.map(({ place, row }) => ({ place, ...row }))
    },

    /** Balance of a store account. */
    async account(accountId: number): Promise<string> {
      const row = await one<{ balance: string }>(
        'select balance from store_account where group_id = $1 and id = $2',
        accountId,
      )
      return row?.balance as string
    },
  }
}

const rowsIn = (table: string, document: string) => `select '${table}' as place, r.id as at,
    to_jsonb(r) - array['id', 'doc_id', 'source_id', 'bill_no', 'line_id', 'doc_line_id', 'source_line_id', 'open_item_id', 'posted_at', 'created_at', 'reversal_of']
      as row
  from ${table} r where r.group_id = $1 and r.${document}_kind = $2 and r.${document}_id = $3`
const writtenBy = [
  'stock_ledger',
  'wip_ledger',
  'partner_ledger',
  'account_ledger',
  'pnl_ledger',
  'commission_entry',
  'write_off_line',
]
const heldFor = ['open_item', 'stock_reservation']
const tables = [...writtenBy.map((table) => rowsIn(table, 'doc')), ...heldFor.map((table) => rowsIn(table, 'source'))]
const rowsOfDocument = `select place, row from (${tables.join(' union all ')}) r order by place, at`
