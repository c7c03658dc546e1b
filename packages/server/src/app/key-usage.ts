import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../kernel/db/db'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request was refused. */
    refusal?: string
  }
}

/** Calls are noted in memory and written together, so that none of them waits for it. */
const writeEveryMs = 10_000
/** Rows of one statement. */
const mostRows = 500

interface Sum {
  groupId: number
  keyId: number
  day: string
  call: string
  status: number
  calls: number
  totalMs: number
  lastAt: Date
  lastRefusal: string
}

/** The last use of a key. */
interface Use {
  groupId: number
  keyId: number
  at: Date
  ip: string
}

/** What programs call, by key, day, call and status. Of what was not written yet a crash loses the last seconds. */
export class KeyUsage {
  private sums = new Map<string, Sum>()
  private uses = new Map<number, Use>()
  private writing: Promise<void> = Promise.resolve()
  private readonly log: FastifyBaseLogger

  constructor(
    private readonly db: Database,
    http: FastifyInstance,
  ) {
    http.addHook('onResponse', async (request, reply) => this.note(request, reply))
    this.log = http.log
    const timer = setInterval(() => void this.write(), writeEveryMs)
    timer.unref()
    http.addHook('onClose', async () => {
      clearInterval(timer)
      await this.write()
    })
  }

  private note(request: FastifyRequest, reply: FastifyReply): void {
    const { programKey } = request
    if (!programKey) return
    const { id: keyId, groupId } = programKey
    const at = new Date()
    this.use({ groupId, keyId, at, ip: request.ip })
    this.add({
      groupId,
      keyId,
      day: shanghaiDay(at),
      call: `${request.method} ${request.routeOptions.url ?? ''}`,
      status: reply.statusCode,
      calls: 1,
      totalMs: Math.round(reply.elapsedTime),
      lastAt: at,
      lastRefusal: request.refusal ?? '',
    })
  }

  private use(use: Use): void {
    const known = this.uses.get(use.keyId)
    if (!known || known.at <= use.at) this.uses.set(use.keyId, use)
  }

  private add(sum: Sum): void {
    const name = [sum.groupId, sum.keyId, sum.day, sum.call, sum.status].join(' ')
    const known = this.sums.get(name)
    if (!known) return void this.sums.set(name, sum)
    const last = known.lastAt > sum.lastAt ? known : sum
    const { lastAt, lastRefusal } = last
    Object.assign(known, {
      calls: known.calls + sum.calls,
      totalMs: known.totalMs + sum.totalMs,
      lastAt,
      lastRefusal,
    })
  }

  /** Writes what was noted so far; one after the other. What could not be written is logged and kept for the next time. */
  write(): Promise<void> {
    this.writing = this.writing.then(() => this.writeNow())
    return this.writing
  }

  private async writeNow(): Promise<void> {
    const [sums, uses] = [[...this.sums.values()], [...this.uses.values()]]
    this.sums = new Map()
    this.uses = new Map()
    for (const groupId of new Set(sums.map((sum) => sum.groupId))) {
      const own = sums.filter((sum) => sum.groupId === groupId)
      const ownUses = uses.filter((use) => use.groupId === groupId)
      try {
        await this.writeGroup(groupId, own, ownUses)
      } catch (error) {
        this.log.warn({ err: error }, 'the calls of programs could not be noted')
        for (const sum of own) this.add(sum)
        for (const use of ownUses) this.use(use)
      }
    }
  }

  private writeGroup(groupId: number, sums: Sum[], uses: Use[]): Promise<void> {
    // Always in this order, so that two servers never wait for each other in a circle.
    const nameOf = ({ keyId, day, call, status }: Sum) => `${keyId} ${day} ${call} ${status}`
    const sorted = sums.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
    return this.db.tenant(groupId, async (tx) => {
      for (let from = 0; from < sorted.length; from += mostRows) {
        await tx.insert(
          'key_usage',
          ['group_id', 'key_id', 'day', 'call', 'status', 'calls', 'total_ms', 'last_at', 'last_refusal'],
          sorted
            .slice(from, from + mostRows)
            .map((sum) => [
              groupId,
              sum.keyId,
              sum.day,
              sum.call,
              sum.status,
              sum.calls,
              sum.totalMs,
              sum.lastAt,
              sum.lastRefusal,
            ]),
          `on conflict (group_id, key_id, day, call, status) do update set calls = key_usage.calls + excluded.calls,
            total_ms = key_usage.total_ms + excluded.total_ms, last_at = greatest(key_usage.last_at, excluded.last_at),
            last_refusal = excluded.last_refusal`,
        )
      }
      await tx.query({
        text: `update shared.program_key k set last_used_at = greatest(k.last_used_at, n.at), last_ip = n.ip
          from unnest($2::bigint[], $3::timestamptz[], $4::text[]) as n (id, at, ip) where k.group_id = $1 and k.id = n.id`,
        values: [groupId, uses.map((use) => use.keyId), uses.map((use) => use.at), uses.map((use) => use.ip)],
      })
    })
  }
}
