import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'
import { lastReceiptCosts } from '../../purchasing/public'
import type { Reference } from './posting'

/** What the parts of lines without a delivery cost in the return's warehouse, or where it has none when last received. */
export async function referencesOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Reference>> {
  const ids = doc.lines.flatMap((line) => (line.sourceLineId === null ? [line.partId] : []))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: number; average: Decimal | null }>({
    name: 'sales-return-averages',
    text: `select p.id, c.value / nullif(c.qty, 0) as average
      from part p
      left join stock_cost c on c.group_id = p.group_id and c.part_id = p.id and c.org_id = $3 and c.warehouse_id = $4
      where p.group_id = $1 and p.id = any ($2::bigint[])`,
    values: [tx.groupId, ids, doc.orgId, doc.warehouseId],
  })
  const empty = rows.flatMap(({ id, average }) => (average === null ? [id] : []))
  const received = await lastReceiptCosts(tx, doc.orgId, empty)
  return new Map(rows.map(({ id, average }) => [id, { average, lastReceipt: received.get(id) ?? null }]))
}

/** The default bin of the org's scrap warehouse, or undefined when it has none. */
export function scrapPlace(
  tx: CallerTx,
  orgId: number,
): Promise<{ warehouseId: number; locationId: number } | undefined> {
  return tx.one({
    name: 'scrap-place',
    text: `select w.id as warehouse_id, l.id as location_id
      from warehouse w
      join location l on l.group_id = w.group_id and l.warehouse_id = w.id and l.is_default
      where w.group_id = $1 and w.org_id = $2 and w.kind = 'scrap' and w.is_active order by w.id limit 1`,
    values: [tx.groupId, orgId],
  })
}

interface LateLine {
  lineNo: number
  partCode: string
  billNo: string
  bizDate: string
}

/** The line whose delivery is longest ago, when that is more than `days` before the return. */
export function oldestDelivery(tx: CallerTx, doc: GoodsDocument, days: number): Promise<LateLine | undefined> {
  return tx.one<LateLine>({
    name: 'oldest-delivery',
    text: `select l.line_no, l.part_code, d.bill_no, d.biz_date
      from goods_document_line l
      join goods_document_line sl on sl.group_id = l.group_id and sl.id = l.source_line_id
      join goods_document d on d.group_id = sl.group_id and d.id = sl.document_id
      where l.group_id = $1 and l.document_id = $2 and $3::date - d.biz_date > $4::int
      order by d.biz_date, l.line_no limit 1`,
    values: [tx.groupId, doc.id, doc.bizDate, days],
  })
}
