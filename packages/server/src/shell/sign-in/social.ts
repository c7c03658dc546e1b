import type { SocialApp } from '../../kernel/base/integrations'
import { Failure } from '../../kernel/base/errors'

/** Somebody as an outside provider knows him. */
export interface Identity {
  /** His lasting id there. */
  subject: string
}

const timeoutMs = 10_000

/** The WeChat QR page for a frame of 300 by 400; after the scan it sends the whole page to `backTo` with code and state. */
export function wechatPage({ appId, openUrl }: SocialApp, backTo: string, state: string): string {
  const query = new URLSearchParams({
    appid: appId,
    scope: 'snsapi_login',
    redirect_uri: backTo,
    state,
    login_type: 'jssdk',
    self_redirect: 'false',
  })
  return `${openUrl}/connect/qrconnect?${query}`
}

/** The same of WeCom. */
export function wecomPage({ appId, agentId, openUrl }: SocialApp, backTo: string, state: string): string {
  const query = new URLSearchParams({
    appid: appId,
    agentid: agentId,
    redirect_uri: backTo,
    state,
    login_type: 'jssdk',
  })
  return `${openUrl}/wwopen/sso/qrConnect?${query}`
}

/** Exchanges a WeChat code; the union id is the same in all applications of one operator. */
export async function wechatIdentity({ appId, secret, apiUrl }: SocialApp, code: string): Promise<Identity> {
  const answer = await ask(`${apiUrl}/sns/oauth2/access_token`, {
    appid: appId,
    secret,
    code,
    grant_type: 'authorization_code',
  })
  return { subject: idOf(answer, 'unionid', 'openid') }
}

/** Exchanges a WeCom code for the member's id, with the application's own token. */
export async function wecomIdentity(app: SocialApp, code: string): Promise<Identity> {
  const answer = await ask(`${app.apiUrl}/cgi-bin/auth/getuserinfo`, { access_token: await wecomToken(app), code })
  return { subject: idOf(answer, 'userid', 'openid') }
}

const wecomTokens = new Map<string, { token: string; until: number }>()

/** The provider limits how often a token may be asked for, so one is used until shortly before it ends. */
async function wecomToken({ appId, agentId, secret, apiUrl }: SocialApp): Promise<string> {
  const key = `${apiUrl} ${appId} ${agentId}`
  const known = wecomTokens.get(key)
  if (known && known.until > Date.now()) return known.token
  const answer = await ask(`${apiUrl}/cgi-bin/gettoken`, { corpid: appId, corpsecret: secret })
  const token = idOf(answer, 'access_token')
  const seconds = typeof answer.expires_in === 'number' ? answer.expires_in : 0
  wecomTokens.set(key, { token, until: Date.now() + (seconds - 300) * 1000 })
  return token
}

type Answer = Record<string, unknown>

/** GET of JSON. Both providers answer 200 with an `errcode` other than 0 when they refuse. */
async function ask(url: string, query: Record<string, string>): Promise<Answer> {
  const response = await fetch(`${url}?${new URLSearchParams(query)}`, {
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch(() => undefined)
  if (!response?.ok) throw new Failure('signIn', '登录服务暂时连接不上，请稍后再试')
  const answer: unknown = await response.json().catch(() => undefined)
  if (typeof answer !== 'object' || answer === null) throw new Failure('signIn', '登录服务暂时连接不上，请稍后再试')
  const { errcode = 0 } = answer as Answer
  if (errcode !== 0) throw new Failure('signIn', '授权已失效，请重新扫码')
  return answer as Answer
}

/** The first of the named fields that is filled. */
function idOf(answer: Answer, ...names: string[]): string {
  const found = names.map((name) => answer[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof found !== 'string') throw new Failure('signIn', '授权已失效，请重新扫码')
  return found
}
