import type { FastifyBaseLogger } from 'fastify'
import { usageDays } from '@chepu/contract/access/program-key'
import { addDays, shanghaiDay } from '../kernel/base/calendar'
import type { Database } from '../kernel/db/db'
import { checkInvariants } from '../kernel/invariants'
import { everySoOften, type Recurring } from '../kernel/base/recurring'
import { maskOutbox } from '../shell/public'

type Log = Pick<FastifyBaseLogger, 'error'>

/** How often it looks whether a new day has begun. */
const lookEveryMs = 10 * 60_000
/** How long a repeated request still gets its first answer. */
const keyDays = 7

/**
 * Once a day, shortly after midnight in Shanghai or at the first start of a machine that sleeps at night: proves that every
 * group's books agree (business/ledgers 6), and forgets answers, sessions, keys and codes that nobody can ask for any more.
 */
export function startHousekeeping(db: Database, log: Log): Recurring {
  const work = (isStopped: () => boolean) => keepHouseOnce(db, log, isStopped)
  return everySoOften(lookEveryMs, work, (error) => log.error({ err: error }, 'housekeeping failed'))
}

/** What is worth nothing any more outside the groups. Codes stay for the limits of two days. */
const worthless = [
  `delete from shared.session where expires_at < now() - interval '30 days'`,
  `delete from shared.sms_code where sent_at < now() - interval '2 days'`,
  `delete from shared.known_device where last_at < now() - interval '180 days'`,
  `delete from shared.sms_outbox where created_at < now() - interval '30 days'`,
  `delete from shared.captcha where expires_at < now()`,
  `delete from shared.sign_in_ticket where expires_at < now()`,
  `delete from shared.program_key where least(expires_at, stopped_at) < now() - interval '${usageDays} days'`,
  `delete from shared.registration where state = 'open' and applied_at < now() - interval '1 day'`,
]

/** Does the work of a day unless this server or another one on the database has taken it. A day that a stop cut short is given back. */
export async function keepHouseOnce(db: Database, log: Log, isStopped = () => false): Promise<void> {
  const today = shanghaiDay()
  const taken = await db.shared({
    text: 'update shared.housekeeping set last_day = $1 where last_day < $1 returning last_day',
    values: [today],
  })
  if (taken.length === 0 || (await keepHouse(db, log, isStopped))) return
  await db.shared({ text: 'update shared.housekeeping set last_day = $1', values: [addDays(today, -1)] })
}

/** One night's work over all groups; what fails in one does not keep the others waiting. False when a stop cut it short. */
export async function keepHouse(db: Database, log: Log, isStopped = () => false): Promise<boolean> {
  for (const text of worthless) await db.shared({ text })
  await maskOutbox(db)
  const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
  for (const { id } of groups) {
    if (isStopped()) return false
    try {
      await keepGroup(db, id, log)
    } catch (error) {
      if (isStopped()) return false
      log.error({ groupId: id, err: error }, 'housekeeping of a group failed')
    }
  }
  return true
}

async function keepGroup(db: Database, groupId: number, log: Log): Promise<void> {
  await db.tenant(groupId, async (tx) => {
    tx.takeTime()
    await tx.query({
      text: `delete from idempotency_key where group_id = $1 and created_at < now() - make_interval(days => $2)`,
      values: [tx.groupId, keyDays],
    })
    await tx.query({
      text: 'delete from key_usage where group_id = $1 and day < $2',
      values: [tx.groupId, addDays(shanghaiDay(), -usageDays)],
    })
    const broken = (await checkInvariants(tx)).filter((finding) => finding.violations.length > 0)
    if (broken.length > 0) log.error({ groupId, broken }, 'the books do not agree')
  })
}
