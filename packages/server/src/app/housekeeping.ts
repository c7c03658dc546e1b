import type { FastifyBaseLogger } from 'fastify'
import { usageDays } from '@chepu/contract/access/program-key'
import { addDays, shanghaiDay } from '../kernel/calendar'
import type { Database } from '../kernel/db'
import { checkInvariants } from '../kernel/invariants'
import { maskOutbox } from '../shell/public'

/** How often it looks whether a new day has begun. */
const lookEveryMs = 10 * 60_000
/** How long a repeated request still gets its first answer. */
const keyDays = 7

/**
 * Once a day, shortly after midnight in Shanghai or at the first start of a machine that sleeps at night: proves that every
 * group's books agree (DOMAIN 5.6), and forgets answers, sessions, keys and codes that nobody can ask for any more.
 */
export function startHousekeeping(db: Database, log: Pick<FastifyBaseLogger, 'error'>): { stop(): Promise<void> } {
  let isStopped = false
  let running: Promise<void> | undefined
  const look = () => {
    running ??= keepHouseOnce(db, log)
      .catch((error: unknown) => {
        if (!isStopped) log.error({ err: error }, 'housekeeping failed')
      })
      .finally(() => (running = undefined))
  }
  const timer = setInterval(look, lookEveryMs)
  look()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
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

/** Does the work of a day unless this server or another one on the database has taken it. */
export async function keepHouseOnce(db: Database, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
  const taken = await db.shared({
    text: 'update shared.housekeeping set last_day = $1 where last_day < $1 returning last_day',
    values: [shanghaiDay()],
  })
  if (taken.length > 0) await keepHouse(db, log)
}

/** One night's work over all groups. */
export async function keepHouse(db: Database, log: Pick<FastifyBaseLogger, 'error'>): Promise<void> {
  for (const text of worthless) await db.shared({ text })
  await maskOutbox(db)
  const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
  for (const { id } of groups) {
    await db.tenant(id, async (tx) => {
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
      if (broken.length > 0) log.error({ groupId: id, broken }, 'the books do not agree')
    })
  }
}
