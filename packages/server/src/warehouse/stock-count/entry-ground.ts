// What an entry of a count is judged by: the lines of its parts, the parts themselves, and what the books say now.
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { openBins, type PartUnit } from '../../kernel/goods/line-checks'

/** A line of the count as it stands. */
export interface KnownLine {
  id: number
  lineNo: number
  partId: number
  partCode: string
  locationId: number
  batchNo: string
  bookQty: Decimal
  countedQty: Decimal | null
  unitCost: Decimal | null
  isRecount: boolean
  version: number
  counterName: string | null
}

interface CountedPart extends PartUnit {
  id: number
  batchManaged: boolean
  /** Where its goods enter. */
  entryLocationId: number
}

interface Place {
  locationId: number
  batchNo: string
}

export interface Ground {
  lines: readonly KnownLine[]
  parts: ReadonlyMap<number, CountedPart>
  /** Number of the last line of the count. */
  lastNo: number
  isBin(locationId: number): boolean
  /** What the books say now of a place that the snapshot does not have. */
  bookQty(partId: number, place: Place): Decimal
}

/** Reads it for these entries, in as many statements for one as for a thousand. */
export async function groundOf(
  tx: CallerTx,
  count: { id: number; warehouseId: number },
  entries: readonly { partId: number; locationId: number | null }[],
): Promise<Ground> {
  const partIds = [...new Set(entries.map(({ partId }) => partId))]
  const [lines, parts, last, warehouseOf, balances] = await Promise.all([
    linesOf(tx, count.id, partIds),
    partsOf(tx, count.warehouseId, partIds),
    tx.one<{ no: number }>({
      name: 'last-line-of-count',
      text: 'select coalesce(max(line_no), 0) as no from stock_count_line where group_id = $1 and count_id = $2',
      values: [tx.groupId, count.id],
    }),
    openBins(
      tx,
      entries.map(({ locationId }) => locationId),
    ),
    balancesOf(tx, count.warehouseId, partIds),
  ])
  const keyOf = (partId: number, { locationId, batchNo }: Place) => `${partId}:${locationId}:${batchNo}`
  const held = new Map(balances.map((row) => [keyOf(row.partId, row), row.qty]))
  const known = new Set(lines.map(({ locationId }) => locationId))
  return {
    lines,
    parts: new Map(parts.map((part) => [part.id, part])),
    lastNo: last?.no ?? 0,
    isBin: (locationId) => known.has(locationId) || warehouseOf(locationId) === count.warehouseId,
    bookQty: (partId, place) => held.get(keyOf(partId, place)) ?? '0',
  }
}

const linesOf = (tx: CallerTx, countId: number, partIds: readonly number[]) =>
  tx.query<KnownLine>({
    name: 'lines-of-parts-of-count',
    text: `select l.id, l.line_no, l.part_id, p.code as part_code, l.location_id, l.batch_no, l.book_qty, l.counted_qty, l.unit_cost,
        l.is_recount, l.version, u.real_name as counter_name
      from stock_count_line l
      join part p on p.group_id = l.group_id and p.id = l.part_id
      left join app_user u on u.group_id = l.group_id and u.id = l.counter_id
      where l.group_id = $1 and l.count_id = $2 and l.part_id = any ($3::bigint[]) order by l.line_no`,
    values: [tx.groupId, countId, partIds],
  })

const partsOf = (tx: CallerTx, warehouseId: number, partIds: readonly number[]) =>
  tx.query<CountedPart>({
    name: 'parts-to-count',
    text: `select p.id, p.code, u.name as unit_name, u.decimals, p.batch_managed, coalesce(own.id, bin.id) as entry_location_id
      from part p
      join unit u on u.group_id = p.group_id and u.id = p.unit_id
      left join location bin on bin.group_id = p.group_id and bin.warehouse_id = $3 and bin.is_default
      left join product pr on pr.group_id = p.group_id and pr.org_id = $2 and pr.part_id = p.id
      left join location own on own.group_id = p.group_id and own.id = pr.default_location_id and own.warehouse_id = $3 and own.is_active
      where p.group_id = $1 and p.id = any ($4::bigint[]) order by p.id for key share of p`,
    values: [tx.groupId, tx.caller.orgId, warehouseId, partIds],
  })

const balancesOf = (tx: CallerTx, warehouseId: number, partIds: readonly number[]) =>
  tx.query<Place & { partId: number; qty: Decimal }>({
    name: 'balances-to-count',
    text: `select part_id, location_id, batch_no, qty from stock_balance
      where group_id = $1 and org_id = $2 and warehouse_id = $3 and part_id = any ($4::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, warehouseId, partIds],
  })
