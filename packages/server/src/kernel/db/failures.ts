import { Failure } from '../base/errors'
import { own } from '../base/own'

/** SQLSTATE of a database error, or ''. */
export const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether a statement did nothing but stand behind another one of its transaction that failed. */
export const isSkipped = (error: unknown): boolean => sqlState(error) === '25P02'

/** Whether a row is named that is not there, or one was to go that others name; PostgreSQL 18 tells a reference that restricts apart. */
export const isReferenceBroken = (error: unknown): boolean => ['23503', '23001'].includes(sqlState(error))

// Failures of the connection itself have no SQLSTATE but a code of the system's or only the driver's words.
const brokenCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
// A socket that is not there is told with the code of a file that is not.
const brokenWords =
  /^(Connection terminated|connect ENOENT|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Whether an error says that the database is away: stopped, starting, recovering or out of connections. Whether a
 * commit under way was kept is then unknown; the same request with the same idempotency key finds out. What breaks the
 * protocol is a fault of ours, and stays one however often it is sent.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const state = sqlState(error)
  return /^(08(?!P01)|57P|53300)/.test(state) || brokenCodes.has(state) || brokenWords.test(error.message)
}

/**
 * Turns violations of named constraints into refusals. The name is read from the message, without a shard's trailing
 * number, since a distributed database does not report it otherwise.
 */
export async function onViolation<Result>(
  messages: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const name = /constraint "(\w+?)(?:_\d+)?"/.exec(error instanceof Error ? error.message : '')?.[1]
    const message = own(messages, name ?? '')
    if (message && sqlState(error).startsWith('23')) throw new Failure('refusal', message)
    throw error
  }
}
