// What a server keeps in memory of sessions and keys, so that no call asks for them (ADR 0143).
import { accessChannel, type Database, isDistributed } from '../db/db'
import { listen } from '../notify/listen'

/** Longest time that a row is kept, in milliseconds: what is due by the clock, such as noting its use, is at most a minute late. */
const keptMs = 60_000
/** How long the last answer of the listening connection is relied on, in milliseconds. */
const sureMs = 1000
const mostRows = 20_000

/** A row by which calls are opened, as it was read. */
interface AccessRow {
  loginId: number
  /** For how many milliseconds it says the same if nobody changes it. */
  lastsMs: number
}

/**
 * Rows of one database, each until its database tells that they changed. They are answered only while it is sure that
 * this would have been heard.
 */
class Kept {
  private readonly rows = new Map<string, { row: AccessRow; until: number }>()
  /** Raised by whatever drops rows, so that what was read before is not kept after. */
  private drops = 0
  private sureUntil = 0

  /** The kept row, or the one that `read` answers; the key names it among all that is kept. */
  async of<Row extends AccessRow>(key: string, read: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const now = performance.now()
    const known = now < this.sureUntil ? this.rows.get(key) : undefined
    if (known && now < known.until) return known.row as Row
    const { drops } = this
    const row = await read()
    if (row && row.lastsMs > 0 && drops === this.drops) this.keep(key, row, now + Math.min(row.lastsMs, keptMs))
    return row
  }

  private keep(key: string, row: AccessRow, until: number): void {
    this.rows.delete(key)
    if (this.rows.size >= mostRows) this.rows.delete(this.rows.keys().next().value as string)
    this.rows.set(key, { row, until })
  }

  /** The listening connection has answered a question of the moment `asked`. */
  answered(asked: number): void {
    this.sureUntil = asked + sureMs
  }

  /** Logins whose rows changed, with spaces, or 'all' (migration 0089). */
  drop(logins: string): void {
    this.drops += 1
    const changed = new Set(logins.split(' '))
    for (const [key, { row }] of this.rows)
      if (logins === 'all' || changed.has(String(row.loginId))) this.rows.delete(key)
  }

  /** Nobody listens, or did until now. */
  lose(): void {
    this.sureUntil = 0
    this.drop('all')
  }
}

const keeps = new WeakMap<Database, Kept>()

/** What is kept of a database; nothing is until `startKeeping`. */
export function keptOf(db: Database): Kept {
  const known = keeps.get(db)
  if (known) return known
  const fresh = new Kept()
  keeps.set(db, fresh)
  return fresh
}

/**
 * Begins to keep: listens to what changes, on a connection of its own and on those that this process itself changes things by. On a
 * distributed database, which cannot tell, nothing is ever kept.
 */
export function startKeeping(db: Database, onLost: (error: Error) => void): { stop(): Promise<void> } {
  const kept = keptOf(db)
  db.onAccess = (logins) => kept.drop(logins)
  const ear = listen(db, accessChannel, {
    onStart: () => kept.lose(),
    onMessage: (logins) => kept.drop(logins),
    beat: {
      question: isDistributed,
      onAnswer: (row, asked) => {
        if (!(row as { is_distributed: boolean }).is_distributed) kept.answered(asked)
      },
    },
    onLost: (error) => {
      kept.lose()
      onLost(error)
    },
  })
  return {
    async stop() {
      await ear.stop()
      kept.lose()
    },
  }
}
