import { hashToken } from '../../app/session'
import type { Database } from '../../kernel/db'

/** A session used within so many minutes counts as signed in elsewhere. */
const liveMinutes = 30

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
  await db.shared({
    name: 'end-elsewhere',
    text: `update shared.session set end_reason = $3 where login_id = $1 and device_id <> $2 and end_reason is null`,
    values: [loginId, deviceId, reason],
  })
}

/** Ends all sessions of the user but one. */
export async function endOthers(db: Database, loginId: number, keptToken: string, reason: string): Promise<void> {
  await db.shared({
    name: 'end-others',
    text: `update shared.session set end_reason = $3 where login_id = $1 and token_hash <> $2 and end_reason is null`,
    values: [loginId, hashToken(keptToken), reason],
  })
}

/** Signs out: the token is worth nothing any more. An unknown token is no fault. */
export async function closeSession(db: Database, token: string): Promise<void> {
  await db.shared({
    name: 'close-session',
    text: 'delete from shared.session where token_hash = $1',
    values: [hashToken(token)],
  })
}

/** Moves the session into another organisation. */
export async function moveSession(db: Database, token: string, orgId: number): Promise<void> {
  await db.shared({
    name: 'move-session',
    text: 'update shared.session set org_id = $2 where token_hash = $1',
    values: [hashToken(token), orgId],
  })
}
