// What a transfer does to the requests that it executes: it sends what they asked for, and holds what they held (business/ledgers 3.2).
import { add, type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { fieldError, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { holdStock, releaseStock } from '../../kernel/goods/reserve'
import type { SaveRequest } from '../../kernel/goods/save'
import type { GoodsDocument } from '../../kernel/goods/types'
import { lockPools } from '../../kernel/ledgers/pools'
import { giveBack, type HolderQty, holdFreed, takeOver } from '../../kernel/ledgers/reservation'

interface Asking {
  sourceLineId: number | null
  qty: Decimal
}

/** Quantities by line of a request; one that several lines execute counts once. */
function ofRequests(lines: readonly Asking[]): HolderQty[] {
  const sums = new Map<number, Decimal>()
  for (const { sourceLineId, qty } of lines) {
    if (sourceLineId !== null && isPositive(qty)) sums.set(sourceLineId, add(sums.get(sourceLineId) ?? '0', qty))
  }
  return [...sums].map(([lineId, qty]) => ({ kind: transferRequest.kind, lineId, qty }))
}

/** An approved order holds its goods; what its requests held becomes its own. */
export async function holdForOrder(tx: CallerTx, order: GoodsDocument): Promise<void> {
  await lockPools(tx, order.orgId, order.lines)
  takeOver(tx, ofRequests(order.lines))
  await holdStock(tx, order)
}

/** Ends what an order holds that is not sent: the goods are its requests' again, or free. */
export async function undoHolding(tx: CallerTx, order: GoodsDocument): Promise<void> {
  await releaseStock(tx, order)
  await giveBackToRequests(tx, order.lines)
  await holdFreed(tx, order.orgId, order.lines)
}

/** After goods have left: what was held and not sent goes back to the requests (`planned` are the lines as approved). */
export async function settleHolding(tx: CallerTx, planned: GoodsDocument, sent: GoodsDocument): Promise<void> {
  await releaseStock(tx, planned)
  const unsent = planned.lines.map((line, i) => ({ ...line, qty: sub(line.qty, sent.lines[i]?.qty ?? '0') }))
  if (!unsent.some((line) => isPositive(line.qty))) return
  await giveBackToRequests(tx, unsent)
  await holdFreed(tx, planned.orgId, planned.lines)
}

/** Lets requests that still want their goods hold again what an order had used of their reservations. The caller has locked the pools. */
export async function giveBackToRequests(tx: CallerTx, lines: readonly Asking[]): Promise<void> {
  const used = ofRequests(lines)
  if (used.length === 0) return
  const rows = await tx.query<{ id: number }>({
    name: 'open-request-lines',
    text: `select l.id from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and d.state <> 'closed'`,
    values: [tx.groupId, used.map((line) => line.lineId)],
  })
  const open = new Set(rows.map((row) => row.id))
  giveBack(
    tx,
    used.filter((line) => open.has(line.lineId)),
  )
}

/** A request is executed out of the warehouse that it asks, into the one that it asks for. @throws Failure invalid, by line */
export async function assertFollows(tx: CallerTx, { header, lines }: SaveRequest): Promise<void> {
  const ids = lines.flatMap(({ sourceLineId }) => sourceLineId ?? [])
  if (ids.length === 0) return
  const rows = await tx.query<{ id: number; billNo: string }>({
    name: 'requests-of-other-places',
    text: `select l.id, d.bill_no from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and (d.to_warehouse_id, d.warehouse_id) <> ($3::bigint, $4::bigint)`,
    values: [tx.groupId, ids, header.warehouseId, header.toWarehouseId],
  })
  const others = new Map(rows.map((row) => [row.id, row.billNo]))
  const errors = lines.flatMap(({ sourceLineId }, i) => {
    const billNo = others.get(sourceLineId ?? 0)
    return billNo ? [fieldError(`lines.${i}.sourceLineId`, `调拨申请单 ${billNo} 的申请、供货仓库与本单不同`)] : []
  })
  if (errors.length > 0) invalid(errors)
}
