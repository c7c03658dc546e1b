import { loginMessages } from '@chepu/contract/shell/constants'
import type { StepOne } from '@chepu/contract/shell/session'
import type { Database } from '../../kernel/db/db'
import { Failure } from '../../kernel/base/errors'
import { askCaptcha, assertCaptcha, type TypedCaptcha } from './captcha'
import { type Continuation, enter, type Visit } from './enter'
import { countTry, findLogin, forgiveTries, knowsDevice, lockMinutes, type Login, loginById } from './logins'
import { passwordFits } from './passwords'
import { applicationOf, refuseApplicant } from './applicants'
import { addresses, pairs, strangers, wrongPasswords } from './throttle'
import { spendTicket } from './tickets'

/** After so many failures of an account the picture's characters are asked for. */
const captchaAfter = 3

interface Credentials extends TypedCaptcha {
  username: string
  password: string
}

/**
 * Step one by password (ADR 0062). Wrong pairs are refused with code 1, locked accounts with 429; who has failed three times,
 * or comes from where many failed, types a picture's characters besides. A browser in which somebody has signed in to the
 * account before is held up by its own failures alone.
 */
export async function signInByPassword(db: Database, given: Credentials, visit: Visit): Promise<StepOne> {
  return enter(db, { login: await checkPassword(db, given, visit), isSelf: true }, visit)
}

/** Goes on with a sign-in that asked for force; the code is good for one use on the same device. */
export async function signInByCode(db: Database, code: string, visit: Visit): Promise<StepOne> {
  const ticket = await spendTicket<Continuation>(db, 'code', code, visit.deviceId)
  const login = ticket && (await loginById(db, ticket.detail.loginId))
  if (!login) throw new Failure('signIn', loginMessages.network)
  return enter(db, { login, isSelf: ticket.detail.isSelf }, visit)
}

async function checkPassword(db: Database, given: Credentials, { ip, deviceId }: Visit): Promise<Login> {
  const name = given.username.trim().toLowerCase()
  const login = await findLogin(db, name)
  const isKnown = login !== undefined && (await knowsDevice(db, login.id, deviceId))
  const pair = isKnown ? `${name} in ${deviceId}` : `${name} at ${ip}`
  if (!pairs.isOpen(pair)) throw locked()
  if (!isKnown) await assertMayTry(db, name, login, ip, given)
  const applicant = login ? undefined : await applicationOf(db, { username: name })
  // Counted before the password is looked at, so that many tries at once are no more than the allowed ones.
  pairs.fail(pair)
  const tries = isKnown ? 0 : await countStrange(db, name, login, ip)
  if (await passwordFits(login?.passwordHash ?? applicant?.passwordHash, given.password)) {
    pairs.forgive(pair)
    if (!isKnown) await forgiveStrange(db, name, login, ip)
    if (applicant) refuseApplicant(applicant)
    if (login) return login
  }
  const isNear = !isKnown && (tries >= captchaAfter || !wrongPasswords.isOpen(ip))
  throw new Failure('signIn', loginMessages.failed, isNear ? [askCaptcha] : undefined)
}

/** Refuses a browser that the account does not know while the account is locked, and asks it for the picture. */
async function assertMayTry(
  db: Database,
  name: string,
  login: Login | undefined,
  ip: string,
  given: Credentials,
): Promise<void> {
  if (login ? login.isLocked : !strangers.isOpen(name)) throw locked()
  const failures = login ? login.failedCount : strangers.count(name)
  if (failures >= captchaAfter || !wrongPasswords.isOpen(ip)) await assertCaptcha(db, given)
}

async function countStrange(db: Database, name: string, login: Login | undefined, ip: string): Promise<number> {
  wrongPasswords.fail(ip)
  const tries = login ? await countTry(db, login.id) : countStranger(name)
  if (tries === undefined) throw locked()
  return tries
}

async function forgiveStrange(db: Database, name: string, login: Login | undefined, ip: string): Promise<void> {
  wrongPasswords.forgive(ip)
  if (login) await forgiveTries(db, login.id)
  else strangers.forgive(name)
}

const locked = () => new Failure('tooMany', `密码错误次数过多，账号已锁定，请${lockMinutes}分钟后再试`)

function countStranger(name: string): number {
  strangers.fail(name)
  return strangers.count(name)
}

/** Refuses an address that has typed too many wrong codes. */
export function assertAddressOpen(ip: string): void {
  if (!addresses.isOpen(ip)) throw new Failure('tooMany', '登录失败次数过多，请稍后再试')
}
