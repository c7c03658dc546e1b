import type { Database } from '../db/db'
import { everySoOften } from '../base/recurring'
import { expireJobs, runJob, takeJob } from './run'

/** How often the worker looks for what no wake told it of: jobs of other servers that died, files whose days are over. */
const sweepMs = 5000

const workers = new WeakMap<Database, (groupId: number) => void>()

/** Tells this process's worker, when it has one, that a group has a waiting export. */
export const wakeExports = (db: Database, groupId: number): void => workers.get(db)?.(groupId)

/**
 * Writes the waiting exports of every group, one at a time in this process and in the order they were asked for; several
 * servers on one database share them. `stop` waits until the running one has let go; it is taken again at the next start.
 */
export function startExports(
  db: Database,
  report: (error: unknown) => void,
  { everyMs = sweepMs }: { everyMs?: number } = {},
): { stop(): Promise<void> } {
  const waiting = new Set<number>()
  let isStopped = false
  let running: Promise<void> | undefined
  const stopped = () => isStopped

  const drain = async () => {
    for (const groupId of waiting) {
      waiting.delete(groupId)
      const job = isStopped ? undefined : await takeJob(db, groupId)
      if (!job) continue
      // Behind the other groups' next jobs, so that a busy group does not keep them waiting.
      waiting.add(groupId)
      await runJob(db, groupId, job, stopped, report)
    }
  }
  const wake = (groupId: number) => {
    if (isStopped) return
    waiting.add(groupId)
    running ??= drain()
      .catch((error: unknown) => {
        if (!isStopped) report(error)
      })
      .finally(() => {
        running = undefined
        // Somebody woke it between its last look and now.
        for (const next of waiting) return wake(next)
      })
  }
  const sweep = async () => {
    const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
    for (const { id } of groups) {
      if (isStopped) return
      await expireJobs(db, id)
      wake(id)
    }
  }

  workers.set(db, wake)
  const sweeper = everySoOften(everyMs, sweep, report)
  return {
    async stop() {
      isStopped = true
      workers.delete(db)
      await sweeper.stop()
      await running
    },
  }
}
