const minuteMs = 60_000
/** Payers that are remembered; the one that came first is forgotten first. */
const mostPayers = 10_000

/** So many units a minute for each payer, growing back evenly. In the memory of this process. */
export class Allowance {
  private readonly accounts = new Map<string, { left: number; at: number }>()

  constructor(
    private readonly perMinute: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Takes so many units, or none of them when there are not enough left. */
  take(payer: string, units: number): boolean {
    const left = this.left(payer) - units
    if (left < 0) return false
    this.accounts.set(payer, { left, at: this.now() })
    if (this.accounts.size > mostPayers) this.accounts.delete(this.accounts.keys().next().value as string)
    return true
  }

  /** Gives units back that were taken for what turned out to be free. */
  giveBack(payer: string, units: number): void {
    this.accounts.set(payer, { left: Math.min(this.perMinute, this.left(payer) + units), at: this.now() })
  }

  /** Units that the payer has now. */
  left(payer: string): number {
    const account = this.accounts.get(payer)
    if (!account) return this.perMinute
    return Math.min(this.perMinute, account.left + (this.perMinute * (this.now() - account.at)) / minuteMs)
  }
}
