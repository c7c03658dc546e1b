import type { StepOne } from '@chepu/contract/shell/session'
import type { Database } from '../../kernel/db'
import { Failure, refuse } from '../../kernel/errors'
import type { SmsGateway } from '../../kernel/outside'
import { applicationOf, refuseApplicant } from './applicants'
import { enter, type Visit } from './enter'
import { type Login, loginById, loginByMobile } from './logins'
import { assertAddressOpen } from './sign-in'
import { codeFits, makeCode, type SmsPurpose, wrongCode } from './sms-code'
import { assertSendable, sendCode } from './sms-sender'
import { addresses } from './throttle'

/** Who asks for a code, and through what it is sent. */
export interface Asked {
  mobile: string
  ip: string
  gateway: SmsGateway | null
}

/**
 * Sends a code to a mobile that somebody signs in or binds with. One that nobody has gets none, at the same answer after
 * the same time: the sending is not waited for. `onFault` hears of a sending that failed.
 */
export async function sendToKnown(
  db: Database,
  purpose: 'login' | 'bind',
  { mobile, ip, gateway }: Asked,
  onFault: (error: unknown) => void,
): Promise<void> {
  assertSendable(gateway, purpose)
  const code = await makeCode(db, mobile, purpose, ip)
  const isKnown = (await loginByMobile(db, mobile)) ?? (await applicationOf(db, { mobile }))
  if (isKnown) void sendCode(db, gateway, { mobile, purpose, code }).catch(onFault)
}

/** Sends a code to whoever has the mobile. */
export async function sendToAnyone(
  db: Database,
  purpose: Exclude<SmsPurpose, 'login'>,
  { mobile, ip, gateway }: Asked,
): Promise<void> {
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
  await sendToAnyone(db, 'own', { ...asked, mobile })
  return { mobile: mobile.replace(/^(\d{3})\d{4}/, '$1****') }
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
