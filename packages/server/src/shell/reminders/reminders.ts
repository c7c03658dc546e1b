import { shanghaiTime } from '@chepu/contract/kernel/time'
import type { Database } from '../../kernel/db/db'
import { everySoOften, type Recurring } from '../../kernel/base/recurring'
import { remindOfPackages } from '../../cards/public'
import { remindOfVehicles } from '../../customers/public'
import { remindOfLowStock } from './stock-low'
import { remindOfOverdue } from './overdue'

/** How often it looks whether it is time. */
const lookEveryMs = 10 * 60_000
/** The daily work begins at 08:00 in Shanghai (business/notifications 3). */
const firstHour = '08'
/** Rows are kept so many days (business/notifications 1). */
const keptDays = 180

/**
 * Every day from 08:00: tells what has fallen due, and forgets what is old. Several servers may do it, and one that
 * starts later in the day does it again: the same is told once a day.
 */
export function startReminders(
  db: Database,
  report: (error: unknown) => void,
  { now = () => new Date() }: { now?: () => Date } = {},
): Recurring {
  let lastDay = ''
  const work = async () => {
    const [day = '', clock = ''] = shanghaiTime(now()).split(' ')
    if (day === lastDay || clock < firstHour) return
    await remindAll(db, day)
    lastDay = day
  }
  return everySoOften(lookEveryMs, work, report)
}

/** One day's work over all groups. */
async function remindAll(db: Database, day: string): Promise<void> {
  const groups = await db.shared<{ id: number }>({
    text: 'select id from shared.tenant_group where is_ready order by id',
  })
  for (const { id } of groups) {
    await db.tenant(id, async (tx) => {
      await tx.query({
        text: `delete from notification where group_id = $1 and created_at < now() - make_interval(days => $2)`,
        values: [tx.groupId, keptDays],
      })
      await tx.query({
        text: `delete from agency_task where group_id = $1 and done_at < now() - make_interval(days => $2)`,
        values: [tx.groupId, keptDays],
      })
      await remindOfLowStock(tx, day)
      await remindOfOverdue(tx, day)
      await remindOfVehicles(tx, day)
      await remindOfPackages(tx, day)
    })
  }
}
