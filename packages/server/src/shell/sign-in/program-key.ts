// Keys of programs: what opens the calls to another maker's program, instead of a session.
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'
import { keptOf } from '../../kernel/caller/kept'
import { plainAddress } from '../../kernel/base/plain-address'
import { Allowance } from '../../kernel/http/allowance'

declare module 'fastify' {
  interface FastifyRequest {
    /** The key that the request came with, also one that was refused. */
    programKey?: ProgramKey
  }
}

export interface ProgramKey {
  id: number
  groupId: number
  orgId: number
  loginId: number
  firstSigns: string
  accessVersion: number
}

interface KeyRow extends ProgramKey {
  callsPerMinute: number
  expiresAt: string
  isActive: boolean
  isStopped: boolean
  isExpired: boolean
  isAllowed: boolean
  lastsMs: number
}

const minuteMs = 60_000
/** A minute of calls for each key, paid in milliseconds. */
const minutes = new Allowance(minuteMs)

/**
 * The key, by its hash, that a request came with. One that does not open the calls answers 401 and why, one that was used too often 429 and
 * when to come again.
 */
export async function keyOfRequest(db: Database, request: FastifyRequest, keyHash: string): Promise<ProgramKey> {
  const row = await keptOf(db).of(`key ${keyHash} ${request.ip}`, () => find(db, keyHash, request.ip))
  if (!row) throw new Failure('signedOut', '接口密钥无效')
  request.programKey = row
  assertOpens(row, request.ip)
  const price = minuteMs / row.callsPerMinute
  if (!minutes.take(keyHash, price)) {
    const retryAfter = Math.ceil((price - minutes.left(keyHash)) / 1000)
    throw new Failure(
      'tooMany',
      `调用过于频繁，每分钟最多${row.callsPerMinute}次，请${retryAfter}秒后再试`,
      undefined,
      {
        retryAfter,
      },
    )
  }
  return row
}

/** Whether a key opens the push socket from an address. */
export async function keyOpens(db: Database, keyHash: string, ip: string): Promise<boolean> {
  const row = await find(db, keyHash, ip)
  return row !== undefined && row.isActive && !row.isStopped && !row.isExpired && row.isAllowed
}

async function find(db: Database, keyHash: string, ip: string): Promise<KeyRow | undefined> {
  const [row] = await db.shared<KeyRow>({
    name: 'program-key',
    text: `select k.id, k.group_id, k.org_id, k.login_id, k.first_signs, k.calls_per_minute, k.expires_at,
        l.access_version, l.is_active, k.stopped_at is not null as is_stopped, k.expires_at <= now() as is_expired,
        (extract(epoch from k.expires_at - now()) * 1000)::bigint as lasts_ms,
        cardinality(k.addresses) = 0 or $2::inet <<= any (k.addresses) as is_allowed
      from shared.program_key k join shared.login l on l.id = k.login_id and l.group_id = k.group_id
      where k.key_hash = $1`,
    values: [keyHash, plainAddress(ip)],
  })
  return row
}

function assertOpens(row: KeyRow, ip: string): void {
  const no = (why: string): never => {
    throw new Failure('signedOut', why)
  }
  if (row.isStopped) no('接口密钥已停用')
  if (row.isExpired) no(`接口密钥已于${shanghaiDay(new Date(Date.parse(row.expiresAt) - 1))}到期，请换用新密钥`)
  if (!row.isActive) no('接口账号已停用')
  if (!row.isAllowed) no(`接口密钥不能从地址 ${plainAddress(ip)} 使用`)
}
