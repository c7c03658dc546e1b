import { shanghaiTime } from '@chepu/contract/kernel/time'
import { everySoOften, type Recurring } from '../base/recurring'
import type { Database } from './db'
import type { Tx } from './tx'

/** How often it looks whether a new day has begun. */
const lookEveryMs = 10 * 60_000

interface Night {
  /** From this hour on in Shanghai, two digits. */
  from?: string
  now?: () => Date
}

/**
 * Does a piece of work once a day, shortly after an hour in Shanghai or at the next start, in a transaction of each group; a failure is reported, and the work begun anew at the next look.
 * Several servers may look at once, so that it must do nothing twice.
 */
export function everyNight(
  db: Database,
  report: (error: unknown) => void,
  work: (tx: Tx, day: string) => Promise<void>,
  { from = '00', now = () => new Date() }: Night = {},
): Recurring {
  let lastDay = ''
  const look = async (isStopped: () => boolean) => {
    const [day = '', clock = ''] = shanghaiTime(now()).split(' ')
    if (day === lastDay || clock < from) return
    const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
    for (const { id } of groups) {
      if (isStopped()) return
      await db.tenant(id, (tx) => work(tx, day))
    }
    lastDay = day
  }
  return everySoOften(lookEveryMs, look, report)
}
