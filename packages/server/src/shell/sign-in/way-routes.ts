import {
  captcha,
  codeLogin,
  sendLoginCode,
  sendOwnCode,
  sendRegisterCode,
  signInWays,
  smsLogin,
  smsOutbox,
  smsOutboxTotals,
} from '@chepu/contract/shell/sign-in'
import { createUserInCentre } from '@chepu/contract/access/registration'
import type { App } from '../../kernel/http/bind'
import { sendToApplicant, sendToKnown, sendToOwner, signInBySms } from './by-sms'
import { makeCaptcha } from './captcha'
import { registerUser } from './register-user'
import { listOutbox, outboxTotals } from './outbox'
import { assertSendable } from './sms-sender'
import { signInByCode } from './sign-in'
import { assertNotFlooding } from './throttle'
import { askedBy, visitOf } from './visit'

/** The ways to sign in beside the password: SMS codes, and what they need (business/frame 7.3). */
export function bindWays({ bind, bindOpen, bindSession, integrations }: App): void {
  const gateway = integrations.sms
  bindOpen(signInWays, () => ({
    wechat: integrations.wechat !== null,
    wecom: integrations.wecom !== null,
    iam: integrations.iam !== null,
  }))
  bindOpen(captcha, ({ db, request }) => {
    assertNotFlooding(request.ip)
    return makeCaptcha(db)
  })
  bindOpen(sendLoginCode, async ({ db, query, request }) => {
    await sendToKnown(db, 'login', askedBy(request, query, gateway), (err) => request.log.error({ err }, 'sms'))
    return {}
  })
  bindOpen(smsLogin, ({ db, body, request }) => {
    assertSendable(gateway, 'login')
    return signInBySms(db, body, visitOf(request, body.force))
  })
  bindOpen(codeLogin, ({ db, body, request }) => signInByCode(db, body.code, visitOf(request, body.force)))
  bindSession(sendOwnCode, ({ db, session, request }) => sendToOwner(db, session.loginId, { ip: request.ip, gateway }))
  bindOpen(sendRegisterCode, async ({ db, query, request }) => {
    await sendToApplicant(db, askedBy(request, query, gateway))
    return {}
  })
  bindOpen(createUserInCentre, ({ db, body, request }) => registerUser(db, body, request.ip))
  bind(smsOutbox, async (tx, { query }) => ({ ...(await listOutbox(tx, query)), hasGateway: gateway !== null }))
  bind(smsOutboxTotals, (tx, { query }) => outboxTotals(tx, query))
}
