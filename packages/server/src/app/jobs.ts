import type { FastifyBaseLogger } from 'fastify'
import { refreshSearchTexts } from '../basics/public'
import type { Database } from '../kernel/db'
import { startExports } from '../kernel/export/worker'
import { startReminders } from '../shell/reminders/reminders'
import { startHousekeeping } from './housekeeping'

/** Starts the work that goes on behind the requests; `stop` before the database is closed. */
export function startJobs(db: Database, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const report = (error: unknown) => log.error({ err: error }, 'background work failed')
  const exports = startExports(db, report)
  const reminders = startReminders(db, report)
  const housekeeping = startHousekeeping(db, log)
  let isStopped = false
  const searchTexts = refreshSearchTexts(db, () => isStopped).catch(report)
  return {
    async stop() {
      isStopped = true
      await searchTexts
      await exports.stop()
      await reminders.stop()
      await housekeeping.stop()
    },
  }
}
