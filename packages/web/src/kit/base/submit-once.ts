import type { BodyOf, DataOf, ParamsOf, Route } from '@chepu/contract/kernel/route'
import { call, CallError, newIdempotencyKey } from './call'

/** A change before it is sent: who describes it leaves sending, and with it the key of a repeat, to `Gestures`. */
export interface Change<R extends Route> {
  route: R
  params?: ParamsOf<R>
  body?: BodyOf<R>
}

/**
 * One gesture of the user is one change on the server: while it runs a second click does nothing, and a repeat after
 * an answer that never came carries the same key, so that it is not done twice.
 */
export class Gestures {
  private running = false
  private saving: Promise<unknown> | undefined
  private isWaiting = false
  private unanswered: { fingerprint: string; key: string } | undefined

  constructor(private readonly onBusy: (busy: boolean) => void) {}

  get busy(): boolean {
    return this.running
  }

  /** Runs `work` unless another gesture runs. Errors pass through. */
  async run<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.running) return undefined
    this.set(true)
    try {
      return await work()
    } finally {
      this.set(false)
    }
  }

  /** Runs a save, which a following step may wait for. */
  async save<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const saving = this.run(work)
    if (this.saving) return saving
    this.saving = saving.catch(() => undefined).finally(() => (this.saving = undefined))
    return saving
  }

  /** Like `run`, but waits for a save under way instead of being lost: who presses 审核 right after 保存 means both. */
  async step<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    if (this.isWaiting) return undefined
    this.isWaiting = true
    await this.saving
    this.isWaiting = false
    return this.run(work)
  }

  /** Sends one change; the same content gets the same key until the server has answered. */
  async send<Result>(content: unknown, call: (key: string) => Promise<Result>): Promise<Result> {
    const fingerprint = JSON.stringify(content)
    const key = this.unanswered?.fingerprint === fingerprint ? this.unanswered.key : newIdempotencyKey()
    this.unanswered = { fingerprint, key }
    try {
      const result = await call(key)
      this.unanswered = undefined
      return result
    } catch (error) {
      if (!(error instanceof CallError && error.unanswered)) this.unanswered = undefined
      throw error
    }
  }

  /** Sends a described change as `send` does; failures are thrown and not told. */
  change<R extends Route>({ route, params, body }: Change<R>): Promise<DataOf<R>> {
    const input = { ...(params && { params }), ...(body !== undefined && { body }) }
    return this.send([route.path, input], (idempotencyKey) => call(route, { ...input, idempotencyKey, quiet: true }))
  }

  private set(busy: boolean): void {
    this.running = busy
    this.onBusy(busy)
  }
}
