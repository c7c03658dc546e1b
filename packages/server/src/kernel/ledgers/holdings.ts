import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db/tx'
import type { PoolColumns } from './pools'
import type { Reservation } from './reservation'

/** What lies in one bin. */
export interface Bin {
  warehouseId: number
  partId: number
  locationId: number
  batchNo: string
  qty: Decimal
  /** What the posting in hand has taken out of it. */
  taken?: Decimal
}

type Row = Bin & { [Key in keyof Reservation]: Reservation[Key] | null }

/**
 * Bins of the pools that hold something, the oldest batch first and what names none last, in picking order, and live reservations, the oldest
 * first. One statement, since every posting that takes goods out asks for both. The caller locks the pools.
 */
export async function binsAndReservationsOf(
  tx: Tx,
  pools: PoolColumns,
): Promise<{ bins: Bin[]; reservations: Reservation[] }> {
  const rows = await tx.query<Row>({
    name: 'bins-and-reservations',
    text: `select null::bigint as id, b.warehouse_id, b.part_id, b.qty, b.location_id, b.batch_no, nullif(b.batch_no, '') as batch_order, l.pick_order,
        null::text as source_kind, null::bigint as source_id, null::bigint as source_line_id, null::numeric as released_qty, null::numeric as backorder_qty,
          null::bigint as linked_purchase_line_id
      from stock_balance b join location l on l.group_id = b.group_id and l.id = b.location_id
      where b.group_id = $1 and b.qty > 0
        and (b.org_id, b.warehouse_id, b.part_id) in (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]))
      union all
      select r.id, r.warehouse_id, r.part_id, r.qty, null, null, null, null, r.source_kind, r.source_id, r.source_line_id, r.released_qty, r.backorder_qty, null
      from stock_reservation r
      where r.group_id = $1 and r.is_live
        and (r.org_id, r.warehouse_id, r.part_id) in (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]))
      order by id nulls first, batch_order, pick_order, location_id`,
    values: [tx.groupId, ...pools],
  })
  return {
    bins: rows.filter((row) => row.id === null),
    reservations: rows.filter((row) => row.id !== null) as Reservation[],
  }
}
