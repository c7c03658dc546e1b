import { fileTooLarge, megabyte } from '@chepu/contract/kernel/file-limit'
import { bodyLimit } from '@chepu/contract/kernel/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyRoute } from '../kernel/http/bind'
import { Failure } from '../kernel/base/errors'
import { Allowance } from '../kernel/http/allowance'

/** Bytes a minute of all visitors of one address: two registrations with the largest licence. */
const visitorBytes = 16 * megabyte
/** Bytes a minute of one signed-in user, who may import and attach files. */
const userBytes = 256 * megabyte
/** How much of an allowance a body takes. */
type Pay = (bytes: number) => boolean

/** Lets bodies in (ADR 0061): by their length first, then as long as whoever sends them has bytes left. */
export class Intake {
  private readonly visitors = new Allowance(visitorBytes)
  private readonly users = new Allowance(userBytes)
  private readonly payers = new WeakMap<FastifyRequest, Pay>()
  private readonly admitted = new WeakSet<FastifyRequest>()

  constructor(http: FastifyInstance) {
    // A body that is not wanted is let pass unread, so that its sender sees the answer; but not without end.
    http.addHook('onSend', async (request, reply) => {
      const length = lengthOf(request)
      if (length === 0 || this.admitted.has(request)) return
      if (length === undefined || !this.payerOf(request)(length)) reply.header('connection', 'close')
    })
  }

  /** The signed-in user pays for the body of this request, whether or not it is let in. */
  charge(request: FastifyRequest, userId: number): void {
    this.payers.set(request, (bytes) => this.users.take(String(userId), bytes))
  }

  /** Lets the body of a call in before a byte of it is read. Throws Failure tooLarge or tooMany. */
  admit(request: FastifyRequest, route: AnyRoute): void {
    const limit = bodyLimit(route)
    // A body that does not say its length counts as the longest that the call takes.
    const length = lengthOf(request) ?? limit
    if (length > limit) throw tooLarge(limit)
    if (length > 0 && !this.payerOf(request)(length)) throw new Failure('tooMany', '短时间内提交的内容过多，请稍后再试')
    this.admitted.add(request)
  }

  /** Whether the request has a body. */
  brings(request: FastifyRequest): boolean {
    return lengthOf(request) !== 0
  }

  private payerOf(request: FastifyRequest): Pay {
    return this.payers.get(request) ?? ((bytes) => this.visitors.take(request.ip, bytes))
  }
}

/** Bytes of the body as its head announces them; undefined when it does not say. */
function lengthOf({ headers }: FastifyRequest): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined
  return Number.parseInt(headers['content-length'] ?? '0', 10)
}

/** The refusal of a body longer than the limit. */
export const tooLarge = (limit: number): Failure =>
  new Failure('tooLarge', fileTooLarge({ label: '提交的内容', maxBytes: limit }))
