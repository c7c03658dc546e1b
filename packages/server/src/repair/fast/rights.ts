import { button } from '@chepu/contract/access/catalogue'
import { type CounterKind, counterGroups, counterKinds } from '@chepu/contract/repair/fast-order'
import { workOrder } from '@chepu/contract/repair/work-order'
import { isEntered, stateLabel } from '@chepu/contract/kernel/states'
import { forbidden, notFound, refuse } from '../../kernel/base/errors'
import { own } from '../../kernel/base/own'
import { mayPress } from '../../kernel/caller/caller'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { assertLatest } from '../../kernel/document/run-action'
import { repairDocuments } from '../../kernel/repair/repo'
import type { WorkOrder } from '../work-order/traits'

/** What is done at a counter. */
type Step = 'add' | 'settle' | 'hold'

const words: Record<Step, string> = { add: '开单', settle: '结算收款', hold: '挂单' }

/** Refuses who lacks the button of a step at that counter; goods are put on hold by who sells them. @throws Failure forbidden */
export function assertAtCounter(tx: CallerTx, kind: CounterKind, step: Step): void {
  const key = kind === 'goods' && step === 'hold' ? 'add' : step
  if (mayPress(tx.caller, button(counterGroups[kind], key))) return
  forbidden(`您没有${kind === 'fast' ? '快修' : '维修商品销售'}「${words[step]}」的权限`)
}

/** Which counter an order was written at; nothing of an ordinary one. */
const counterOf = ({ orderKind }: Pick<WorkOrder, 'orderKind'>): CounterKind | undefined =>
  own(counterKinds, orderKind ?? '') && (orderKind as CounterKind)

/** An order of a counter that the caller sees, as it is read. @throws Failure notFound */
export async function counterOrder(tx: CallerTx, id: number): Promise<WorkOrder & { counter: CounterKind }> {
  const order = (await repairDocuments.read(tx, workOrder.kind, id)) as WorkOrder | undefined
  const counter = order && counterOf(order)
  if (!order || !counter || !inScope(tx.caller, workOrder.area, order)) notFound('快修单')
  return { ...order, counter }
}

/** An order that is on hold, locked. @throws Failure notFound; refused for one that goes on already, stale for one that somebody has changed */
export async function heldOrder(
  tx: CallerTx,
  id: number,
  version: number | undefined,
): Promise<WorkOrder & { counter: CounterKind }> {
  const order = (await repairDocuments.lock(tx, workOrder.kind, id)) as WorkOrder | undefined
  const counter = order && counterOf(order)
  if (!order || !counter || !inScope(tx.caller, workOrder.area, order)) notFound('挂单')
  assertOwn(tx.caller, order)
  // Before the version: who took the same order at another counter is told what has become of it.
  if (!isEntered(workOrder, order.state))
    refuse(`挂单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能再次结算或挂单，请清空本单`)
  await assertLatest(tx, workOrder, order, version)
  return { ...order, counter }
}
