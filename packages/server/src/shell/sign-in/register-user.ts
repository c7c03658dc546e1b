import { randomBytes } from 'node:crypto'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { hashToken } from './session'
import type { Database } from '../../kernel/db/db'
import { onViolation } from '../../kernel/db/failures'
import type { Statement } from '../../kernel/db/statement'
import type { Tx } from '../../kernel/db/tx'
import { fieldError, invalid } from '../../kernel/base/errors'
import { commonPassword, isCommon } from './common-passwords'
import { hashPassword } from './passwords'
import { assertAddressOpen } from './sign-in'
import { codeFits, spendTry, wrongCode } from './sms-code'
import { addresses } from './throttle'

interface NewApplicant {
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
 * the second step. The code is used up only when everything else is right, so that a taken name costs no new one. That a
 * name or mobile is taken is told only to who has proved a mobile, and costs one of the code's tries. Who begins anew
 * replaces what he has begun.
 */
export async function registerUser(db: Database, given: NewApplicant, ip: string): Promise<{ ticket: string }> {
  assertAddressOpen(ip)
  const applicant = { ...given, username: given.username.toLowerCase() }
  const { mobile, username, password } = applicant
  if (isCommon(password, [username, mobile])) invalid([{ path: 'password', message: commonPassword }])
  const ticket = randomBytes(32).toString('base64url')
  const messages = { registration_username: taken.username, registration_mobile: taken.waiting }
  const fault = await onViolation(messages, () => db.together((tx) => keepApplicant(tx, applicant, ticket)))
  if (fault?.path === 'code') addresses.fail(ip)
  if (fault) invalid([fault])
  return { ticket }
}

/** Answers the fault, since a transaction that throws would not count the try. Requests with one code wait for each other. */
async function keepApplicant(tx: Tx, applicant: NewApplicant, ticket: string): Promise<FieldError | undefined> {
  const { mobile, code, username, password } = applicant
  const shared = { shared: <Row>(statement: Statement) => tx.query<Row>(statement) }
  const proof = { mobile, code, purpose: 'register' as const }
  if (!(await codeFits(shared, { ...proof, keep: true }))) return fieldError('code', wrongCode)
  const fault = await takenFault(tx, username, mobile)
  if (fault) {
    await spendTry(shared, proof)
    return fault
  }
  const passwordHash = await hashPassword(password)
  await codeFits(shared, proof)
  await tx.query({ text: `delete from shared.registration where mobile = $1 and state = 'open'`, values: [mobile] })
  await tx.query({
    text: `insert into shared.registration (ticket_hash, username, password_hash, mobile) values ($1, $2, $3, $4)`,
    values: [hashToken(ticket), username, passwordHash, mobile],
  })
}

/** What of the two somebody else has; what the mobile itself has begun is about to be replaced. */
async function takenFault(tx: Tx, username: string, mobile: string): Promise<FieldError | undefined> {
  const found = await tx.one<Record<'login' | 'phone' | 'name' | 'waiting', boolean>>({
    text: `select
        exists (select from shared.login where lower(username) = $1) as login,
        exists (select from shared.login where mobile = $2) as phone,
        exists (select from shared.registration where lower(username) = $1
          and (state = 'pending' or state = 'open' and mobile <> $2)) as name,
        exists (select from shared.registration where mobile = $2 and username is not null and state = 'pending') as waiting`,
    values: [username, mobile],
  })
  if (found?.phone) return fieldError('mobile', taken.mobile)
  if (found?.waiting) return fieldError('mobile', taken.waiting)
  return found?.login || found?.name ? fieldError('username', taken.username) : undefined
}
