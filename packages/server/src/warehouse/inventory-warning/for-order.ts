// What an order of a car lacks, bought or asked of a sister: who may, and what of it is on its way (business/repair 5.7).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { isEntered, stateLabel, unfinishedStates } from '@chepu/contract/kernel/states'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { sql } from 'kysely'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairScope } from '../../kernel/repair/scope'

interface Wanting {
  id: number
  billNo: string
  state: string
}

const wanting: readonly string[] = issuingStates

/**
 * An order of the caller's organisation: within his scope, or with its material in a warehouse that he views, as at the keeper's desk.
 * @throws Failure invalid, at workOrderId
 */
async function seenOrder(tx: CallerTx, id: number): Promise<Wanting> {
  const { caller, groupId } = tx
  const [order] = await tx.select(sql<Wanting>`select d.id, d.bill_no, d.state from repair_document d
    where d.group_id = ${groupId} and d.org_id = ${caller.orgId} and d.kind = ${workOrder.kind} and d.id = ${id}
      and (${repairScope(caller, workOrder.area)} or ${isAnyOf('d.warehouse_id', warehousesWith(caller, 'view'))})`)
  return order ?? invalid([fieldError('workOrderId', '工单不存在')])
}

/** The order that goods are asked for: it may still have them issued. @throws Failure refused, naming its state */
export async function wantingOrder(tx: CallerTx, id: number): Promise<Wanting> {
  const order = await seenOrder(tx, id)
  if (!isEntered(workOrder, order.state) && !wanting.includes(order.state))
    refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能要货`)
  return order
}

/** What a draft says of why it was made. */
export const remarkFor = (order: Wanting | undefined): string => (order ? `工单 ${order.billNo} 缺料` : '库存预警补货')

/** Notes on a draft which order it was made for. Saving keeps it; a copy is saved anew and has none. */
export function noteWantedFor(tx: CallerTx, id: number, orderId: number): void {
  tx.send({
    name: 'note-wanted-for',
    text: 'update goods_document set wanted_for = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, id, orderId],
  })
}

interface Bringer {
  partId: number
  kind: string
  id: number
  billNo: string
  state: string
  qty: Decimal
}

const open = sql`greatest(l.qty - l.executed_qty - l.closed_qty, 0)`

/**
 * What of parts is on its way or asked for, for an order that the caller sees, a row a document and part, the oldest first: purchase orders and transfer
 * requests that were made for it, and transfer orders that such requests have become. Drafts count. Quantities in base units, 4 decimals.
 */
export async function comingForOrder(tx: CallerTx, orderId: number): Promise<Bringer[]> {
  const { id } = await seenOrder(tx, orderId)
  const { groupId } = tx
  const madeFor = (
    def: typeof purchaseOrder | typeof transferRequest,
  ) => sql`select l.part_id, d.kind, d.id, d.bill_no, d.state, ${open} as qty
    from goods_document d join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    where d.group_id = ${groupId} and d.wanted_for = ${id} and d.kind = ${def.kind} and d.state = any (${unfinishedStates(def)}::text[])`
  const sent = sql`select l.part_id, d.kind, d.id, d.bill_no, d.state, l.qty - l.executed_qty as qty
    from goods_document q join goods_document_line ql on ql.group_id = q.group_id and ql.document_id = q.id
    join goods_document_line l on l.group_id = ql.group_id and l.source_line_id = ql.id
    join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    where q.group_id = ${groupId} and q.wanted_for = ${id} and d.kind = ${transferOrder.kind} and d.state in ('shipped', 'partial') and not d.is_red`
  return tx.select(sql<Bringer>`select b.part_id, b.kind, b.id, b.bill_no, b.state, sum(b.qty) as qty
    from (${madeFor(purchaseOrder)} union all ${madeFor(transferRequest)} union all ${sent}) b
    where b.qty > 0 group by b.part_id, b.kind, b.id, b.bill_no, b.state order by b.id, b.part_id`)
}
