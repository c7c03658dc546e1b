import type { FastifyBaseLogger } from 'fastify'
import { refreshSearchTexts } from '../basics/public'
import type { Database } from '../kernel/db/db'
import { startNewsRelay } from '../kernel/document/news-relay'
import { startExports } from '../kernel/export/worker'
import { startReminders } from '../shell/reminders/reminders'
import { startBackups } from './backup/schedule'
import { startHousekeeping } from './housekeeping'

/** Starts the work that goes on behind the requests; `stop` before the database is closed. */
export function startJobs(
  db: Database,
  log: FastifyBaseLogger,
  backup?: Parameters<typeof startBackups>[1],
): { stop(): Promise<void> } {
  let isStopped = false
  // What fails because the database stops with the program is done at the next start.
  const report = (error: unknown) => isStopped || log.error({ err: error }, 'background work failed')
  const exports = startExports(db, report)
  const news = startNewsRelay(db, report)
  const reminders = startReminders(db, report)
  const backups = backup && startBackups(db, backup, log)
  const housekeeping = startHousekeeping(db, log)
  const searchTexts = refreshSearchTexts(db, () => isStopped).catch(report)
  return {
    async stop() {
      isStopped = true
      await Promise.all([
        searchTexts,
        exports.stop(),
        news.stop(),
        reminders.stop(),
        housekeeping.stop(),
        backups?.stop(),
      ])
    },
  }
}
