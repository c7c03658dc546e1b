import pg from 'pg'
import type { Database } from '../db/db'

const retryMs = 1000
const beatMs = 300
/** An answer that takes longer never comes: the connection is given up. */
const answerMs = 5000

interface Listening {
  stop(): Promise<void>
}

interface Heard {
  onStart: () => void
  onMessage: (payload: string) => void
  onLost: (error: Error) => void
  /**
   * A question that the connection is asked three times a second, and who hears the first row of its answer and, by
   * `performance.now()`, when it was asked: whatever was told before that moment has been heard.
   */
  beat?: { question: string; onAnswer: (row: unknown, asked: number) => void }
}

/**
 * Hears what is notified on a channel, over a connection of its own that is opened anew when it breaks. `onStart` runs
 * whenever listening begins, also after a break: what was said meanwhile is lost, so look for yourself.
 */
export function listen(db: Database, channel: string, heard: Heard): Listening {
  let client: pg.Client | undefined
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const fresh = new pg.Client({
      connectionString: db.url,
      application_name: 'chepu-listen',
      connectionTimeoutMillis: 10_000,
      query_timeout: answerMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
    })
    client = fresh
    let isBroken = false
    const broken = (error: Error) => {
      if (isBroken) return
      isBroken = true
      clearTimeout(timer)
      fresh.removeAllListeners('notification')
      fresh.end().catch(() => undefined)
      if (isStopped) return
      heard.onLost(error)
      timer = setTimeout(() => void connect(), retryMs)
    }
    const ask = async ({ question, onAnswer }: Required<Heard>['beat']) => {
      const asked = performance.now()
      const { rows } = await fresh.query<object>(question)
      if (isBroken || isStopped) return
      onAnswer(rows[0], asked)
      timer = setTimeout(() => void ask({ question, onAnswer }).catch(broken), beatMs)
    }
    fresh.on('error', broken)
    fresh.on('end', () => broken(new Error('the listening connection ended')))
    fresh.on('notification', ({ payload }) => heard.onMessage(payload ?? ''))
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      if (isBroken || isStopped) return
      heard.onStart()
      if (heard.beat) await ask(heard.beat)
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
