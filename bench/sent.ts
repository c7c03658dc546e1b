import { bindAreas } from '../packages/server/src/app/areas'
import { createApp } from '../packages/server/src/app/http'
import { bindKept } from '../packages/server/src/app/kept'
import { statementCount } from '../packages/server/src/kernel/db/statement'
import type { Stage } from './stage'

interface Sent {
  statements: number
  'round trips': number
}

/** What of a turn is counted: all of it, unless the turn says so of a part by calling this with it. */
export type Counting = <Result>(part: () => Promise<Result>) => Promise<Result>

/** What one turn sends to the database. The program runs in this process for once, at the origin that `turnAt` gets, where it is counted. */
export async function sentBy(
  { db }: Pick<Stage, 'db'>,
  turnAt: (origin: string, counted: Counting) => Promise<unknown>,
): Promise<Sent> {
  const app = await createApp(db)
  bindAreas(app)
  bindKept(app.http, db)
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  const found: Sent[] = []
  for (let i = 0; i < 5; i += 1) {
    let part: Sent | undefined
    const counted: Counting = async (work) => {
      const since = sentSoFar()
      const result = await work()
      part = sinceThen(since)
      return result
    }
    const since = sentSoFar()
    await turnAt(origin, counted)
    found.push(part ?? sinceThen(since))
  }
  await app.http.close()
  // The calmest turn, as in test/statement-counts.
  return found.reduce((one, other) => (other['round trips'] < one['round trips'] ? other : one))
}

const sentSoFar = (): Sent => ({ statements: statementCount.total, 'round trips': statementCount.roundTrips })

function sinceThen(then: Sent): Sent {
  const now = sentSoFar()
  return {
    statements: now.statements - then.statements,
    'round trips': now['round trips'] - then['round trips'],
  }
}
