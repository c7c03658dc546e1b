import { expiredMessage } from '@chepu/contract/kernel/errors'
import type { OwnSession } from '@chepu/contract/shell/session'
import { hashToken } from './session'
import type { Database } from '../../kernel/db/db'
import { Failure, refuse } from '../../kernel/base/errors'
import type { SessionRow } from '../../kernel/http/session-row'
import { wakeEnded } from '../../kernel/notify/wake'

/** A session used within so many minutes counts as signed in elsewhere. */
const liveMinutes = 30
/** So many sessions of one user live at once (ADR 0074). */
const mostSessions = 20

/** Drops the user's sessions that ended long ago. */
export async function forgetOldSessions(db: Database, loginId: number): Promise<void> {
  await db.shared({
    name: 'forget-sessions',
    text: `delete from shared.session where login_id = $1 and expires_at < now() - interval '7 days'`,
    values: [loginId],
  })
}

export interface SessionElsewhere {
  ip: string
  minutesAgo: number
}

/** The last used live session of the user on another device. */
export async function sessionElsewhere(
  db: Database,
  loginId: number,
  deviceId: string,
): Promise<SessionElsewhere | undefined> {
  const [row] = await db.shared<SessionElsewhere>({
    name: 'session-elsewhere',
    text: `select ip, (extract(epoch from now() - last_seen_at) / 60)::int as minutes_ago from shared.session
      where login_id = $1 and device_id <> $2 and end_reason is null and expires_at > now()
        and last_seen_at > now() - make_interval(mins => $3)
      order by last_seen_at desc limit 1`,
    values: [loginId, deviceId, liveMinutes],
  })
  return row
}

/** Ends the user's sessions on other devices; those devices are told the reason (code 521). */
export async function endElsewhere(db: Database, loginId: number, deviceId: string, reason: string): Promise<void> {
  const ended = await db.shared({
    name: 'end-elsewhere',
    text: `update shared.session set end_reason = $3 where login_id = $1 and device_id <> $2 and end_reason is null returning id`,
    values: [loginId, deviceId, reason],
  })
  if (ended.length > 0) wakeEnded(db, [loginId])
}

/** Ends all live sessions of the user but one; returns how many there were. */
export async function endOthers(db: Database, loginId: number, keptToken: string, reason: string): Promise<number> {
  const ended = await db.shared({
    name: 'end-others',
    text: `update shared.session set end_reason = $3
      where login_id = $1 and token_hash <> $2 and end_reason is null and expires_at > now() returning id`,
    values: [loginId, hashToken(keptToken), reason],
  })
  if (ended.length > 0) wakeEnded(db, [loginId])
  return ended.length
}

/** The user's live sessions, the one that asks first, then the last used. Looking is no use of the others. */
export const sessionsOf = (db: Database, { id, loginId }: SessionRow): Promise<OwnSession[]> =>
  db.shared<OwnSession>({
    name: 'sessions-of',
    text: `select id, user_agent, ip, created_at as signed_in_at, last_seen_at as last_used_at, id = $2 as is_current
      from shared.session where login_id = $1 and end_reason is null and expires_at > now()
      order by is_current desc, last_seen_at desc, id desc`,
    values: [loginId, id],
  })

/** Ends another session of the user. Somebody else's is answered like one that is not there. */
export async function endOne(db: Database, own: SessionRow, id: number): Promise<void> {
  if (id === own.id) refuse('本机请用“退出登录”')
  const [ended] = await db.shared({
    name: 'end-one',
    text: `update shared.session set end_reason = $3
      where id = $2 and login_id = $1 and end_reason is null and expires_at > now() returning id`,
    values: [own.loginId, id, expiredMessage],
  })
  if (!ended) throw new Failure('notFound', '该登录不存在或已结束')
  wakeEnded(db, [own.loginId])
}

/** Keeps the sessions of the user that were used last, as many as may live at once. */
export async function endSurplus(db: Database, loginId: number): Promise<void> {
  const ended = await db.shared({
    name: 'end-surplus',
    text: `update shared.session set end_reason = $3 where id in (
        select id from shared.session where login_id = $1 and end_reason is null and expires_at > now()
        order by last_seen_at desc, id desc offset $2) returning id`,
    values: [loginId, mostSessions, `您的账号同时登录超过${mostSessions}处，最久未使用的登录已退出`],
  })
  if (ended.length > 0) wakeEnded(db, [loginId])
}

/** Signs out: the token is worth nothing any more. An unknown token is no fault. */
export async function closeSession(db: Database, token: string): Promise<void> {
  const closed = await db.shared<{ loginId: number }>({
    name: 'close-session',
    text: 'delete from shared.session where token_hash = $1 returning login_id',
    values: [hashToken(token)],
  })
  wakeEnded(
    db,
    closed.map(({ loginId }) => loginId),
  )
}

/** Moves the session into another organisation. */
export async function moveSession(db: Database, token: string, orgId: number): Promise<void> {
  await db.shared({
    name: 'move-session',
    text: 'update shared.session set org_id = $2 where token_hash = $1',
    values: [hashToken(token), orgId],
  })
}
