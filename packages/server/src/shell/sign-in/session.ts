import { createHash, randomBytes } from 'node:crypto'
import { keyPrefix } from '@chepu/contract/access/program-key'
import { expiredMessage, stoppedMessage } from '@chepu/contract/kernel/errors'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { DeviceInfo } from '@chepu/contract/shell/session'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/caller/caller'
import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'
import type { SessionRow } from '../../kernel/http/session-row'
import { keptOf } from '../../kernel/caller/kept'
import { loadRights, type Rights } from '../../kernel/caller/rights'
import { keyOfRequest, type ProgramKey } from './program-key'

declare module 'fastify' {
  interface FastifyRequest {
    /** Decrypted X-Device-Info; absent or null when the client sent none. */
    device?: DeviceInfo | null
  }
}

/** Tokens and keys are stored hashed, so that a copy of the database opens nothing. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

// Rights are read once per user, org, access version and day: a change of rights raises the version, and a membership
// may begin with a day.
type RightsCache = Map<string, { version: number; day: string; rights: Rights }>
const caches = new WeakMap<Database, RightsCache>()
const cacheLimit = 2000

function cacheOf(db: Database): RightsCache {
  const known = caches.get(db)
  if (known) return known
  const fresh: RightsCache = new Map()
  caches.set(db, fresh)
  return fresh
}

/** The token of a request: bearer or token header (business/frame 7.2), or the query of a socket or a download. */
export function tokenOf(request: FastifyRequest): string | null {
  const bearer = request.headers.authorization?.replace(/^Bearer /i, '')
  const header = request.headers.token
  return bearer || (typeof header === 'string' ? header : null) || null
}

/** Who is signed in, or the program whose key the request brings; null without either. */
export async function sessionOf(db: Database, request: FastifyRequest): Promise<SessionRow | null> {
  const token = tokenOf(request)
  if (!token) return null
  if (token.startsWith(keyPrefix)) return sessionOfKey(await keyOfRequest(db, request, hashToken(token)))
  return sessionByToken(db, token, request.device)
}

/** What a program works with: no row of its own, so it ends nobody's session and has none to end. The trail names the key. */
const sessionOfKey = ({ loginId, groupId, orgId, firstSigns, accessVersion }: ProgramKey): SessionRow => ({
  id: null,
  loginId,
  groupId,
  orgId,
  deviceId: firstSigns,
  isActive: true,
  loginSelf: true,
  mustChangePassword: false,
  accessVersion,
  isExpired: false,
  isStale: false,
  endReason: null,
})

/**
 * The session of a token. Unknown and expired ones answer 401, one ended from elsewhere or by disabling the account 521 with the reason.
 * The device that the request names is kept with the session, and the audit trail names it.
 */
export async function sessionByToken(
  db: Database,
  token: string,
  device: DeviceInfo | null = null,
): Promise<SessionRow> {
  const tokenHash = hashToken(token)
  const row = await keptOf(db).of(`session ${tokenHash}`, () => findSession(db, tokenHash))
  if (!row || row.isExpired) throw new Failure('signedOut', expiredMessage)
  if (!row.isActive) throw new Failure('kicked', stoppedMessage)
  if (row.endReason) throw new Failure('kicked', row.endReason)
  const deviceId = device?.di ?? row.deviceId
  if (row.isStale || deviceId !== row.deviceId) await touch(db, token, deviceId, device)
  return { ...row, deviceId }
}

/** It lasts until it expires or its use is to be noted. */
async function findSession(db: Database, tokenHash: string): Promise<(SessionRow & { lastsMs: number }) | undefined> {
  const [row] = await db.shared<SessionRow & { lastsMs: number }>({
    name: 'session',
    text: `select s.id, s.login_id, s.group_id, s.org_id, s.device_id, s.end_reason, s.login_self, l.is_active, l.must_change_password, l.access_version,
        s.expires_at < now() as is_expired, s.last_seen_at < now() - interval '1 minute' as is_stale,
        (extract(epoch from least(s.expires_at, s.last_seen_at + interval '1 minute') - now()) * 1000)::bigint as lasts_ms
      from shared.session s join shared.login l on l.id = s.login_id where s.token_hash = $1`,
    values: [tokenHash],
  })
  return row
}

/** Notes that a session is in use, which also moves its expiry; once a minute is enough. */
async function touch(db: Database, token: string, deviceId: string, device: DeviceInfo | null): Promise<void> {
  await db.shared({
    name: 'touch-session',
    text: `update shared.session set last_seen_at = now(), expires_at = now() + make_interval(hours => $2),
      device_id = $3, device = coalesce($4, device) where token_hash = $1`,
    values: [hashToken(token), sessionHours, deviceId, device && JSON.stringify(device)],
  })
}

/** A session that is neither expired nor ended, of a login that is active. */
export interface LiveSession {
  tokenHash: string
  userId: number
  groupId: number
  orgId: number | null
}

/** Those of the sessions and keys that are live. Looking does not count as use. */
export const liveSessions = (db: Database, tokenHashes: readonly string[]): Promise<LiveSession[]> =>
  db.shared<LiveSession>({
    name: 'live-sessions',
    text: `select s.token_hash, s.login_id as user_id, s.group_id, s.org_id
      from shared.session s join shared.login l on l.id = s.login_id and l.is_active
      where s.token_hash = any ($1::text[]) and s.end_reason is null and s.expires_at > now()
      union all
      select k.key_hash, k.login_id, k.group_id, k.org_id
      from shared.program_key k join shared.login l on l.id = k.login_id and l.is_active
      where k.key_hash = any ($1::text[]) and k.stopped_at is null and k.expires_at > now()`,
    values: [tokenHashes],
  })

/** Who signed in with a one-time password sets another one first (business/frame 4.7). */
export const oneTimePassword = '您现在用的是一次性密码，请先修改密码'

/**
 * The caller of a request, with his rights in the org that his session works in; null without a session. Refuses a session
 * that has a one-time password.
 */
export async function callerOf(db: Database, request: FastifyRequest): Promise<Caller | null> {
  const session = await sessionOf(db, request)
  if (session?.mustChangePassword) throw new Failure('forbidden', oneTimePassword)
  return session && callerOfSession(db, session, request)
}

/** The same for a session at hand; refuses one without a chosen organisation. */
export async function callerOfSession(db: Database, session: SessionRow, request: FastifyRequest): Promise<Caller> {
  if (session.orgId === null) throw new Failure('forbidden', '请选择组织信息！')
  const rights = await rightsOf(db, session, session.orgId)
  return { ...rights, deviceId: session.deviceId, ip: request.ip, requestId: request.id }
}

async function rightsOf(db: Database, session: SessionRow, orgId: number): Promise<Rights> {
  const cache = cacheOf(db)
  const key = `${session.groupId}:${session.loginId}:${orgId}`
  const known = cache.get(key)
  const day = shanghaiDay()
  if (known?.version === session.accessVersion && known.day === day) return known.rights
  const rights = await db.tenant(session.groupId, (tx) => loadRights(tx, session.loginId, orgId))
  if (!rights && session.id === null) throw new Failure('signedOut', '接口账号已不属于该企业，或企业已停用')
  if (!rights) throw new Failure('kicked', '您已被移出当前企业，请重新登录')
  if (cache.size >= cacheLimit) cache.delete(cache.keys().next().value as string)
  cache.set(key, { version: session.accessVersion, day, rights })
  return rights
}

/** How long a session lives without a call. */
const sessionHours = 24

/** Opens a session and returns its token, which is shown to nobody else and stored only as a hash. */
export async function openSession(
  db: Database,
  session: {
    loginId: number
    groupId: number
    orgId: number | null
    deviceId: string
    device?: unknown
    ip: string
    /** Absent: ''. */
    userAgent?: string
    /** Absent: true. */
    loginSelf?: boolean
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.shared({
    name: 'open-session',
    text: `insert into shared.session (token_hash, login_id, group_id, org_id, device_id, device, ip, expires_at, login_self,
        user_agent)
      values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8), $9, $10)`,
    values: [
      hashToken(token),
      session.loginId,
      session.groupId,
      session.orgId,
      session.deviceId,
      session.device === undefined ? null : JSON.stringify(session.device),
      session.ip,
      sessionHours,
      session.loginSelf ?? true,
      session.userAgent ?? '',
    ],
  })
  return token
}
