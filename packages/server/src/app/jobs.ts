import type { FastifyBaseLogger } from 'fastify'
import { refreshSearchTexts, startPriceChanges } from '../basics/public'
import { startCouponExpiry } from '../cards/public'
import type { Database } from '../kernel/db/db'
import { startNewsRelay } from '../kernel/document/news-relay'
import { startExports } from '../kernel/export/worker'
import { startNoShow } from '../repair/public'
import { startExpiry } from '../sales/public'
import { tellRelease } from '../shell/releases/releases'
import { startReminders } from '../shell/reminders/reminders'
import { startBackups } from './backup/schedule'
import { startHousekeeping } from './housekeeping'

interface Chosen {
  /** Whether this process does what is done once: each day, at its time, after an upgrade; of several on one machine one does. */
  daily: boolean
  backup?: Parameters<typeof startBackups>[1] | undefined
}

/** Starts the work that goes on behind the requests; `stop` before the database is closed. */
export function startJobs(db: Database, log: FastifyBaseLogger, { daily, backup }: Chosen): { stop(): Promise<void> } {
  let isStopped = false
  // What fails because the database stops with the program is done at the next start.
  const report = (error: unknown) => isStopped || log.error({ err: error }, 'background work failed')
  const exports = startExports(db, report)
  const news = startNewsRelay(db, report)
  const backups = backup && startBackups(db, backup, log)
  const once = daily
    ? [
        startReminders(db, report),
        startHousekeeping(db, log),
        startExpiry(db, report),
        startNoShow(db, report),
        startCouponExpiry(db, report),
        startPriceChanges(db, report),
      ]
    : []
  const searchTexts = daily && refreshSearchTexts(db, () => isStopped).catch(report)
  if (daily) tellRelease(db).catch(report)
  return {
    async stop() {
      isStopped = true
      await Promise.all([searchTexts, exports.stop(), news.stop(), backups?.stop(), ...once.map((each) => each.stop())])
    },
  }
}
