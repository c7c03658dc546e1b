// Who works on the lines of an order, and when: read under the order's lock, written back as a whole.
import type { WorkState } from '@chepu/contract/repair/dispatch'
import type { Selectable } from 'kysely'
import type { Dispatch } from '../../kernel/db/schema'
import type { CallerTx, Tx } from '../../kernel/db/tx'

/** A technician on a line as its actions see it. */
export interface DispatchRow extends Omit<Selectable<Dispatch>, 'groupId'> {
  name: string
  userId: number | null
  /** The pause that he is in himself, if he is; that of the order is not his. */
  pauseId: number | null
}

export const rowsOfOrder = (tx: Tx, orderId: number): Promise<DispatchRow[]> =>
  tx.query({
    name: 'dispatch-of-order',
    text: `select d.*, e.name, e.user_id,
        (select p.id from dispatch_pause p where p.group_id = d.group_id and p.dispatch_id = d.id
          and p.until_at is null and not p.is_whole) as pause_id
      from dispatch d join employee e on e.group_id = d.group_id and e.id = d.employee_id
      where d.group_id = $1 and d.work_order_id = $2 order by d.line_id, d.id`,
    values: [tx.groupId, orderId],
  })

export const isRunning = ({ startedAt, finishedAt }: Pick<DispatchRow, 'startedAt' | 'finishedAt'>): boolean =>
  startedAt !== null && finishedAt === null

/** How far a line is whose technicians are these, before it is checked (business/repair 6.3). */
export function workStateOf(rows: readonly Pick<DispatchRow, 'startedAt' | 'finishedAt' | 'pauseId'>[]): WorkState {
  if (rows.every(({ startedAt }) => startedAt === null)) return 'waiting'
  if (rows.every(({ finishedAt }) => finishedAt !== null)) return 'finished'
  const running = rows.filter(isRunning)
  return running.length > 0 && running.every(({ pauseId }) => pauseId !== null) ? 'paused' : 'working'
}

/** Notes on rows when their technicians began and ended. */
export function writeTimes(tx: CallerTx, rows: readonly DispatchRow[]): void {
  if (rows.length === 0) return
  tx.send({
    name: 'write-dispatch-times',
    text: `update dispatch d set started_at = u.started_at, finished_at = u.finished_at
      from unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) u (id, started_at, finished_at)
      where d.group_id = $1 and d.id = u.id`,
    values: [
      tx.groupId,
      rows.map(({ id }) => id),
      rows.map(({ startedAt }) => startedAt),
      rows.map(({ finishedAt }) => finishedAt),
    ],
  })
}

/** Begins a pause of each of the rows. */
export function writePauses(
  tx: CallerTx,
  rows: readonly DispatchRow[],
  pause: { kind: string; reason: string; at: string; isWhole?: boolean },
): void {
  const columns = ['group_id', 'dispatch_id', 'kind', 'reason', 'from_at', 'is_whole']
  tx.sendInsert(
    'dispatch_pause',
    columns,
    rows.map(({ id }) => [tx.groupId, id, pause.kind, pause.reason, pause.at, pause.isWhole ?? false]),
  )
}

/** Ends the pauses that the rows are in. */
export function endPauses(tx: CallerTx, rows: readonly DispatchRow[], at: string): void {
  const ids = rows.flatMap(({ pauseId }) => (pauseId === null ? [] : [pauseId]))
  if (ids.length === 0) return
  tx.send({
    name: 'end-dispatch-pauses',
    text: 'update dispatch_pause set until_at = $3 where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, ids, at],
  })
}

/** Lets those go on who had ended: the time between counts as a pause, so that their hours stay right (business/repair 6.4). */
export function reopenRows(tx: CallerTx, rows: readonly DispatchRow[], reason: string, at: string): void {
  const ended = rows.filter(({ finishedAt }) => finishedAt !== null)
  const columns = ['group_id', 'dispatch_id', 'kind', 'reason', 'from_at', 'until_at']
  tx.sendInsert(
    'dispatch_pause',
    columns,
    ended.map(({ id, finishedAt }) => [tx.groupId, id, 'other', reason, finishedAt, at]),
  )
  writeTimes(
    tx,
    ended.map((row) => ({ ...row, finishedAt: null })),
  )
}

/** Takes technicians off their lines. */
export function removeRows(tx: CallerTx, rows: readonly DispatchRow[]): void {
  if (rows.length === 0) return
  tx.send({
    name: 'remove-dispatch',
    text: 'delete from dispatch where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, rows.map(({ id }) => id)],
  })
}
