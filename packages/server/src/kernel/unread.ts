import type { Tx } from './db'

/** What the bell of a user holds in one organisation, or, with org null, in every one. */
interface BellCount {
  userId: number
  orgId: number | null
  unread: number
  total: number
}

export interface BellSum {
  /** Unread notices and events, and open tasks (DOMAIN 11). */
  unread: number
  /** All rows. */
  total: number
}

/** Counts of the bells of many users, in one statement. */
export const countBells = (tx: Tx, users: readonly number[]): Promise<BellCount[]> =>
  tx.query<BellCount>({
    name: 'count-bells',
    text: `select user_id, org_id, count(*) filter (where not is_read) as unread, count(*) as total from notification
        where group_id = $1 and user_id = any ($2::bigint[]) and cleared_at is null group by user_id, org_id
      union all
      select user_id, org_id, count(*) as unread, count(*) as total from agency_task
        where group_id = $1 and user_id = any ($2::bigint[]) and done_at is null group by user_id, org_id`,
    values: [tx.groupId, users],
  })

/** What one user sees in the organisation that he works in. */
export function bellOf(counts: readonly BellCount[], userId: number, orgId: number | null): BellSum {
  const own = counts.filter((each) => each.userId === userId && (each.orgId === null || each.orgId === orgId))
  return {
    unread: own.reduce((sum, each) => sum + each.unread, 0),
    total: own.reduce((sum, each) => sum + each.total, 0),
  }
}
