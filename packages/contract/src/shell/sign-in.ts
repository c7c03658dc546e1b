import { z } from 'zod'
import { pageOf, pages, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { provider } from '../kernel/providers'
import { mobile, smsCode } from '../kernel/scalars'
import { force, stepOne } from './session'
import { signInPaths } from './sign-in-paths'

// The ways to sign in beside the password, and the codes they need. Wire names are those of business/frame 7.3.

const sent = z.object({})

/** Which ways this installation offers; the password is always one. */
export const signInWays = route({
  method: 'GET',
  path: signInPaths.ways,
  access: 'public',
  summary: '已开通的登录方式',
  data: z.object({ wechat: z.boolean(), wecom: z.boolean(), iam: z.boolean() }),
})

/** Begins a sign-in at a provider: the address to show in the QR frame or to go to. */
export const startSignIn = route({
  method: 'POST',
  path: signInPaths.start,
  access: 'public',
  summary: '开始第三方登录',
  body: z.object({ provider }),
  data: z.object({ url: z.string() }),
})

/** What was typed of a picture. */
const typedCaptcha = { captcha_id: z.string().max(64).default(''), captcha: z.string().trim().max(8).default('') }

/** A picture whose characters the user types where he is asked to; good for one try within two minutes. */
export const captcha = route({
  method: 'GET',
  path: signInPaths.captcha,
  access: 'public',
  summary: '图形验证码',
  /** The picture as a data URL. */
  data: z.object({ captcha_id: z.string(), image: z.string() }),
})

/**
 * The answer never tells whether somebody has this mobile. As before all codes for who is not signed in, a browser that
 * the mobile's login does not know is asked for the picture: a refusal that names the field `captcha` (ADR 0075).
 */
export const sendLoginCode = route({
  method: 'GET',
  path: signInPaths.sendCode,
  access: 'public',
  summary: '发送登录短信验证码',
  query: z.object({ mobile, ...typedCaptcha }),
  data: sent,
})

export const sendRegisterCode = route({
  method: 'GET',
  path: '/api-base-user/sms/register/sendMsg',
  access: 'public',
  summary: '发送注册短信验证码',
  query: z.object({ mobile, ...typedCaptcha }),
  data: sent,
})

/** The same silence as at sign-in; needs the ticket of an identity that waits to be bound. */
export const sendBindCode = route({
  method: 'GET',
  path: signInPaths.sendBindingCode,
  access: 'public',
  summary: '发送绑定短信验证码',
  query: z.object({ mobile, ticket: z.string().max(200), ...typedCaptcha }),
  data: sent,
})

/** To the own mobile of the signed-in user, for example to set a password that he has forgotten. */
export const sendOwnCode = route({
  method: 'POST',
  path: '/api/common/sms/send',
  access: 'signedIn',
  beforeOwnPassword: true,
  forPeople: true,
  repeats: true,
  summary: '向本人手机发送短信验证码',
  data: z.object({ mobile: z.string() }),
})

export const smsLogin = route({
  method: 'POST',
  path: signInPaths.sms,
  access: 'public',
  summary: '登录第一步：手机号和短信验证码',
  body: z.object({ mobile, code: smsCode, force }),
  data: stepOne,
})

/** Goes on after status 1 of any way, with the code that it answered. */
export const codeLogin = route({
  method: 'POST',
  path: signInPaths.code,
  access: 'public',
  summary: '凭一次性登录码继续登录',
  body: z.object({ code: z.string().max(200), force }),
  data: stepOne,
})

const authorised = z.object({
  code: z.string().min(1).max(2000),
  state: z.string().min(1).max(200),
  /** Issuer that the provider named in the address (RFC 9207). */
  iss: z.string().max(300).optional(),
  force,
})

export const wxLogin = route({
  method: 'POST',
  path: signInPaths.wechat,
  access: 'public',
  summary: '登录第一步：微信授权码',
  body: authorised,
  data: stepOne,
})

export const qyWxLogin = route({
  method: 'POST',
  path: signInPaths.wecom,
  access: 'public',
  summary: '登录第一步：企业微信授权码',
  body: authorised,
  data: stepOne,
})

export const iamLogin = route({
  method: 'POST',
  path: signInPaths.iam,
  access: 'public',
  summary: '登录第一步：企业身份系统（OpenID Connect）',
  body: authorised,
  data: stepOne,
})

const binding = z.object({ ticket: z.string().max(200), mobile, code: smsCode, force })

export const wechatBind = route({
  method: 'POST',
  path: signInPaths.bindWechat,
  access: 'public',
  summary: '把微信身份绑定到账号并登录',
  body: binding,
  data: stepOne,
})

export const thirdBind = route({
  method: 'POST',
  path: signInPaths.bind,
  access: 'public',
  summary: '把第三方身份绑定到账号并登录',
  body: binding,
  data: stepOne,
})

const outboxRow = z.object({ id: z.number(), mobile: z.string(), message: z.string(), createdAt: z.string() })
export type OutboxRow = z.output<typeof outboxRow>

const outboxFilters = z.object({ mobile: z.string().trim().max(11).optional() })

/** Messages that no gateway has sent, newest first. */
export const smsOutbox = route({
  method: 'GET',
  path: '/api/web/sms/outbox',
  access: 'platform',
  summary: '短信发件箱',
  query: outboxFilters.extend(pages.shape),
  data: pageOf(outboxRow).extend({ hasGateway: z.boolean() }),
})

export const smsOutboxTotals = route({
  method: 'GET',
  path: '/api/web/sms/outbox/totals',
  access: 'platform',
  summary: '短信发件箱合计',
  query: outboxFilters,
  data: totals,
})
