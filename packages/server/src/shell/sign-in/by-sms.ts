import type { StepOne } from '@chepu/contract/shell/session'
import type { Database } from '../../kernel/db/db'
import { Failure, refuse } from '../../kernel/base/errors'
import { maskOf } from '../../kernel/caller/mobile'
import type { SmsGateway } from '../../kernel/base/integrations'
import { applicationOf, refuseApplicant } from './applicants'
import { assertCaptcha, type TypedCaptcha } from './captcha'
import { enter, type Visit } from './enter'
import { knowsDevice, type Login, loginById, loginByMobile } from './logins'
import { assertAddressOpen } from './sign-in'
import { codeFits, makeCode, type SmsPurpose, wrongCode } from './sms-code'
import { assertSendable, sendCode } from './sms-sender'
import { addresses } from './throttle'

/** Who asks for a code, and through what it is sent. */
interface Asked {
  mobile: string
  ip: string
  gateway: SmsGateway | null
}

/** The same of somebody who is not signed in, with what he typed of a picture. */
export interface StrangerAsked extends Asked, TypedCaptcha {
  deviceId: string
}

/**
 * A browser that the mobile's login does not know types a picture's characters before a code is sent (ADR 0075): else anybody
 * could have strangers sent messages, and use up those that a mobile gets in a day.
 */
async function assertNearPhone(db: Database, { mobile, deviceId, ...typed }: StrangerAsked): Promise<void> {
  const login = await loginByMobile(db, mobile)
  // Asked for a mobile that nobody has, too: the time of the answer must not tell.
  if (!(await knowsDevice(db, login?.id ?? 0, deviceId))) await assertCaptcha(db, typed)
}

/**
 * Sends a code to a mobile that somebody signs in or binds with. One that nobody has gets none, at the same answer after
 * the same time: the sending is not waited for. `onFault` hears of a sending that failed.
 */
export async function sendToKnown(
  db: Database,
  purpose: 'login' | 'bind',
  asked: StrangerAsked,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { mobile, ip, gateway } = asked
  assertSendable(gateway, purpose)
  await assertNearPhone(db, asked)
  const code = await makeCode(db, mobile, purpose, ip)
  const isKnown = (await loginByMobile(db, mobile)) ?? (await applicationOf(db, { mobile }))
  if (isKnown) void sendCode(db, gateway, { mobile, purpose, code }).catch(onFault)
}

/** Sends a code to the mobile that somebody registers with, whoever has it. */
export async function sendToApplicant(db: Database, asked: StrangerAsked): Promise<void> {
  await assertNearPhone(db, asked)
  await send(db, 'register', asked)
}

async function send(db: Database, purpose: SmsPurpose, { mobile, ip, gateway }: Asked): Promise<void> {
  assertSendable(gateway, purpose)
  await sendCode(db, gateway, { mobile, purpose, code: await makeCode(db, mobile, purpose, ip) })
}

/** Sends a code to the signed-in user's own mobile; returns its last digits. */
export async function sendToOwner(
  db: Database,
  loginId: number,
  asked: Omit<Asked, 'mobile'>,
): Promise<{ mobile: string }> {
  const mobile = (await loginById(db, loginId))?.mobile
  if (!mobile) refuse('您的账号没有登记手机号，请联系管理员')
  await send(db, 'own', { ...asked, mobile })
  return { mobile: maskOf(mobile) }
}

/**
 * Step one by SMS code. The lock after wrong passwords does not hold here: who reads the code has the phone, and a
 * stranger must not be able to shut somebody out.
 */
export async function signInBySms(
  db: Database,
  given: { mobile: string; code: string },
  visit: Visit,
): Promise<StepOne> {
  return enter(db, { login: await loginOfCode(db, 'login', given, visit.ip), isSelf: true }, visit)
}

/** The login whose mobile the code was sent to. Wrong codes count towards the limit of the address. */
export async function loginOfCode(
  db: Database,
  purpose: 'login' | 'bind',
  { mobile, code }: { mobile: string; code: string },
  ip: string,
): Promise<Login> {
  assertAddressOpen(ip)
  if (await codeFits(db, { mobile, purpose, code })) {
    const login = await loginByMobile(db, mobile)
    if (login) return login
    const applicant = await applicationOf(db, { mobile })
    if (applicant) refuseApplicant(applicant)
  }
  addresses.fail(ip)
  throw new Failure('signIn', wrongCode, [{ path: 'code', message: wrongCode }])
}
