import type { Recurring } from '../../kernel/base/recurring'
import type { Database } from '../../kernel/db/db'
import { everyNight } from '../../kernel/db/nightly'
import type { Tx } from '../../kernel/db/tx'

/**
 * Every night, or at the next start: coupons past their last day are 已过期 (business/cards 7). One that a draft settlement holds waits until
 * the draft gives it back. Several servers may look at once: a coupon is marked by one of them.
 */
export function startCouponExpiry(
  db: Database,
  report: (error: unknown) => void,
  night: { now?: () => Date } = {},
): Recurring {
  return everyNight(db, report, markExpired, night)
}

/** In the order of the ids, as settlements lock them. */
async function markExpired(tx: Tx, day: string): Promise<void> {
  tx.takeTime()
  const ended = await tx.query<{ id: number }>({
    text: `select id from coupon where group_id = $1 and state = 'unused' and valid_to < $2 order by id for no key update`,
    values: [tx.groupId, day],
  })
  if (ended.length === 0) return
  await tx.query({
    text: `update coupon set state = 'expired' where group_id = $1 and id = any ($2::bigint[]) and state = 'unused'`,
    values: [tx.groupId, ended.map(({ id }) => id)],
  })
}
