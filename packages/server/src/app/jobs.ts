import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../kernel/db'
import { startExports } from '../kernel/export/worker'
import { startHousekeeping } from './housekeeping'

/** Starts the work that goes on behind the requests; `stop` before the database is closed. */
export function startJobs(db: Database, log: FastifyBaseLogger): { stop(): Promise<void> } {
  const exports = startExports(db, (error) => log.error({ err: error }, 'background work failed'))
  const housekeeping = startHousekeeping(db, log)
  return {
    async stop() {
      await exports.stop()
      await housekeeping.stop()
    },
  }
}
