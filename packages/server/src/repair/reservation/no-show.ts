import { expectedStates, reservation } from '@chepu/contract/repair/reservation'
import type { Recurring } from '../../kernel/base/recurring'
import type { Database } from '../../kernel/db/db'
import { everyNight } from '../../kernel/db/nightly'
import type { Tx } from '../../kernel/db/tx'
import { releaseHoldings } from '../../kernel/ledgers/reservation'

/** An hour after midnight in Shanghai the day before is over for good. */
const graceHour = '01'

/**
 * Every night from 01:00 in Shanghai, or at the next start: who did not come on his day did not come (business/arrivals 1.6). Several servers may
 * look at once: each appointment is marked, and logged, by one of them.
 */
export function startNoShow(
  db: Database,
  report: (error: unknown) => void,
  night: { now?: () => Date } = {},
): Recurring {
  return everyNight(db, report, markNoShow, { from: graceHour, ...night })
}

/** Whoever waited for the lock of an appointment that another server has marked, or a desk has moved, passes over it. */
async function markNoShow(tx: Tx, day: string): Promise<void> {
  const { kind } = reservation
  const missed = await tx.query<{ id: number; orgId: number; state: string; holdsParts: boolean }>({
    name: 'missed-reservations',
    text: `select id, org_id, state, holds_parts from repair_document
      where group_id = $1 and kind = $2 and expected_at < $3 and state = any ($4::text[]) order by id for no key update`,
    values: [tx.groupId, kind, `${day}T00:00:00+08:00`, [...expectedStates]],
  })
  if (missed.length === 0) return
  tx.send({
    name: 'mark-no-show',
    text: `update repair_document set state = 'no_show', version = version + 1 where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, missed.map(({ id }) => id)],
  })
  await releaseHoldings(
    tx,
    kind,
    missed.filter(({ holdsParts }) => holdsParts),
  )
  tx.sendInsert(
    'audit_log',
    ['group_id', 'org_id', 'entity', 'entity_id', 'action', 'from_state', 'to_state', 'reason'],
    missed.map(({ id, orgId, state }) => [tx.groupId, orgId, kind, id, 'noShow', state, 'no_show', '到期未到店']),
  )
}
