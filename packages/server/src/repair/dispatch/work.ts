import { button } from '@chepu/contract/access/catalogue'
import { stateLabel } from '@chepu/contract/kernel/states'
import { issuingStates, workOrder } from '@chepu/contract/repair/work-order'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { repairDocuments } from '../../kernel/repair/repo'
import type { RepairLine } from '../../kernel/repair/types'
import type { WorkOrder } from '../work-order/traits'
import { type DispatchRow, rowsOfOrder } from './rows'

/** An order that is held for a change of the work on it, with who works on its lines. */
export interface Work {
  order: WorkOrder
  rows: DispatchRow[]
  /** The moment of the change. */
  at: string
}

/**
 * Holds an order and reads who works on it. Refuses what is outside the caller's scope as if it did not exist, orders of another
 * organisation, and those that are not in the workshop.
 */
export async function openWork(tx: CallerTx, orderId: number): Promise<Work> {
  const [order, rows] = await Promise.all([openOrder(tx, orderId), rowsOfOrder(tx, orderId)])
  return { order, rows, at: new Date().toISOString() }
}

/** The same without who works on it. @throws as `openWork` */
export async function openOrder(tx: CallerTx, orderId: number): Promise<WorkOrder> {
  const order = (await repairDocuments.lock(tx, workOrder.kind, orderId)) as WorkOrder | undefined
  if (!order || !inScope(tx.caller, workOrder.area, order)) notFound('工单')
  assertOwn(tx.caller, order)
  if (!issuingStates.some((state) => state === order.state))
    refuse(`工单 ${order.billNo} 当前为「${stateLabel(workOrder, order.state)}」，不能派工和施工`)
  return order
}

/** The named lines of labour that the customer has agreed to; refuses all others by their place in the body. */
export function linesOf(
  { order }: Work,
  lineIds: readonly number[],
  pathOf = (i: number): string => `lineIds.${i}`,
): RepairLine[] {
  return lineIds.map((id, i) => {
    const line = order.lines.find((each) => each.id === id && each.section === 'labour')
    if (!line) return invalid([{ path: pathOf(i), message: '项目不属于本工单，请刷新后重试' }])
    if (line.agreement === 'declined') refuse(`「${line.name}」客户不做`)
    if (line.agreement !== 'agreed') refuse(`「${line.name}」客户尚未确认，请先确认增项`)
    return line
  })
}

export const rowsOfLine = ({ rows }: Work, { id }: Pick<RepairLine, 'id'>): DispatchRow[] =>
  rows.filter(({ lineId }) => lineId === id)

/** Refuses a line on which work can not go on: nobody is dispatched to it, or the order stands still. */
export function assertGoesOn({ order }: Work): void {
  if (order.state === 'paused') refuse(`工单 ${order.billNo} 已整单暂停，请先恢复`)
}

/** Whether the caller directs the work of others. */
export const isDispatcher = ({ caller }: CallerTx): boolean => mayPress(caller, button('dispatch', 'assign'))

/**
 * The rows of a line that the caller speaks for: who dispatches for all of them, a technician for himself, and where `leads` for those
 * who help him, too. Refuses who does not work on it.
 */
export function ownRows(tx: CallerTx, work: Work, line: RepairLine, { leads = false } = {}): DispatchRow[] {
  const rows = rowsOfLine(work, line)
  if (rows.length === 0) refuse(`「${line.name}」尚未派工`)
  if (isDispatcher(tx)) return rows
  const mine = rows.filter(({ employeeId }) => employeeId === tx.caller.employeeId)
  if (mine.length === 0) forbidden(`「${line.name}」没有派给您`)
  return leads && mine.some(({ role }) => role === 'lead') ? rows : mine
}
