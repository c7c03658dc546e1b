// Work that is done while its customer waits (business/fast-counter 2): given, done and checked in one step.
import type { CallerTx } from '../../kernel/db/tx'
import { agreedLines } from '../work-order/progress'
import { type MovedOrder, moveOrder } from '../work-order/move'
import type { WorkOrder } from '../work-order/traits'
import { writeChecks } from './checks'
import { checkPlan, writeRoster } from './roster'
import { rowsOfOrder, writeTimes } from './rows'
import { openWork } from './work'

type Technicians = Parameters<typeof writeRoster>[3]['technicians']

/**
 * All labour that the customer has agreed to is done by these technicians, looked over and passed, now; of an order whose work nobody is named for, it is
 * passed alone. Answers the order as it was held, and where it is now. @throws Failure invalid for who is no technician here
 */
export async function doneAtOnce(
  tx: CallerTx,
  orderId: number,
  technicians: Technicians,
): Promise<{ order: WorkOrder; moved: MovedOrder }> {
  const work = await openWork(tx, orderId)
  const lines = agreedLines(work.order.lines).filter(({ section }) => section === 'labour')
  if (lines.length > 0 && technicians.length > 0) {
    const plan = { technicians, bayId: null, plannedStart: null, plannedEnd: null, remark: '' }
    await checkPlan(tx, plan)
    await writeRoster(
      tx,
      work.order,
      lines.map(({ id }) => id),
      plan,
    )
    const rows = await rowsOfOrder(tx, orderId)
    writeTimes(
      tx,
      rows.map((row) => ({ ...row, startedAt: work.at, finishedAt: work.at })),
    )
    writeChecks(tx, work, lines, { step: 'self', ok: true, reason: '' })
  }
  if (lines.length > 0) writeChecks(tx, work, lines, { step: 'team', ok: true, reason: '' })
  const moved = await moveOrder(tx, work.order, new Map(lines.map(({ id }) => [id, 'passed'])), {
    action: 'atOnce',
    detail: { technicians },
  })
  return { order: work.order, moved }
}
