import type { Tx } from '../db/tx'
import { groupBy } from '../base/group-by'
import { liveTasks } from './live-tasks'

/** What the bell of a user holds in one organisation, or, with org null, in every one. */
interface BellCount {
  userId: number
  orgId: number | null
  unread: number
  total: number
}

export interface BellSum {
  /** Unread notices and events, and open tasks (business/notifications). */
  unread: number
  /** All rows. */
  total: number
}

/** What a user's bell holds in the organisation that he works in. */
type BellSums = (userId: number, orgId: number | null) => BellSum

/** Counts the bells of many users in one statement, and what comes and goes by the clock. */
export async function countBells(tx: Tx, users: readonly number[]): Promise<BellSums> {
  const counting = tx.query<BellCount>({
    name: 'count-bells',
    text: `select user_id, org_id, count(*) filter (where not is_read) as unread, count(*) as total from notification
        where group_id = $1 and user_id = any ($2::bigint[]) and cleared_at is null group by user_id, org_id
      union all
      select user_id, org_id, count(*) as unread, count(*) as total from agency_task
        where group_id = $1 and user_id = any ($2::bigint[]) and done_at is null group by user_id, org_id`,
    values: [tx.groupId, users],
  })
  const [rows, live] = await Promise.all([counting, liveTasks(tx, users)])
  const now = live.map(({ userId, orgId }) => ({ userId, orgId, unread: 1, total: 1 }))
  const byUser = groupBy([...rows, ...now], (row) => row.userId)
  return (userId, orgId) => {
    const own = (byUser.get(userId) ?? []).filter((each) => each.orgId === null || each.orgId === orgId)
    return {
      unread: own.reduce((sum, each) => sum + each.unread, 0),
      total: own.reduce((sum, each) => sum + each.total, 0),
    }
  }
}
