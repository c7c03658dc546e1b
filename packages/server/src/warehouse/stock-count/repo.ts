import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CountScope } from '@chepu/contract/warehouse/stock-count'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { StockCount as HeaderRow, StockCountLine as LineRow } from '../../kernel/db/schema'
import type { Statement } from '../../kernel/db/statement'
import type { Tx } from '../../kernel/db/tx'
import type { Family, LockedDocument } from '../../kernel/document/types'

/** A place of a count, with what its part is called and how finely its goods are told. */
export type CountedPlace = Selectable<LineRow> & {
  partCode: string
  partName: string
  brandName: string
  spec: string
  unitName: string
  decimals: number
}

/** A count as its actions see it. */
export type StockCount<States extends string = string> = Omit<Selectable<HeaderRow>, 'state' | 'scope'> &
  LockedDocument<States> & { scope: CountScope; closedMonth: number | null; lines: CountedPlace[] }

type Row = Omit<StockCount, 'lines'>

const header = `select d.*, o.closed_month from stock_count d join org o on o.group_id = d.group_id and o.id = d.org_id
  where d.group_id = $1 and d.id = $2 and d.kind = $3`

const lockCount = (tx: Tx, kind: string, id: number) =>
  countOf(tx, id, {
    name: 'lock-stock-count',
    text: `${header} for no key update of d for share of o`,
    values: [tx.groupId, id, kind],
  })

const readCount = (tx: Tx, kind: string, id: number) =>
  countOf(tx, id, { name: 'read-stock-count', text: header, values: [tx.groupId, id, kind] })

/** Counts. Their entries lock the header as well, so that the lines of a locked count stay as they are. */
export const stockCounts: Family<StockCount> = {
  table: 'stock_count',
  partLines: { table: 'stock_count_line', header: 'count_id' },
  makerColumn: 'count_id',
  lock: lockCount,
  read: readCount,
}

async function countOf(tx: Tx, id: number, statement: Statement): Promise<StockCount | undefined> {
  const [row, lines] = await Promise.all([tx.one<Row>(statement), linesOf(tx, id)])
  return row && { ...row, lines }
}

const linesOf = (tx: Tx, countId: number) =>
  tx.query<CountedPlace>({
    name: 'stock-count-lines',
    text: `select l.*, p.code as part_code, p.name as part_name, coalesce(b.name, '') as brand_name, p.spec, u.name as unit_name, u.decimals
      from stock_count_line l
      join part p on p.group_id = l.group_id and p.id = l.part_id
      left join brand b on b.group_id = p.group_id and b.id = p.brand_id
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where l.group_id = $1 and l.count_id = (select $2::bigint) order by l.line_no`,
    values: [tx.groupId, countId],
  })

/** The header of a count, locked for an entry: several counters wait for each other no longer than one of them writes. */
export const lockHeader = (tx: Tx, kind: string, id: number): Promise<Row | undefined> =>
  tx.one<Row>({
    name: 'lock-stock-count-header',
    text: `${header} for no key update of d`,
    values: [tx.groupId, id, kind],
  })

/** What a place `l` of a count `d` is said to hold: what nobody has counted is zero where the count says so, once it is handed in. */
export const heldAt: RawBuilder<unknown> = sql`coalesce(l.counted_qty,
  case when d.uncounted_as_zero and d.state in ('submitted', 'done', 'reversed') then 0.0000 end)`

/** What was counted at a place; undefined where nobody has and nothing stands for it. */
export function countedOf(
  { countedQty }: Pick<CountedPlace, 'countedQty'>,
  { uncountedAsZero }: Pick<StockCount, 'uncountedAsZero'>,
): Decimal | undefined {
  return countedQty ?? (uncountedAsZero ? '0' : undefined)
}
