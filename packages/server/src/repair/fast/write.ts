// What the counter writes is a work order like any, of its own kind (business/fast-counter 1).
import type { FastOrderBody } from '@chepu/contract/repair/fast-order'
import { workOrder } from '@chepu/contract/repair/work-order'
import { button } from '@chepu/contract/access/catalogue'
import { holderOf } from '../../cards/public'
import { invalid, refuse } from '../../kernel/base/errors'
import { shanghaiDay } from '../../kernel/base/calendar'
import type { CallerTx } from '../../kernel/db/tx'
import type { Saved } from '../../kernel/document/run-action'
import { saveRepair } from '../../kernel/repair/save'
import type { RepairRequest } from '../../kernel/repair/types'
import { workOrderKind } from '../work-order/actions'
import { heldOrder } from './rights'

/** Buttons that writing the order would ask for at its own desk. */
const writing = [button('work_order', 'add'), button('work_order', 'update')]

/** Writes the order of a counter, new or taken back, as 报价中. @throws Failure as saving a work order does */
export async function writeOrder(tx: CallerTx, body: FastOrderBody): Promise<Saved> {
  assertLines(body)
  if (body.id !== undefined) {
    const held = await heldOrder(tx, body.id, body.version)
    if (held.counter !== body.kind) refuse(`挂单 ${held.billNo} 不是${body.kind === 'goods' ? '商品' : '快修'}单`)
  }
  const request = await requestOf(tx, body)
  return tx.withButtons(writing, () => saveRepair(tx, workOrderKind, request))
}

function assertLines({ kind, labour, materials }: FastOrderBody): void {
  if (kind === 'goods' && labour.length > 0)
    invalid([{ path: 'labour', message: '商品销售没有维修项目，请在快修快保开单' }])
  if (labour.length + materials.length > 0) return
  const message = kind === 'goods' ? '请录入商品' : '请录入项目或商品'
  invalid([{ path: kind === 'goods' ? 'materials' : 'labour', message }])
}

/** The body of the work order, with what nobody types at a counter. */
async function requestOf(tx: CallerTx, { kind, header, cardNo, ...order }: FastOrderBody): Promise<RepairRequest> {
  const typed = { ...header, bizDate: header.bizDate ?? shanghaiDay(), businessTypeId: await businessTypeOf(tx, kind) }
  const request = workOrder.routes.save.body.parse({ ...order, header: typed })
  const holderId = await holderOf(tx, cardNo)
  return { ...request, header: { ...request.header, orderKind: kind }, ...(holderId && { holderId }) } as RepairRequest
}

/** The type of business of a counter, which every group has. @throws Failure refused where it was switched off */
async function businessTypeOf(tx: CallerTx, kind: FastOrderBody['kind']): Promise<number> {
  const type = await tx.one<{ id: number }>({
    name: 'business-type-of-counter',
    text: 'select id from business_type where group_id = $1 and code = $2 and is_active',
    values: [tx.groupId, kind],
  })
  return type?.id ?? refuse(`业务类型「${kind === 'goods' ? '商品零售' : '快修'}」已停用，请先启用`)
}
