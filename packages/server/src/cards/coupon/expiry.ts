import { shanghaiTime } from '@chepu/contract/kernel/time'
import { everySoOften, type Recurring } from '../../kernel/base/recurring'
import type { Database } from '../../kernel/db/db'
import type { Tx } from '../../kernel/db/tx'

/** How often it looks whether a new day has begun. */
const lookEveryMs = 10 * 60_000

/**
 * Every night, or at the next start: coupons past their last day are 已过期 (business/cards 7). One that a draft settlement holds waits until
 * the draft gives it back. Several servers may look at once: a coupon is marked by one of them.
 */
export function startCouponExpiry(
  db: Database,
  report: (error: unknown) => void,
  { now = () => new Date() }: { now?: () => Date } = {},
): Recurring {
  let lastDay = ''
  const work = async (isStopped: () => boolean) => {
    const [day = ''] = shanghaiTime(now()).split(' ')
    if (day === lastDay) return
    const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
    for (const { id } of groups) {
      if (isStopped()) return
      await db.tenant(id, (tx) => markExpired(tx, day))
    }
    lastDay = day
  }
  return everySoOften(lookEveryMs, work, report)
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
