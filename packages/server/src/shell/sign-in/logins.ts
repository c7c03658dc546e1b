import type { Database } from '../../kernel/db'

export interface Login {
  id: number
  groupId: number
  passwordHash: string
  isActive: boolean
  isLocked: boolean
}

/** DOMAIN 10.5a rule 5: so many failures lock for so many minutes. */
export const lockAfter = 5
export const lockMinutes = 15

const select = `select id, group_id, password_hash, is_active, coalesce(locked_until > now(), false) as is_locked
  from shared.login`

/** A login by user name, in any case of letters. */
export async function findLogin(db: Database, username: string): Promise<Login | undefined> {
  const text = `${select} where username = lower($1)`
  const [login] = await db.shared<Login>({ name: 'find-login', text, values: [username] })
  return login
}

export async function loginById(db: Database, loginId: number): Promise<Login | undefined> {
  const [login] = await db.shared<Login>({ name: 'login-by-id', text: `${select} where id = $1`, values: [loginId] })
  return login
}

/** Counts a wrong password; the last one allowed locks the account, and the count starts anew after the lock. */
export async function recordFailure(db: Database, loginId: number): Promise<void> {
  await db.shared({
    name: 'login-failed',
    text: `update shared.login set
        failed_count = case when failed_count + 1 >= $2 then 0 else failed_count + 1 end,
        locked_until = case when failed_count + 1 >= $2 then now() + make_interval(mins => $3) else locked_until end
      where id = $1`,
    values: [loginId, lockAfter, lockMinutes],
  })
}

export async function recordSuccess(db: Database, loginId: number): Promise<void> {
  await db.shared({
    name: 'login-succeeded',
    text: 'update shared.login set failed_count = 0, locked_until = null, last_login_at = now() where id = $1',
    values: [loginId],
  })
}

export async function storePassword(db: Database, loginId: number, passwordHash: string): Promise<void> {
  await db.shared({
    name: 'store-password',
    text: 'update shared.login set password_hash = $2, must_change_password = false where id = $1',
    values: [loginId, passwordHash],
  })
}
