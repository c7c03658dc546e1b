// What people of the workshop are told of an order: event 4 of business/notifications 4.
import type { CallerTx, Tx } from '../../kernel/db/tx'
import { notify } from '../../kernel/notify/notify'
import type { WorkOrder } from '../work-order/traits'
import type { RepairLine } from '../../kernel/repair/types'
import type { Person } from './roster'
import { rowsOfOrder } from './rows'

type Told = Pick<WorkOrder, 'id' | 'orgId' | 'billNo' | 'vehicleId' | 'salespersonId' | 'creatorId'>

/** Tells technicians something of an order; their own page opens. */
export function tellTechnicians(tx: Tx, order: Told, people: readonly Pick<Person, 'userId'>[], words: string): void {
  const by = 'caller' in tx ? (tx as CallerTx).caller.userId : null
  const users = people.flatMap(({ userId }) => (userId === null || userId === by ? [] : [userId]))
  notify(tx, {
    users,
    kind: 'news',
    msgType: 4,
    message: `工单 ${order.billNo} ${words}`,
    orgId: order.orgId,
    screen: 'myWork',
  })
}

/** Tells the adviser of an order, or who wrote it, something of it. */
async function tellAdviser(tx: CallerTx, order: Told, words: string): Promise<void> {
  const adviser = await tx.one<{ userId: number | null }>({
    name: 'adviser-user',
    text: 'select user_id from employee where group_id = $1 and id = $2',
    values: [tx.groupId, order.salespersonId],
  })
  const userId = adviser?.userId ?? order.creatorId
  if (userId === tx.caller.userId) return
  notify(tx, {
    users: [userId],
    kind: 'news',
    msgType: 4,
    message: `工单 ${order.billNo} ${words}`,
    orgId: order.orgId,
    params: { kind: 'work_order', id: order.id, no: order.billNo },
  })
}

/** A check found something: who did it works on it again, and the adviser knows that it takes longer. */
export async function tellFailed(
  tx: CallerTx,
  order: Told,
  people: readonly Pick<Person, 'userId'>[],
  words: string,
): Promise<void> {
  tellTechnicians(tx, order, people, words)
  await tellAdviser(tx, order, words)
}

/** The car is ready: its adviser calls the customer. */
export const tellCompleted = (tx: CallerTx, order: Told): Promise<void> => tellAdviser(tx, order, '终检合格，已完工')

/** The customer has agreed to more at the desk: who works on the car, and its adviser, know of it. */
export async function tellAdded(tx: CallerTx, order: WorkOrder, lines: readonly RepairLine[]): Promise<void> {
  const words = await tellAddedWork(tx, order, lines)
  if (words) await tellAdviser(tx, order, words)
}

/** The customer has agreed to more: who works on the car knows of it. Answers what they are told; nothing when he did not. */
export async function tellAddedWork(
  tx: Tx,
  order: WorkOrder,
  lines: readonly RepairLine[],
): Promise<string | undefined> {
  const open = new Set(order.lines.filter(({ agreement }) => agreement === 'open').map(({ id }) => id))
  const added = lines.filter(({ id, agreement }) => open.has(id) && agreement === 'agreed')
  if (added.length === 0) return undefined
  const words = `增项已确认：${added.map(({ name, partCode }) => name || partCode).join('、')}`
  tellTechnicians(tx, order, await rowsOfOrder(tx, order.id), words)
  return words
}
