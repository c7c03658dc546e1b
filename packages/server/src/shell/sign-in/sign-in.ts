import { loginMessages } from '@chepu/contract/shell/constants'
import type { StepOne } from '@chepu/contract/shell/session'
import type { Database } from '../../kernel/db'
import { Failure } from '../../kernel/errors'
import { captchaFits } from './captcha'
import { type Continuation, enter, type Visit } from './enter'
import { countTry, findLogin, forgiveTries, lockMinutes, type Login, loginById } from './logins'
import { passwordFits } from './passwords'
import { applicationOf, refuseApplicant } from './applicants'
import { addresses, strangers } from './throttle'
import { spendTicket } from './tickets'

/** After so many failures of an account or an address the picture's characters are asked for. */
const captchaAfter = 3

export interface Credentials {
  username: string
  password: string
  captchaId: string
  captcha: string
}

/**
 * Step one by password. Wrong pairs are refused with code 1, locked accounts and addresses with 429; who has failed
 * three times types a picture's characters besides.
 */
export async function signInByPassword(db: Database, given: Credentials, visit: Visit): Promise<StepOne> {
  return enter(db, { login: await checkPassword(db, given, visit.ip), isSelf: true }, visit)
}

/** Goes on with a sign-in that asked for force; the code is good for one use on the same device. */
export async function signInByCode(db: Database, code: string, visit: Visit): Promise<StepOne> {
  const ticket = await spendTicket<Continuation>(db, 'code', code, visit.deviceId)
  const login = ticket && (await loginById(db, ticket.detail.loginId))
  if (!login) throw new Failure('signIn', loginMessages.network)
  return enter(db, { login, isSelf: ticket.detail.isSelf }, visit)
}

async function checkPassword(db: Database, given: Credentials, ip: string): Promise<Login> {
  const name = given.username.trim().toLowerCase()
  assertAddressOpen(ip)
  const login = await findLogin(db, name)
  if (login ? login.isLocked : !strangers.isOpen(name)) throw locked()
  const failures = Math.max(login ? login.failedCount : strangers.count(name), addresses.count(ip))
  if (failures >= captchaAfter) await checkCaptcha(db, given)
  const applicant = login ? undefined : await applicationOf(db, { username: name })
  addresses.fail(ip)
  const tries = login ? await countTry(db, login.id) : countStranger(name)
  if (tries === undefined) throw locked()
  if (await passwordFits(login?.passwordHash ?? applicant?.passwordHash, given.password)) {
    addresses.forgive(ip)
    if (!login) strangers.forgive(name)
    if (applicant) refuseApplicant(applicant)
    if (login) {
      await forgiveTries(db, login.id)
      return login
    }
  }
  const isNear = Math.max(tries, addresses.count(ip)) >= captchaAfter
  throw new Failure('signIn', loginMessages.failed, isNear ? [askCaptcha] : undefined)
}

const locked = () => new Failure('tooMany', `密码错误次数过多，账号已锁定，请${lockMinutes}分钟后再试`)

function countStranger(name: string): number {
  strangers.fail(name)
  return strangers.count(name)
}

/** Refuses an address that has failed too often, whatever it tries. */
export function assertAddressOpen(ip: string): void {
  if (!addresses.isOpen(ip)) throw new Failure('tooMany', '登录失败次数过多，请稍后再试')
}

const askCaptcha = { path: 'captcha', message: '请输入图形验证码' }

async function checkCaptcha(db: Database, { captchaId, captcha }: Credentials): Promise<void> {
  if (captcha === '') throw new Failure('signIn', askCaptcha.message, [askCaptcha])
  if (await captchaFits(db, captchaId, captcha)) return
  const wrong = { path: 'captcha', message: '图形验证码错误或已过期，请重新输入' }
  throw new Failure('signIn', wrong.message, [wrong])
}
