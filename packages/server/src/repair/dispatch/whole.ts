// An order that stands still as a whole: so do all who work on it (business/repair 6.4).
import type { CallerTx } from '../../kernel/db/tx'
import { isRunning, rowsOfOrder, writePauses } from './rows'

/** Those who work on an order pause with it. */
export async function pauseWhole(
  tx: CallerTx,
  orderId: number,
  { kind, reason }: { kind: string; reason: string },
): Promise<void> {
  const rows = await rowsOfOrder(tx, orderId)
  const running = rows.filter((row) => isRunning(row) && row.pauseId === null)
  writePauses(tx, running, { kind, reason, at: new Date().toISOString(), isWhole: true })
}

/** They go on with it, but for those who had paused before. */
export function resumeWhole(tx: CallerTx, orderId: number): void {
  tx.send({
    name: 'resume-whole',
    text: `update dispatch_pause p set until_at = $3::timestamptz from dispatch d
      where p.group_id = $1 and d.group_id = $1 and d.id = p.dispatch_id and d.work_order_id = $2 and p.is_whole and p.until_at is null`,
    values: [tx.groupId, orderId, new Date().toISOString()],
  })
}
