import type { Database } from '../db/db'
import type { Tx } from '../db/tx'

/** What the server processes tell each other about open sockets; the messages themselves lie in the database. */
export type Signal =
  /** The counts changed; by a new row when there is a message. Null reaches the users in every organisation. */
  | { type: 'news'; groupId: number; users: number[]; message: string; orgId: number | null }
  /** Menu and buttons changed. */
  | { type: 'permission'; groupId: number; users: number[] }
  /** The users may not work in the organisation any more, or in none when it is not named. */
  | { type: 'orgChange'; groupId: number; users: number[]; message: string; orgId: number | null }
  /** Work in an organisation went on, which its boards show. */
  | { type: 'board'; groupId: number; orgId: number }
  /** What is offered to everybody changed: menu entries, buttons and fields of the platform's keeper. */
  | { type: 'menu' }
  /**
   * Sessions ended, or logins or keys were stopped. Who brings it about says so; on one PostgreSQL the database tells it besides,
   * whoever did it (migrations 0025, 0072), which no distributed database can.
   */
  | { type: 'session'; users: number[] }

/** Name of the channel that every server process listens on; migration 0025 names it too. */
export const wakeChannel = 'chepu_push'

/** A notification carries at most 8000 bytes. */
const usersPerSignal = 400
const longestMessage = 200

interface Outbox {
  waiting: Signal[]
  isSending: boolean
}
const outboxes = new WeakMap<Database, Outbox>()

/**
 * Wakes the sockets of the users on every server process, once the transaction has committed. A signal that is lost
 * with the connection loses nothing: rows are stored, and rights are checked on every call anyway.
 */
export function wake(tx: Tx, signal: Signal): void {
  if (!('users' in signal) || signal.users.length > 0) tx.afterCommit(() => void post(tx.db, signal))
}

/** Tells that sessions of the users ended, by a statement outside any transaction. */
export function wakeEnded(db: Database, users: readonly number[]): void {
  if (users.length > 0) void post(db, { type: 'session', users: [...users] })
}

// Not inside the transaction: commits that notify wait for each other. One statement under way carries what gathers meanwhile.
async function post(db: Database, signal: Signal): Promise<void> {
  const outbox = outboxes.get(db) ?? { waiting: [], isSending: false }
  outboxes.set(db, outbox)
  outbox.waiting.push(...parts(signal))
  if (outbox.isSending) return
  outbox.isSending = true
  try {
    while (outbox.waiting.length > 0) await send(db, outbox.waiting.splice(0, 100))
  } catch {
    // The database is away; the sockets are told the counts when it is back.
    outbox.waiting = []
  } finally {
    outbox.isSending = false
  }
}

const send = (db: Database, signals: readonly Signal[]) =>
  db.shared({
    name: 'wake',
    text: 'select pg_notify($1, payload) from unnest($2::text[]) as payload',
    values: [wakeChannel, signals.map((signal) => JSON.stringify(signal))],
  })

function parts(signal: Signal): Signal[] {
  if (!('users' in signal)) return [signal]
  const short = 'message' in signal ? { ...signal, message: signal.message.slice(0, longestMessage) } : signal
  const pieces: Signal[] = []
  for (let from = 0; from < short.users.length; from += usersPerSignal) {
    pieces.push({ ...short, users: short.users.slice(from, from + usersPerSignal) })
  }
  return pieces
}
