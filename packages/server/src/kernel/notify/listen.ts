import pg from 'pg'
import type { Database } from '../db/db'

const retryMs = 1000

interface Listening {
  stop(): Promise<void>
}

/**
 * Hears what is notified on a channel, over a connection of its own that is opened anew when it breaks. `onStart` runs
 * whenever listening begins, also after a break: what was said meanwhile is lost, so look for yourself.
 */
export function listen(
  db: Database,
  channel: string,
  heard: { onStart: () => void; onMessage: (payload: string) => void; onLost: (error: Error) => void },
): Listening {
  let client: pg.Client | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: db.url,
      application_name: 'chepu-listen',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    })
    client = fresh
    let isBroken = false
    const broken = (error: Error) => {
      if (isBroken) return
      isBroken = true
      fresh.removeAllListeners('notification')
      fresh.end().catch(() => undefined)
      if (isStopped) return
      heard.onLost(error)
      timer = setTimeout(() => void connect(), retryMs)
    }
    fresh.on('error', broken)
    fresh.on('end', () => broken(new Error('the listening connection ended')))
    fresh.on('notification', ({ payload }) => heard.onMessage(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (!isBroken && !isStopped) heard.onStart()
    } catch (error) {
      broken(error as Error)
    }
  }

  void connect()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
