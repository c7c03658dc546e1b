import { randomBytes } from 'node:crypto'
import { hashToken } from '../../app/session'
import { type Database, onViolation, type Statement, type Tx } from '../../kernel/db'
import { invalid } from '../../kernel/errors'
import { commonPassword, isCommon } from './common-passwords'
import { hashPassword } from './passwords'
import { assertAddressOpen } from './sign-in'
import { codeFits, wrongCode } from './sms-code'
import { addresses } from './throttle'

export interface NewApplicant {
  mobile: string
  code: string
  username: string
  password: string
}

const taken = {
  username: '用户名已被使用，请换一个',
  mobile: '该手机号已有账号，请直接登录',
  waiting: '该手机号已提交企业注册申请，请等待审核',
}

/**
 * First step of 企业注册: keeps user name and password, hashed, until the company is approved, and returns the ticket of
 * the second step. The code is used up only when everything else is right, so that a taken name costs no new one; that a
 * name or mobile is taken is told only to who has proved a mobile. Who begins anew replaces what he has begun.
 */
export async function registerUser(db: Database, given: NewApplicant, ip: string): Promise<{ ticket: string }> {
  assertAddressOpen(ip)
  const { mobile, code, password } = given
  const username = given.username.toLowerCase()
  if (isCommon(password, [username, mobile])) invalid([{ path: 'password', message: commonPassword }])
  const proof = { mobile, code, purpose: 'register' as const }
  if (!(await codeFits(db, { ...proof, keep: true }))) {
    addresses.fail(ip)
    invalid([{ path: 'code', message: wrongCode }])
  }
  const passwordHash = await hashPassword(password)
  const ticket = randomBytes(32).toString('base64url')
  const messages = { registration_username: taken.username, registration_mobile: taken.waiting }
  await onViolation(messages, () =>
    db.together(async (tx) => {
      await tx.query({
        text: `delete from shared.registration where mobile = $1 and state = 'open'`,
        values: [mobile],
      })
      await assertFree(tx, username, mobile)
      const shared = { shared: <Row>(statement: Statement) => tx.query<Row>(statement) }
      if (!(await codeFits(shared, proof))) invalid([{ path: 'code', message: wrongCode }])
      await tx.query({
        text: `insert into shared.registration (ticket_hash, username, password_hash, mobile) values ($1, $2, $3, $4)`,
        values: [hashToken(ticket), username, passwordHash, mobile],
      })
    }),
  )
  return { ticket }
}

async function assertFree(tx: Tx, username: string, mobile: string): Promise<void> {
  const found = await tx.one<Record<'login' | 'phone' | 'name' | 'waiting', boolean>>({
    text: `select
        exists (select from shared.login where lower(username) = $1) as login,
        exists (select from shared.login where mobile = $2) as phone,
        exists (select from shared.registration where lower(username) = $1 and state in ('open', 'pending')) as name,
        exists (select from shared.registration where mobile = $2 and username is not null and state = 'pending') as waiting`,
    values: [username, mobile],
  })
  if (found?.phone) invalid([{ path: 'mobile', message: taken.mobile }])
  if (found?.waiting) invalid([{ path: 'mobile', message: taken.waiting }])
  if (found?.login || found?.name) invalid([{ path: 'username', message: taken.username }])
}
