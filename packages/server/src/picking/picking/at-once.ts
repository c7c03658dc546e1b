// Material that leaves the stock, and comes back, within a step of its order (business/fast-counter 2, 4): by the picking's own rules.
import { isPositive } from '@chepu/contract/kernel/decimal'
import { picking } from '@chepu/contract/picking/picking'
import type { CallerTx } from '../../kernel/db/tx'
import { runAction } from '../../kernel/document/run-action'
import { actionKind } from '../../kernel/goods/routes'
import { saveDraft, type SaveRequest } from '../../kernel/goods/save'
import type { RepairDocument } from '../../kernel/repair/types'
import { waitingQty } from '../../repair/public'
import { pickingKind } from './actions'

type Order = Pick<RepairDocument, 'id' | 'warehouseId' | 'bizDate' | 'lines'>

/**
 * Issues all that the order still waits for by one picking; answers its number, or nothing where no goods leave the stock.
 * @throws Failure as a picking does, naming the line
 */
export async function issueAtOnce(tx: CallerTx, order: Order): Promise<string | undefined> {
  const waiting = order.lines.filter((line) => isPositive(waitingQty(line)))
  if (waiting.length === 0) return undefined
  const { id: workOrderId, warehouseId, bizDate } = order
  const lines = waiting.map((line) => ({ partId: line.partId, workOrderLineId: line.id, qty: waitingQty(line) }))
  const body: unknown = picking.routes.save.body.parse({ header: { bizDate, warehouseId, workOrderId }, lines })
  const { id, version } = await saveDraft(tx, pickingKind, body as SaveRequest)
  const seen = waiting.map((line) => ({ workOrderLineId: line.id, waitingQty: waitingQty(line) }))
  const { billNo } = await runAction(tx, actionKind(pickingKind), id, 'approve', { version, input: { seen } })
  return billNo
}

/** Puts all that was issued to an order back on the shelf, and voids its pickings. @throws Failure as 反审核 of a picking does */
export async function takeBackIssued(tx: CallerTx, workOrderId: number, reason: string): Promise<void> {
  const rows = await tx.query<{ id: number; version: number }>({
    name: 'pickings-of-order',
    text: `select id, version from goods_document where group_id = $1 and work_order_id = $2 and kind = $3 and state = 'done' order by id`,
    values: [tx.groupId, workOrderId, picking.kind],
  })
  for (const { id, version } of rows) {
    const draft = await runAction(tx, actionKind(pickingKind), id, 'unapprove', { version, reason })
    await runAction(tx, actionKind(pickingKind), id, 'void', { version: draft.version, reason })
  }
}
