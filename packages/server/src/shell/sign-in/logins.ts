import type { Database } from '../../kernel/db/db'

export interface Login {
  id: number
  username: string
  groupId: number
  /** Null: there is none, as of a program. */
  passwordHash: string | null
  isActive: boolean
  isLocked: boolean
  /** Wrong passwords since the last success or lock. */
  failedCount: number
  mobile: string | null
}

/** So many failures lock for so many minutes (business/access 9 rule 5). */
export const lockAfter = 5
export const lockMinutes = 15

/** Of people: a program has no password and enters no way of the sign-in. */
const select = `select id, username, group_id, password_hash, is_active, coalesce(locked_until > now(), false) as is_locked,
    failed_count, mobile
  from shared.login where not is_program`

/** A login by user name, in any case of letters. */
export async function findLogin(db: Database, username: string): Promise<Login | undefined> {
  const text = `${select} and username = lower($1)`
  const [login] = await db.shared<Login>({ name: 'find-login', text, values: [username] })
  return login
}

export async function loginById(db: Database, loginId: number): Promise<Login | undefined> {
  const [login] = await db.shared<Login>({ name: 'login-by-id', text: `${select} and id = $1`, values: [loginId] })
  return login
}

export async function loginByMobile(db: Database, mobile: string): Promise<Login | undefined> {
  const [login] = await db.shared<Login>({
    name: 'login-by-mobile',
    text: `${select} and mobile = $1`,
    values: [mobile],
  })
  return login
}

/**
 * Counts a try before its password is looked at, so that many at once are no more than the allowed ones; the last one
 * allowed locks the account, and the count starts anew after the lock. Returns the failures so far with this one, 0 when
 * it locked, undefined when the account is locked already.
 */
export async function countTry(db: Database, loginId: number): Promise<number | undefined> {
  const [row] = await db.shared<{ failedCount: number }>({
    name: 'count-try',
    text: `update shared.login set
        failed_count = case when failed_count + 1 >= $2 then 0 else failed_count + 1 end,
        locked_until = now() + case when failed_count + 1 >= $2 then make_interval(mins => $3) end
      where id = $1 and (locked_until is null or locked_until <= now()) returning failed_count`,
    values: [loginId, lockAfter, lockMinutes],
  })
  return row?.failedCount
}

/** The password was right: what failed before it is forgotten. */
export async function forgiveTries(db: Database, loginId: number): Promise<void> {
  await db.shared({
    name: 'forgive-tries',
    text: 'update shared.login set failed_count = 0, locked_until = null where id = $1',
    values: [loginId],
  })
}

export async function recordSuccess(db: Database, loginId: number): Promise<void> {
  await db.shared({
    name: 'login-succeeded',
    text: 'update shared.login set last_login_at = now() where id = $1',
    values: [loginId],
  })
}

/** Whether somebody has signed in to the login in this browser before. */
export async function knowsDevice(db: Database, loginId: number, deviceId: string): Promise<boolean> {
  const rows = await db.shared({
    name: 'knows-device',
    text: `select 1 from shared.known_device where login_id = $1 and device_id = $2 and $2 <> ''`,
    values: [loginId, deviceId],
  })
  return rows.length > 0
}

export async function rememberDevice(db: Database, loginId: number, deviceId: string): Promise<void> {
  await db.shared({
    name: 'remember-device',
    text: `insert into shared.known_device (login_id, device_id, last_at) values ($1, $2, now())
      on conflict (login_id, device_id) do update set last_at = excluded.last_at`,
    values: [loginId, deviceId],
  })
}

export async function storePassword(db: Database, loginId: number, passwordHash: string): Promise<void> {
  await db.shared({
    name: 'store-password',
    text: 'update shared.login set password_hash = $2, must_change_password = false where id = $1',
    values: [loginId, passwordHash],
  })
}
