import type { Tx } from '../db/tx'

/** A task that comes and goes by the clock, and is asked for when a bell is read or counted (business/notifications 3). */
export interface LiveTask {
  id: number
  message: string
  /** What a click opens. */
  screen: string
  params: Record<string, string | number>
  userId: number
  orgId: number
  carNum: string
  /** 0 今日到店, 1 马上到期. */
  goshop: 0 | 1
  /** When it was made known, for the words of its interval. */
  createdAt: string
}

type Source = (tx: Tx, users: readonly number[]) => Promise<LiveTask[]>

const sources = new Map<string, Source>()

/** Makes tasks of an area known to the bells, those that come first first. A source takes a constant number of statements. */
export const registerLiveTasks = (area: string, source: Source): void => void sources.set(area, source)

/** What waits for these users now in their organisations. */
export async function liveTasks(tx: Tx, users: readonly number[]): Promise<LiveTask[]> {
  const found = await Promise.all([...sources.values()].map((source) => source(tx, users)))
  return found.flat()
}
