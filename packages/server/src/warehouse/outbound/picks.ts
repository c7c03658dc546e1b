// Where the goods of a document lie: the bins that posting will take them from, or has taken them from.
import { type Decimal, isPositive, min, neg, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { z } from 'zod'
import type { pick } from '@chepu/contract/warehouse/picks'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'

type Pick = z.output<typeof pick>
type Bin = Pick & { partId: number }

/** Picks of each line by its id, in the order of walking. */
export async function picksOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Pick[]>> {
  const isGone = doc.state === 'done' || doc.state === 'reversed'
  return isGone ? takenPicks(tx, doc) : plannedPicks(await binsOf(tx, doc), doc.lines)
}

/** Takes bins like the posting does: the oldest batch first, then the walking order (business/ledgers 4.1). */
export function plannedPicks(bins: readonly Bin[], lines: readonly GoodsLine[]): Map<number, Pick[]> {
  const left = bins.map((bin) => ({ ...bin }))
  return new Map(lines.map((line) => [line.id, take(left, line)]))
}

function take(bins: Bin[], line: GoodsLine): Pick[] {
  const picks: Pick[] = []
  let rest = line.qty
  for (const bin of bins) {
    if (!isPositive(rest)) break
    if (!fits(bin, line)) continue
    const qty = min(bin.qty, rest)
    picks.push({
      locationId: bin.locationId,
      locationCode: bin.locationCode,
      pickOrder: bin.pickOrder,
      batchNo: bin.batchNo,
      qty: trimZeros(qty),
    })
    bin.qty = sub(bin.qty, qty)
    rest = sub(rest, qty)
  }
  return picks
}

const fits = (bin: Bin, line: GoodsLine) =>
  bin.partId === line.partId &&
  isPositive(bin.qty) &&
  (line.locationId === null || line.locationId === bin.locationId) &&
  (line.batchNo === '' || line.batchNo === bin.batchNo)

const binsOf = (tx: CallerTx, doc: GoodsDocument) =>
  tx.query<Bin>({
    name: 'bins-to-pick',
    text: `select b.part_id, b.location_id, l.code as location_code, l.pick_order, b.batch_no, b.qty
      from stock_balance b join location l on l.group_id = b.group_id and l.id = b.location_id
      where b.group_id = $1 and b.org_id = $2 and b.warehouse_id = $3 and b.part_id = any ($4::bigint[]) and b.qty > 0
      order by b.batch_no = '', b.batch_no, l.pick_order, b.location_id`,
    values: [tx.groupId, doc.orgId, doc.warehouseId, doc.lines.map((line) => line.partId)],
  })

async function takenPicks(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Pick[]>> {
  const rows = await tx.query<Pick & { lineId: number; qty: Decimal }>({
    name: 'bins-picked',
    text: `select s.line_id, s.location_id, l.code as location_code, l.pick_order, s.batch_no, s.qty
      from stock_ledger s join location l on l.group_id = s.group_id and l.id = s.location_id
      where s.group_id = $1 and s.doc_kind = $2 and s.doc_id = $3 and s.qty < 0 order by l.pick_order, s.id`,
    values: [tx.groupId, doc.kind, doc.id],
  })
  const picks = new Map<number, Pick[]>()
  for (const { lineId, qty, ...row } of rows)
    picks.set(lineId, [...(picks.get(lineId) ?? []), { ...row, qty: neg(qty) }])
  return picks
}

/** Barcodes of the document's parts by part, for checking by scanner. */
export async function barcodesOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, string[]>> {
  const rows = await tx.query<{ partId: number; barcode: string }>({
    name: 'barcodes-of-parts',
    text: 'select part_id, barcode from part_barcode where group_id = $1 and part_id = any ($2::bigint[]) order by id',
    values: [tx.groupId, doc.lines.map((line) => line.partId)],
  })
  const codes = new Map<number, string[]>()
  for (const { partId, barcode } of rows) codes.set(partId, [...(codes.get(partId) ?? []), barcode])
  return codes
}
