// Work that is done while its customer waits (business/fast-counter 2): given, done and checked in one step.
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import { agreedLines } from '../work-order/progress'
import { type MovedOrder, moveOrder } from '../work-order/move'
import type { WorkOrder } from '../work-order/traits'
import { writeChecks } from './checks'
import { checkTechnicians, writeRosters } from './roster'
import { rowsOfOrder, writeTimes } from './rows'
import { openWork } from './work'

type Technicians = Parameters<typeof checkTechnicians>[1][number]['technicians']

/** Who does the work of an order: those who do all of it, and by line of labour those who do that line instead. */
interface Doers {
  technicians: Technicians
  labour: readonly { technicians?: Technicians | undefined }[]
}

/**
 * All labour that the customer has agreed to is done by these technicians, looked over and passed, now; lines that nobody is named for are
 * passed alone. Answers the order as it was held, and where it is now. @throws Failure invalid for who is no technician here
 */
export async function doneAtOnce(
  tx: CallerTx,
  orderId: number,
  doers: Doers,
): Promise<{ order: WorkOrder; moved: MovedOrder }> {
  const work = await openWork(tx, orderId)
  const lines = agreedLines(work.order.lines).filter(({ section }) => section === 'labour')
  const rosters = rostersOf(lines, doers)
  if (rosters.length > 0) {
    await checkTechnicians(tx, rosters)
    const unplanned = { bayId: null, plannedStart: null, plannedEnd: null, remark: '' }
    await writeRosters(
      tx,
      work.order,
      rosters.map(({ technicians, path, done }) => ({
        lineIds: done.map(({ id }) => id),
        plan: { technicians, ...unplanned },
        path,
      })),
    )
    const rows = await rowsOfOrder(tx, orderId)
    writeTimes(
      tx,
      rows.map((row) => ({ ...row, startedAt: work.at, finishedAt: work.at })),
    )
    const done = rosters.flatMap((roster) => roster.done)
    writeChecks(tx, work, done, { step: 'self', ok: true, reason: '' })
  }
  if (lines.length > 0) writeChecks(tx, work, lines, { step: 'team', ok: true, reason: '' })
  const moved = await moveOrder(tx, work.order, new Map(lines.map(({ id }) => [id, 'passed'])), {
    action: 'atOnce',
    detail: { technicians: doers.technicians },
  })
  return { order: work.order, moved }
}

/** Lines with those who do them, as the body names them: those of a line itself, else those of the order; lines of nobody are in none. */
function rostersOf(lines: readonly RepairLine[], { technicians, labour }: Doers) {
  const ownOf = ({ lineNo }: RepairLine) => labour[lineNo - 1]?.technicians ?? []
  const common = { technicians, path: 'technicians', done: lines.filter((line) => ownOf(line).length === 0) }
  const own = lines.map((line) => ({
    technicians: ownOf(line),
    path: `labour.${line.lineNo - 1}.technicians`,
    done: [line],
  }))
  return [common, ...own].filter((roster) => roster.technicians.length > 0 && roster.done.length > 0)
}
