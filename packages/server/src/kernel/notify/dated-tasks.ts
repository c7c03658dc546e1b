// 待办 of what ends on a day, such as insurances of cars and packages on cards (business/notifications 3).
import type { Tx } from '../db/tx'
import { insertMany } from '../master/bulk'
import { wake } from './wake'

/** A task of one user: what it is about, the day on which that ends, and what a click opens. */
interface DatedTask {
  orgId: number
  userId: number
  source: string
  sourceId: number
  dueOn: string
  message: string
  carNum: string
  goshop: number | null
  screen: string
  params: string
}

/** Puts tasks into the bells that are not there yet, one a user, thing and day, and wakes who got one. */
export async function addDatedTasks(tx: Tx, tasks: readonly DatedTask[]): Promise<void> {
  if (tasks.length === 0) return
  const told = await insertMany<{ userId: number }>(
    tx,
    'agency_task',
    tasks,
    'on conflict (group_id, user_id, source, source_id, due_on) do nothing returning user_id',
  )
  wakeBells(tx, told)
}

/** Lets the bells of these users be read again. */
export function wakeBells(tx: Tx, rows: readonly { userId: number }[]): void {
  if (rows.length === 0) return
  const users = [...new Set(rows.map(({ userId }) => userId))]
  wake(tx, { type: 'news', groupId: tx.groupId, users, message: '', orgId: null })
}
