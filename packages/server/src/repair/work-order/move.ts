import type { WorkState, workSteps } from '@chepu/contract/repair/dispatch'
import { audit } from '../../kernel/db/audit'
import type { CallerTx, Tx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import { wake } from '../../kernel/notify/wake'
import { followOrder } from '../insurance-case/follow'
import { progressOf } from './progress'
import type { WorkOrder } from './traits'

/** Where an order is after work on its lines. */
export interface MovedOrder {
  id: number
  version: number
  state: string
}

/**
 * Writes how far lines of a locked order are, and the state that follows from all of them, with version and audit (business/repair 4.1). An order
 * that stands still as a whole stays so. Should its version have moved all the same, by a fault of ours, nothing is kept.
 */
export async function moveOrder(
  tx: CallerTx,
  order: WorkOrder,
  states: ReadonlyMap<number, WorkState>,
  done: { action: keyof typeof workSteps; reason?: string; detail?: unknown },
): Promise<MovedOrder> {
  const lines = order.lines.map((line): RepairLine => ({ ...line, workState: states.get(line.id) ?? line.workState }))
  const state = order.state === 'paused' ? 'paused' : progressOf(lines)
  writeWorkStates(tx, states)
  tx.send({
    name: 'move-work-order',
    text: `with moved as (
        update repair_document set state = $3, version = version + 1 where group_id = $1 and id = $2 and version = $4 returning id
      ) select 1 / (select count(*) from moved)`,
    values: [tx.groupId, order.id, state, order.version],
  })
  await audit(tx, {
    entity: 'work_order',
    entityId: order.id,
    fromState: order.state,
    toState: state,
    ...done,
  })
  followOrder(tx, order, state)
  wakeBoards(tx, tx.caller.orgId)
  return { id: order.id, version: order.version + 1, state }
}

function writeWorkStates(tx: CallerTx, states: ReadonlyMap<number, WorkState>): void {
  if (states.size === 0) return
  tx.send({
    name: 'write-work-states',
    text: `update repair_line l set work_state = u.state from unnest($2::bigint[], $3::text[]) u (id, state)
      where l.group_id = $1 and l.id = u.id`,
    values: [tx.groupId, [...states.keys()], [...states.values()]],
  })
}

/** The boards of the workshop that show the organisation look again. */
export const wakeBoards = (tx: Tx, orgId: number): void => wake(tx, { type: 'board', groupId: tx.groupId, orgId })
