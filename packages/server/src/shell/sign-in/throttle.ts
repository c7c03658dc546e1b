import { Failure } from '../../kernel/base/errors'
import { lockAfter, lockMinutes } from './logins'

/** Counts failures by key in a sliding window, in the memory of this process. */
export class Throttle {
  private readonly failures = new Map<string, number[]>()

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  isOpen(key: string): boolean {
    return this.count(key) < this.limit
  }

  /** Failures within the window. */
  count(key: string): number {
    return this.recent(key).length
  }

  fail(key: string): void {
    this.failures.set(key, [...this.recent(key), Date.now()])
    // Keys of strangers must not pile up.
    if (this.failures.size > 10_000) this.failures.delete(this.failures.keys().next().value as string)
  }

  /** Takes the last failure back: the try that was counted beforehand was right. */
  forgive(key: string): void {
    const rest = this.recent(key).slice(0, -1)
    if (rest.length > 0) this.failures.set(key, rest)
    else this.failures.delete(key)
  }

  private recent(key: string): number[] {
    const since = Date.now() - this.windowMs
    return (this.failures.get(key) ?? []).filter((at) => at > since)
  }
}

const windowMs = lockMinutes * 60_000

/** Wrong codes of an address; a shop's counters share one, so it may fail more often than one account. */
export const addresses = new Throttle(50, windowMs)
/** Wrong passwords of an address from browsers that are new to the account: so many ask everybody there for the picture. */
export const wrongPasswords = new Throttle(30, windowMs)
/** Wrong passwords for one account from one address, or from one browser that the account knows. */
export const pairs = new Throttle(lockAfter, windowMs)
/** Unknown names are locked like known ones, so that the lock does not tell which exist. */
export const strangers = new Throttle(lockAfter, windowMs)

/** Public calls that write a row each, by address and minute. */
const writers = new Throttle(60, 60_000)

/** Refuses an address that asks for pictures or begins sign-ins faster than people do. */
export function assertNotFlooding(ip: string): void {
  if (!writers.isOpen(ip)) throw new Failure('tooMany', '操作过于频繁，请稍后再试')
  writers.fail(ip)
}
