import type { FastifyInstance } from 'fastify'
import { startKeeping } from '../kernel/caller/kept'
import type { Database } from '../kernel/db/db'

/** Keeps sessions and keys of programs in memory until the HTTP server ends. */
export function bindKept(http: FastifyInstance, db: Database): void {
  const keeping = startKeeping(db, (error) => http.log.warn(`sessions are asked for again: ${error.message}`))
  http.addHook('onClose', () => keeping.stop())
}
