import type { Database } from '../../kernel/db/db'
import { type LiveSession, liveSessions } from '../../shell/sign-in/session'

/** Sessions whose answer is one statement. */
interface Round {
  hashes: Set<string>
  answer: Promise<Map<string, LiveSession>>
}

/** Looks at sessions one statement after the other: who asks while one is under way shares the next. */
export class SessionDesk {
  private next: Round | undefined
  private before: Promise<unknown> = Promise.resolve()

  constructor(private readonly db: Database) {}

  /** The session of a hashed token; undefined when it is not live. */
  async ask(tokenHash: string): Promise<LiveSession | undefined> {
    this.next ??= this.open()
    this.next.hashes.add(tokenHash)
    return (await this.next.answer).get(tokenHash)
  }

  private open(): Round {
    const hashes = new Set<string>()
    const answer = this.before.then(async () => {
      this.next = undefined
      const sessions = await liveSessions(this.db, [...hashes])
      return new Map(sessions.map((session) => [session.tokenHash, session]))
    })
    this.before = answer.catch(() => undefined)
    return { hashes, answer }
  }
}
