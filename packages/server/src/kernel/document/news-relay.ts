import { everySoOften } from '../base/recurring'
import type { Database } from '../db/db'
import type { Tx } from '../db/tx'
import { newsWakers, type Step, tellStep } from './document-news'
import { documentKind } from './registry'

/** How often it looks for what no wake told it of: steps that another server noted and died. */
const sweepMs = 10_000

/** Tells the steps that wait in a group, oldest first. What fails is reported and waits for the next time. */
export async function relayNews(db: Database, groupId: number, report: (error: unknown) => void): Promise<void> {
  let last: number | undefined = 0
  while (last !== undefined) {
    const after: number = last
    let at: number | undefined
    const hold = (id: number) => (at = id)
    last = await db
      .tenant(groupId, (tx) => tellNext(tx, after, hold))
      .catch((error: unknown) => {
        report(error)
        return at
      })
  }
}

/**
 * Tells the first step behind `after` and forgets it, in one transaction, so that it is told once. Two servers on the same step:
 * the second waits and finds it told.
 */
async function tellNext(tx: Tx, after: number, hold: (id: number) => void): Promise<number | undefined> {
  const next = await tx.one<{ id: number; kind: string; step: Step }>({
    name: 'tell-next',
    text: `delete from told_later where group_id = $1 and id = (
        select min(id) from told_later where group_id = $1 and id > $2
      ) returning id, kind, step`,
    values: [tx.groupId, after],
  })
  if (!next) return undefined
  hold(next.id)
  const def = documentKind(next.kind)?.def
  if (def) await tellStep(tx, def, next.step)
  return next.id
}

/** Tells what this process notes right after its commit, and every few seconds what others left. */
export function startNewsRelay(
  db: Database,
  report: (error: unknown) => void,
  { everyMs = sweepMs }: { everyMs?: number } = {},
): { stop(): Promise<void> } {
  const waiting = new Set<number>()
  let running: Promise<void> | undefined
  let isStopped = false
  const drain = async () => {
    for (const groupId of waiting) {
      waiting.delete(groupId)
      if (!isStopped) await relayNews(db, groupId, report)
    }
    running = undefined
  }
  const wake = (groupId: number) => {
    waiting.add(groupId)
    running ??= drain()
  }
  const sweep = async () => {
    const groups = await db.shared<{ id: number }>({ text: 'select id from shared.tenant_group order by id' })
    for (const { id } of groups) wake(id)
    await running
  }
  newsWakers.set(db, wake)
  const sweeper = everySoOften(everyMs, sweep, report)
  return {
    async stop() {
      isStopped = true
      newsWakers.delete(db)
      await sweeper.stop()
      await running
    },
  }
}
