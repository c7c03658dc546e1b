// What is free while somebody waits: who waits for a row holds none that comes after it in the order of all postings (ARCHITECTURE, Locks and repeats).
import pg from 'pg'
import { expect } from 'vitest'
import { lockWaiters } from './database'
import type { Shop } from './shop'

/** Two connections beside the program: one holds rows, one looks which others are free. */
export async function openLockWatch({ ownerUrl }: Pick<Shop, 'ownerUrl'>) {
  const holder = new pg.Client({ connectionString: ownerUrl })
  const watcher = new pg.Client({ connectionString: ownerUrl })
  await Promise.all([holder.connect(), watcher.connect()])

  /** How many of the rows are free while `work` waits for the row that is held; it is let go then. */
  async function freeMeanwhile(held: string, rows: string, work: () => Promise<unknown>): Promise<number | null> {
    await holder.query('begin')
    await holder.query(`${held} for update`)
    const begun = work()
    await expect.poll(async () => (await watcher.query(lockWaiters())).rowCount).toBe(1)
    const free = await watcher.query(`${rows} for update skip locked`)
    await holder.query('commit')
    await begun
    return free.rowCount
  }
  return { freeMeanwhile, close: () => Promise.all([holder.end(), watcher.end()]) }
}
