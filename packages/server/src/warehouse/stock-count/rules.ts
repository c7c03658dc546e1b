// When a count may still be undone (business/warehouse 5.6).
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { lockPools } from '../../kernel/ledgers/pools'
import type { StockCount } from './repo'
import { differencesOf } from './result'

/** Refuses a count one of whose places has been counted since: what is there now was found by that count. */
export async function assertNotCountedSince(
  tx: CallerTx,
  { id, orgId, warehouseId, postedAt }: StockCount,
): Promise<void> {
  const later = await tx.one<{ billNo: string; locationCode: string; partCode: string }>({
    name: 'counted-since',
    text: `select c.bill_no, b.code as location_code, p.code as part_code from stock_count c
      join stock_count_line l on l.group_id = c.group_id and l.count_id = c.id
        and (l.counted_qty is not null or c.uncounted_as_zero)
      join stock_count_line own on own.group_id = l.group_id and own.count_id = $2 and own.part_id = l.part_id and own.location_id = l.location_id
        and own.book_qty is distinct from own.counted_qty
      join location b on b.group_id = l.group_id and b.id = l.location_id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      where c.group_id = $1 and c.org_id = $3 and c.warehouse_id = $4 and c.state = 'done' and not c.is_red and c.id <> $2
        and c.posted_at > $5
      order by c.id, l.line_no limit 1`,
    values: [tx.groupId, id, orgId, warehouseId, postedAt],
  })
  if (later) refuse(`货位 ${later.locationCode} 的 [${later.partCode}] 已由盘点单 ${later.billNo} 再次盘点，不能撤销`)
}

/** Refuses a count of whose parts one has moved since it was posted; behind the lock of their pools, so that none does now. */
export async function assertNotMovedSince(tx: CallerTx, count: StockCount): Promise<void> {
  const { warehouseId, orgId } = count
  await lockPools(
    tx,
    orgId,
    differencesOf(count).map(({ partId }) => ({ warehouseId, partId })),
  )
  const moved = await tx.one<{ lineNo: number; partCode: string }>({
    name: 'moved-since-count',
    text: `with own as (
        select s.part_id, max(s.id) as last_id from stock_ledger s
        join goods_document r on r.group_id = s.group_id and r.kind = s.doc_kind and r.id = s.doc_id
        where s.group_id = $1 and r.count_id = $2 and r.posted_at is not null group by s.part_id
      )
      select l.line_no, p.code as part_code from own
      join stock_count_line l on l.group_id = $1 and l.count_id = $2 and l.part_id = own.part_id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      where exists (select from stock_ledger s where s.group_id = $1 and s.org_id = $3 and s.warehouse_id = $4
        and s.part_id = own.part_id and s.id > own.last_id)
      order by l.line_no limit 1`,
    values: [tx.groupId, count.id, orgId, warehouseId],
  })
  if (moved) refuse(`第${moved.lineNo}行 [${moved.partCode}] 盘点过账后已有出入库，不能反审核，请改用红冲`)
}
