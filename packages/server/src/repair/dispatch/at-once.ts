// Work that is done while its customer waits (business/fast-counter 2): given, done and checked in one step.
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairLine } from '../../kernel/repair/types'
import { agreedLines } from '../work-order/progress'
import { type MovedOrder, moveOrder } from '../work-order/move'
import type { WorkOrder } from '../work-order/traits'
import { writeFindings } from './checks'
import { checkTechnicians, writeDone } from './roster'
import { openOrder } from './work'

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
  const [order] = await Promise.all([openOrder(tx, orderId), checkTechnicians(tx, namedBy(doers))])
  const at = new Date().toISOString()
  const lines = agreedLines(order.lines).filter(({ section }) => section === 'labour')
  const rosters = rostersOf(lines, doers)
  if (rosters.length > 0) {
    writeDone(tx, order, rosters.map(planned), at)
  }
  const good = { ok: true, reason: '' }
  const done = rosters.flatMap((roster) => roster.done)
  const looks = [
    { lines: done, step: 'self' as const, ...good },
    { lines, step: 'team' as const, ...good },
  ]
  if (lines.length > 0) writeFindings(tx, { order, at }, looks)
  const moved = await moveOrder(tx, order, new Map(lines.map(({ id }) => [id, 'passed'])), {
    action: 'atOnce',
    detail: { technicians: doers.technicians },
  })
  return { order, moved }
}

/** Who is named in the body, for the order where a line of labour names nobody itself, and by line. */
function namedBy({ technicians, labour }: Doers) {
  const own = labour.map((line, i) => ({
    technicians: line.technicians ?? [],
    path: `labour.${i}.technicians`,
  }))
  const isCommon = own.some((line) => line.technicians.length === 0)
  return [...(isCommon ? [{ technicians, path: 'technicians' }] : []), ...own]
}

const planned = ({ technicians, path, done }: ReturnType<typeof rostersOf>[number]) => ({
  lineIds: done.map(({ id }) => id),
  plan: { technicians, bayId: null, plannedStart: null, plannedEnd: null, remark: '' },
  path,
})

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
