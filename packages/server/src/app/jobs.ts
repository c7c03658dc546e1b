import type { FastifyBaseLogger } from 'fastify'
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
  return {
    async stop() {
      await exports.stop()
      await reminders.stop()
      await housekeeping.stop()
    },
  }
}
