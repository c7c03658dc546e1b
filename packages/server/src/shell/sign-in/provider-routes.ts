import {
  iamLogin,
  qyWxLogin,
  sendBindCode,
  startSignIn,
  thirdBind,
  wechatBind,
  wxLogin,
} from '@chepu/contract/shell/sign-in'
import type { Provider } from '@chepu/contract/kernel/providers'
import type { App } from '../../kernel/http/bind'
import { bindIdentity, bindingProvider, signInAt, startAt } from './by-provider'
import { sendToKnown } from './by-sms'
import { assertNotFlooding } from './throttle'
import { askedBy, cookieOf, visitOf } from './visit'

/** Holds the half of a state that only this browser knows; scripts cannot read it. */
const cookie = 'sign_in'

/** Signing in at WeChat, WeCom and the company's identity provider, and binding their identities (business/frame 7.3). */
export function bindProviders({ bindOpen, integrations }: App): void {
  bindOpen(startSignIn, async ({ db, body, request, reply }) => {
    assertNotFlooding(request.ip)
    const { url, holder } = await startAt(db, integrations, body.provider)
    const secure = integrations.publicUrl.startsWith('https:') ? '; Secure' : ''
    // Lax, since the provider sends the browser back by a link.
    reply.header('set-cookie', `${cookie}=${holder}; Path=/; HttpOnly; SameSite=Lax; Max-Age=600${secure}`)
    return { url }
  })
  const ways: [typeof wxLogin, Provider][] = [
    [wxLogin, 'wechat'],
    [qyWxLogin, 'wecom'],
    [iamLogin, 'iam'],
  ]
  for (const [route, provider] of ways) {
    bindOpen(route, ({ db, body, request }) => {
      const { force, ...given } = body
      return signInAt(
        db,
        integrations,
        { ...given, provider, holder: cookieOf(request, cookie) },
        visitOf(request, force),
      )
    })
  }
  bindOpen(sendBindCode, async ({ db, query, request }) => {
    await bindingProvider(db, query.ticket)
    await sendToKnown(db, 'bind', askedBy(request, query, integrations.sms), (err) => request.log.error({ err }, 'sms'))
    return {}
  })
  bindOpen(wechatBind, ({ db, body, request }) =>
    bindIdentity(db, body, (provider) => provider === 'wechat', visitOf(request, body.force)),
  )
  bindOpen(thirdBind, ({ db, body, request }) =>
    bindIdentity(db, body, (provider) => provider !== 'wechat', visitOf(request, body.force)),
  )
}
