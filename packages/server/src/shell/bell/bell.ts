import { type Bell, type BellMessage, bellRows } from '@chepu/contract/shell/bell'
import { relativeTime } from '@chepu/contract/kernel/relative-time'
import type { CallerTx } from '../../kernel/db/tx'
import { notFound, refuse } from '../../kernel/base/errors'
import { countBells } from '../../kernel/notify/bell-counts'
import { liveTasks } from '../../kernel/notify/live-tasks'
import { wake } from '../../kernel/notify/wake'

interface Row {
  id: number
  kind: 'notice' | 'news' | 'agency'
  message: string
  isRead: boolean
  createdAt: string
  msgType: number | null
  carNum: string
  goshop: number | null
  screen: string | null
  params: BellMessage['params']
}

/** Notices, tasks and events of the caller in the organisation he works in (business/notifications). */
export async function bellOfCaller(tx: CallerTx, now: Date): Promise<Bell> {
  const [told, today, tasks, unread_num] = await Promise.all([toldTo(tx), todayOf(tx), tasksOf(tx), unreadOf(tx)])
  const rows = (kind: 'notice' | 'news') => told.filter((row) => row.kind === kind).map((row) => shown(row, now))
  return {
    notice: rows('notice'),
    agency: [...today, ...tasks].map((row) => shown(row, now)),
    news: rows('news'),
    unread_num,
  }
}

const toldTo = (tx: CallerTx): Promise<Row[]> =>
  tx.query<Row>({
    name: 'bell-messages',
    text: `select n.* from unnest(array['notice', 'news']) as k (kind), lateral (
        select id, kind, message, is_read, created_at, msg_type, car_num, null::int as goshop, screen, params
        from notification where group_id = $1 and user_id = $2 and kind = k.kind and cleared_at is null
          and (org_id is null or org_id = $3)
        order by id desc limit $4
      ) n`,
    values: [tx.groupId, tx.caller.userId, tx.caller.orgId, bellRows],
  })

/** What comes and goes by the clock stands before all else that falls due. Its rows are kept nowhere: their numbers count down, so that none is that of a row that is kept. */
async function todayOf(tx: CallerTx): Promise<Row[]> {
  const live = await liveTasks(tx, [tx.caller.userId])
  const here = live.filter(({ orgId }) => orgId === tx.caller.orgId)
  return here.map((task) => ({ ...task, id: -task.id, kind: 'agency', isRead: false, msgType: null }))
}

/** What falls due, by day. */
const tasksOf = (tx: CallerTx): Promise<Row[]> =>
  tx.query<Row>({
    name: 'bell-tasks',
    text: `select id, 'agency' as kind, message, false as is_read, created_at, null::int as msg_type, car_num, goshop, screen, params
      from agency_task where group_id = $1 and user_id = $2 and org_id = $3 and done_at is null
      order by goshop nulls last, due_on, id limit $4`,
    values: [tx.groupId, tx.caller.userId, tx.caller.orgId, bellRows],
  })

async function unreadOf(tx: CallerTx): Promise<number> {
  const { userId, orgId } = tx.caller
  const bellOf = await countBells(tx, [userId])
  return bellOf(userId, orgId).unread
}

const shown = (row: Row, now: Date): BellMessage => ({
  msg_id: row.id,
  status: row.isRead ? 1 : 0,
  message: row.message,
  interval: relativeTime(row.createdAt, now),
  msg_type: row.msgType,
  car_num: row.carNum,
  goshop: row.goshop,
  screen: row.screen,
  params: row.params,
})

/** Marks a row as read; doing it again changes nothing. */
export async function markRead(tx: CallerTx, id: number): Promise<{ unread_num: number }> {
  const row = await tx.one({
    name: 'mark-read',
    text: `update notification set is_read = true where group_id = $1 and user_id = $2 and id = $3 returning id`,
    values: [tx.groupId, tx.caller.userId, id],
  })
  if (!row) notFound('消息')
  return changed(tx)
}

/** Hides rows from the bell; they are kept for the record. What is cleared already stays so. */
export async function clearRows(tx: CallerTx, ids: readonly number[]): Promise<{ unread_num: number }> {
  const wanted = [...new Set(ids)]
  const rows = await tx.query({
    name: 'clear-messages',
    text: `update notification set is_read = true, cleared_at = least(cleared_at, now())
      where group_id = $1 and user_id = $2 and id = any ($3::bigint[]) returning id`,
    values: [tx.groupId, tx.caller.userId, wanted],
  })
  if (rows.length < wanted.length) notFound('消息')
  return changed(tx)
}

/** Notes what came of a task that falls due soon, and takes it out of all bells that have it (business/notifications 3). */
export async function closeOwnTask(tx: CallerTx, id: number, outcome: string): Promise<{ unread_num: number }> {
  const task = await tx.one<{ source: string; sourceId: number; dueOn: string; goshop: number | null }>({
    text: `select source, source_id, due_on, goshop from agency_task
      where group_id = $1 and user_id = $2 and id = $3 and done_at is null`,
    values: [tx.groupId, tx.caller.userId, id],
  })
  if (!task) notFound('待办')
  if (task.goshop !== 1) refuse('这条待办办完后会自动消失，不用登记结果')
  const rows = await tx.query<{ userId: number }>({
    text: `update agency_task set done_at = now(), outcome = $5
      where group_id = $1 and source = $2 and source_id = $3 and due_on = $4 and done_at is null returning user_id`,
    values: [tx.groupId, task.source, task.sourceId, task.dueOn, outcome],
  })
  const users = rows.map(({ userId }) => userId)
  wake(tx, { type: 'news', groupId: tx.groupId, users, message: '', orgId: null })
  return { unread_num: await unreadOf(tx) }
}

/** Other pages of the user show the new count too. */
async function changed(tx: CallerTx): Promise<{ unread_num: number }> {
  wake(tx, { type: 'news', groupId: tx.groupId, users: [tx.caller.userId], message: '', orgId: null })
  return { unread_num: await unreadOf(tx) }
}
