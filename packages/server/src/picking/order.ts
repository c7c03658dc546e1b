// The order that goods are issued to (business/repair 5): held when a document is entered, and when goods move.
import { add, compare, type Decimal, isPositive, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { stateLabel } from '@chepu/contract/kernel/states'
import { workOrder } from '@chepu/contract/repair/work-order'
import { fieldError, invalid, notFound, refuse, refuseLine } from '../kernel/base/errors'
import type { CallerTx } from '../kernel/db/tx'
import type { SaveRequest } from '../kernel/goods/save'
import type { GoodsDocument, GoodsLine } from '../kernel/goods/types'
import { repairDocuments } from '../kernel/repair/repo'
import type { RepairDocument, RepairLine } from '../kernel/repair/types'

/**
 * The order that a draft names, of the caller's own organisation; held, so that it loses no line that the draft is for meanwhile. @throws Failure invalid, naming
 * the field
 */
export async function orderNamed(tx: CallerTx, { header }: SaveRequest): Promise<RepairDocument> {
  const order = await repairDocuments.lock(tx, workOrder.kind, header['workOrderId'] as number)
  if (!order || order.orgId !== tx.caller.orgId) invalid([fieldError('header.workOrderId', '工单不存在')])
  return order
}

/**
 * Completes a draft with what follows from its order: the car, and whose it is. Checks that it takes the goods where the order has them, and that its
 * lines are for material of the order. @throws Failure invalid, naming field and line
 */
export function ofOrder(request: SaveRequest, order: RepairDocument): SaveRequest {
  const { vehicleId, partnerId, warehouseId } = order
  if (request.header.warehouseId !== warehouseId)
    invalid([fieldError('header.warehouseId', `仓库应为工单 ${order.billNo} 的领料仓库`)])
  const lines = materialOf(order)
  const errors = request.lines.flatMap((line, i): FieldError[] => {
    const material = lines.get(line['workOrderLineId'] as number)
    const at = (field: string, message: string) => [fieldError(`lines.${i}.${field}`, message)]
    if (!material) return at('workOrderLineId', `不是工单 ${order.billNo} 的材料行`)
    if (material.partId !== line.partId) return at('partId', `工单材料为 [${material.partCode}]，配件不一致`)
    return material.isCustomerSupplied ? at('partId', `[${material.partCode}] 是客户自带件，不领料`) : []
  })
  if (errors.length > 0) invalid(errors)
  return { ...request, header: { ...request.header, partnerId, vehicleId } }
}

const materialOf = ({ lines }: RepairDocument): Map<number, RepairLine> =>
  new Map(lines.filter(({ section }) => section === 'materials').map((line) => [line.id, line]))

/** The order of a document, locked, in one of the states in which its goods may move. @throws Failure refused */
export async function lockedOrder(
  tx: CallerTx,
  doc: GoodsDocument,
  { states, verb }: { states: readonly string[]; verb: string },
): Promise<RepairDocument> {
  const order = await repairDocuments.lock(tx, workOrder.kind, doc.workOrderId as number)
  if (!order) notFound('工单')
  if (!states.includes(order.state))
    refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能${verb}`)
  return order
}

/** One material line of an order with what a document moves for it. */
export interface Moved {
  material: RepairLine
  qty: Decimal
  /** The last line of the document that names it, for messages. */
  line: GoodsLine
}

/** What a document moves of each material line of its order. @throws Failure refused for a line that the order has no more */
export function movedOf(doc: GoodsDocument, order: RepairDocument): Moved[] {
  const lines = materialOf(order)
  const moved = new Map<number, Moved>()
  for (const line of doc.lines.filter(({ qty }) => isPositive(qty))) {
    const material = lines.get(line.workOrderLineId ?? 0)
    if (!material || material.partId !== line.partId)
      refuseLine(line, 'workOrderLineId', '工单已没有这行材料，请重新录入')
    const qty = add(moved.get(material.id)?.qty ?? '0', line.qty)
    moved.set(material.id, { material, qty, line })
  }
  return [...moved.values()]
}

/** Notes what was issued, or came back, on the lines of the order; `sign` −1 takes it back. The caller has locked the order. */
export function noteMoved(
  tx: CallerTx,
  column: 'issued_qty' | 'returned_qty',
  moved: readonly Moved[],
  sign: 1 | -1,
): void {
  tx.send({
    name: `note-${column.replace('_', '-')}`,
    text: `update repair_line l set ${column} = l.${column} + n.qty from unnest($2::bigint[], $3::numeric[]) as n (id, qty)
      where l.group_id = $1 and l.id = n.id`,
    values: [
      tx.groupId,
      moved.map(({ material }) => material.id),
      moved.map(({ qty }) => (sign === 1 ? qty : sub('0', qty))),
    ],
  })
}

/** The lines of the order as they stand once this is noted. */
export const afterMoved = (
  order: RepairDocument,
  field: 'issuedQty' | 'returnedQty',
  moved: readonly Moved[],
  sign: 1 | -1,
): RepairLine[] =>
  order.lines.map((line) => {
    const own = moved.find(({ material }) => material.id === line.id)
    return own ? { ...line, [field]: sign === 1 ? add(line[field], own.qty) : sub(line[field], own.qty) } : line
  })

/** Refuses what would leave more in the car than the order wants, as when a return is undone. @throws Failure naming the line */
export function assertPlanned(moved: readonly Moved[], netOf: (each: Moved) => Decimal): void {
  for (const each of moved) {
    const net = netOf(each)
    if (compare(net, each.material.qty) > 0)
      refuseLine(each.line, 'qty', `工单数量为 ${trimZeros(each.material.qty)}，实领将为 ${trimZeros(net)}`)
  }
}
