import { openStates } from '@chepu/contract/kernel/states'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import type { Recurring } from '../../kernel/base/recurring'
import type { Database } from '../../kernel/db/db'
import { everyNight } from '../../kernel/db/nightly'
import type { Tx } from '../../kernel/db/tx'

/**
 * Closes every offer on the day after it has run out (business/sales 1.7), shortly after midnight in Shanghai or at the next start. Several servers
 * may look at once: each offer is closed, and logged, by one of them.
 */
export function startExpiry(
  db: Database,
  report: (error: unknown) => void,
  night: { now?: () => Date } = {},
): Recurring {
  return everyNight(db, report, closeExpired, night)
}

interface Offer {
  id: number
  orgId: number
  state: string
}

/** Whoever waited for the lock of an offer that another server has closed finds it closed, and passes over it. */
async function closeExpired(tx: Tx, day: string): Promise<void> {
  const { kind } = salesQuotation
  const expired = await tx.query<Offer>({
    name: 'expired-offers',
    text: `select id, org_id, state from goods_document
      where group_id = $1 and kind = $2 and valid_until < $3 and state = any ($4::text[])
      order by id for no key update`,
    values: [tx.groupId, kind, day, openStates(salesQuotation)],
  })
  if (expired.length === 0) return
  tx.send({
    name: 'close-offers',
    text: `update goods_document set state = 'closed', version = version + 1 where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, expired.map(({ id }) => id)],
  })
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'from_state', 'to_state', 'reason'],
    expired.map(({ id, orgId, state }) => [tx.groupId, orgId, kind, id, 'close', state, 'closed', '有效期已过']),
  )
}
