/** Counts failures by key in a sliding window, in the memory of this process. */
export class Throttle {
  private readonly failures = new Map<string, number[]>()

  constructor(
    private readonly limit: number,
    private readonly windowMs: number,
  ) {}

  isOpen(key: string): boolean {
    return this.recent(key).length < this.limit
  }

  fail(key: string): void {
    this.failures.set(key, [...this.recent(key), Date.now()])
    // Keys of strangers must not pile up.
    if (this.failures.size > 10_000) this.failures.delete(this.failures.keys().next().value as string)
  }

  private recent(key: string): number[] {
    const since = Date.now() - this.windowMs
    return (this.failures.get(key) ?? []).filter((at) => at > since)
  }
}
