import { menuTree, pwdLogin, userLogin } from '@chepu/contract/shell/session'
import {
  codeLogin,
  iamLogin,
  qyWxLogin,
  sendBindCode,
  signInWays,
  startSignIn,
  thirdBind,
  wechatBind,
  wxLogin,
} from '@chepu/contract/shell/sign-in'
import type { Provider } from '@chepu/contract/kernel/providers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IdentityProviders, type Twist } from '../../../test/identity-providers'
import { Phones } from '../../../test/phones'
import { type AnyRoute, openShop, type Shop } from '../../../test/shop'
import { asksCode, Visitor } from '../../../test/visitor'
import { assignUser, createUser } from '../../access/provision'
import { createApp } from '../../app/http'
import { noIntegrations } from '../../kernel/base/integrations'

let shop: Shop
let providers: IdentityProviders
let phones: Phones
/** Has a code sent from a browser that types what the picture shows. */
const sends = <R extends AnyRoute>(from: Visitor, route: R, query: object) => asksCode(shop.db, from, route, query)

beforeAll(async () => {
  providers = await IdentityProviders.start()
  phones = await Phones.start()
  shop = await openShop({ integrations: { ...providers.integrations('http://chepu.example'), sms: phones.gateway } })
})
afterAll(async () => {
  await shop.close()
  await providers.stop()
  await phones.stop()
})

const logins = { wechat: wxLogin, wecom: qyWxLogin, iam: iamLogin } as const
const binds = { wechat: wechatBind, wecom: thirdBind, iam: thirdBind } as const
const every: Provider[] = ['wechat', 'wecom', 'iam']

let users = 0
async function member() {
  users += 1
  const person = { username: `outside_${users}`, mobile: `137000${String(users).padStart(5, '0')}` }
  const userId = await createUser(shop.db, shop.groupId, { ...person, realName: `员工${users}`, password: 'Secret_1' })
  await shop.db.tenant(shop.groupId, (tx) =>
    assignUser(tx, { userId, orgId: shop.orgId, roles: ['buyer'], isDefault: true }),
  )
  return { ...person, userId }
}
const visitor = () => new Visitor(shop.origin)

/** Goes to the provider and confirms there. */
async function confirmed(from: Visitor, provider: Provider, subject: string, twist?: Twist, minutes?: number) {
  const { data } = await from.ask(startSignIn, { body: { provider } })
  return providers.confirm(data.url, subject, twist, minutes)
}

/** A ticket of an identity that nobody has. */
async function ticketOf(from: Visitor, provider: Provider, subject: string): Promise<string> {
  const answer = await from.ask(logins[provider], { body: await confirmed(from, provider, subject) })
  expect(answer.data.status).toBe(3)
  return answer.data.bind_ticket as string
}

/** Binds by the code that the mobile was sent. */
async function bind(from: Visitor, provider: Provider, ticket: string, mobile: string) {
  expect((await sends(from, sendBindCode, { mobile, ticket })).code).toBe(0)
  return from.ask(binds[provider], { body: { ticket, mobile, code: await phones.code(mobile) } })
}

describe.each(every)('signing in at %s', (provider) => {
  it('asks to bind an unknown identity, binds it by SMS code, and knows it from then on', async () => {
    const { mobile, userId } = await member()
    const from = visitor()
    const ticket = await ticketOf(from, provider, `${provider}-1`)
    const bound = await bind(from, provider, ticket, mobile)
    expect(bound.data).toMatchObject({ status: 0, userid: userId, access_token: expect.any(String) })
    const again = await from.ask(logins[provider], { body: await confirmed(from, provider, `${provider}-1`) })
    expect(again.data).toMatchObject({ status: 0, userid: userId })
    expect((await from.ask(menuTree, { token: again.data.access_token as string })).code).toBe(0)
    const isSelf = async ({ data: { access_token = '' } }: typeof bound) =>
      (await from.ask(userLogin, { body: { access_token } })).data?.loginSelf
    expect([await isSelf(bound), await isSelf(again)]).toEqual([true, false])
    // The ticket was good for one binding.
    const other = await member()
    expect((await sends(from, sendBindCode, { mobile: other.mobile, ticket })).msg).toBe('绑定已超时，请重新登录')
  })

  it('refuses a code that is used, expired or made up', async () => {
    const from = visitor()
    await ticketOf(from, provider, `${provider}-2`)
    const used = await confirmed(from, provider, `${provider}-2`)
    expect((await from.ask(logins[provider], { body: used })).data.status).toBe(3)
    const next = await confirmed(from, provider, `${provider}-2`)
    expect((await from.ask(logins[provider], { body: { ...used, state: next.state } })).code).toBe(1)
    const late = await confirmed(from, provider, `${provider}-2`, {}, -1)
    expect((await from.ask(logins[provider], { body: late })).code).toBe(1)
    const { state } = await confirmed(from, provider, `${provider}-2`)
    expect((await from.ask(logins[provider], { body: { code: 'made-up', state } })).code).toBe(1)
  })

  it('refuses a state that is replayed, expired, made up, of another provider or of another browser', async () => {
    const [from, other] = [visitor(), visitor()]
    const first = await confirmed(from, provider, `${provider}-3`)
    expect((await from.ask(logins[provider], { body: first })).data.status).toBe(3)
    const refusal = { status: 400, code: 1, msg: '授权已失效，请重新登录' }
    expect(await from.ask(logins[provider], { body: first })).toMatchObject(refusal)
    // Somebody lets another browser finish what he has begun, so that it works in his name.
    const mine = await confirmed(from, provider, `${provider}-3`)
    expect(await other.ask(logins[provider], { body: mine })).toMatchObject(refusal)
    await other.ask(startSignIn, { body: { provider } })
    expect(await other.ask(logins[provider], { body: mine })).toMatchObject(refusal)
    const wrong = { ...(await confirmed(from, provider, `${provider}-3`)), state: `${provider}.made-up` }
    expect(await from.ask(logins[provider], { body: wrong })).toMatchObject(refusal)
    const elsewhere = every.find((each) => each !== provider) as Provider
    expect(await from.ask(logins[elsewhere], { body: await confirmed(from, provider, `${provider}-3`) })).toMatchObject(
      refusal,
    )
    const late = await confirmed(from, provider, `${provider}-3`)
    await shop.db.shared({ text: `update shared.sign_in_ticket set expires_at = now() where kind = 'state'` })
    expect(await from.ask(logins[provider], { body: late })).toMatchObject(refusal)
  })

  it('asks before it ends a session on another device', async () => {
    const { mobile, username } = await member()
    const from = visitor()
    await bind(from, provider, await ticketOf(from, provider, `${provider}-4`), mobile)
    const elsewhere = visitor()
    const asked = await elsewhere.ask(logins[provider], {
      body: await confirmed(elsewhere, provider, `${provider}-4`),
    })
    expect(asked.data).toMatchObject({ status: 1, message: expect.stringContaining('强制登录') })
    const body = { code: asked.data.login_code as string, force: true }
    expect((await elsewhere.ask(codeLogin, { body })).data.status).toBe(0)
    expect((await from.ask(pwdLogin, { body: { username, password: 'Secret_1' } })).data.status).toBe(1)
  })
})

describe('binding', () => {
  it('needs the ticket, the call of its provider and the right code', async () => {
    const { mobile } = await member()
    const from = visitor()
    const ticket = await ticketOf(from, 'wechat', 'wechat-9')
    expect((await sends(from, sendBindCode, { mobile, ticket: 'made-up' })).code).toBe(1)
    await sends(from, sendBindCode, { mobile, ticket })
    const code = await phones.code(mobile)
    expect((await from.ask(thirdBind, { body: { ticket, mobile, code } })).msg).toBe('绑定已超时，请重新登录')
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await from.ask(wechatBind, { body: { ticket, mobile, code: wrong } })).toMatchObject({
      code: 1,
      msg: '短信验证码错误或已过期',
    })
    expect((await from.ask(wechatBind, { body: { ticket, mobile, code } })).data.status).toBe(0)
  })

  it('sends no code without a gateway, whose reader could sign in as anybody', async () => {
    const silent = await openShop({ integrations: providers.integrations('http://chepu.example') })
    const from = new Visitor(silent.origin)
    const ticket = await ticketOf(from, 'wecom', 'wecom-8')
    expect(await from.ask(sendBindCode, { query: { mobile: '13900009999', ticket } })).toMatchObject({
      status: 400,
      msg: '未配置短信网关，请联系管理员',
    })
    expect(await silent.db.shared({ text: 'select 1 from shared.sms_code' })).toEqual([])
    await silent.close()
  })

  it('does not tell whether somebody has the mobile', async () => {
    const { mobile } = await member()
    const from = visitor()
    const ticket = await ticketOf(from, 'wecom', 'wecom-9')
    const known = await sends(from, sendBindCode, { mobile, ticket })
    const unknown = await sends(from, sendBindCode, { mobile: '13100000001', ticket })
    expect(known).toEqual(unknown)
  })

  it('does not take a code that was sent for signing in', async () => {
    const { mobile } = await member()
    const from = visitor()
    const ticket = await ticketOf(from, 'iam', 'iam-9')
    await sends(from, sendBindCode, { mobile, ticket })
    const code = await phones.code(mobile)
    await shop.db.shared({ text: `update shared.sms_code set purpose = 'login' where mobile = $1`, values: [mobile] })
    expect((await from.ask(thirdBind, { body: { ticket, mobile, code } })).code).toBe(1)
  })
})

describe('the identity provider of the company', () => {
  it.each<[string, Twist]>([
    ['another audience', { audience: 'another-client' }],
    ['another nonce', { nonce: 'another' }],
    ['another issuer', { issuer: 'https://evil.example' }],
    ['an expired token', { lifetime: -600 }],
    ['a signature by another key', { forged: true }],
  ])('is not believed with %s', async (_, twist) => {
    const from = visitor()
    const answer = await from.ask(iamLogin, { body: await confirmed(from, 'iam', 'iam-7', twist) })
    expect(answer).toMatchObject({ status: 400, code: 1, msg: '登录失败，请检查网络' })
  })

  it('is asked with PKCE, a nonce and our own redirect address', async () => {
    const { data } = await visitor().ask(startSignIn, { body: { provider: 'iam' } })
    const { searchParams: query } = new URL(data.url)
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: 'chepu',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://chepu.example/auth-redirect',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^iam\.[\w-]{43}$/),
    })
  })

  it('refuses another issuer in the address', async () => {
    const from = visitor()
    const given = { ...(await confirmed(from, 'iam', 'iam-8')), iss: 'https://evil.example' }
    expect((await from.ask(iamLogin, { body: given })).code).toBe(1)
  })
})

describe('what is not connected', () => {
  it('is not offered and cannot be begun', async () => {
    const alone = await openShop()
    const from = new Visitor(alone.origin)
    expect((await from.ask(signInWays)).data).toEqual({ wechat: false, wecom: false, iam: false })
    for (const provider of every) {
      expect((await from.ask(startSignIn, { body: { provider } })).msg).toBe('该登录方式未开通')
    }
    await alone.close()
  })

  it('may frame the QR pages of what is connected, and nothing else', async () => {
    const response = await fetch(`${shop.origin}${signInWays.path}`)
    expect(((await response.json()) as { data: object }).data).toEqual({ wechat: true, wecom: true, iam: true })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self' blob: ${providers.origin} ${providers.origin}`)
    expect(/connect-src ([^;]*)/.exec(policy)?.[1]).toBe(`'self'`)
  })

  it('may call the named gateways beside the own address, and their push sockets', async () => {
    const integrations = { ...noIntegrations, gateways: ['https://api.example.com', 'http://127.0.0.1:9'] }
    const app = await createApp(shop.db, { integrations })
    const { headers } = await app.http.inject({ url: '/api/nothing' })
    expect(/connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]).toBe(
      `'self' https://api.example.com wss://api.example.com http://127.0.0.1:9 ws://127.0.0.1:9`,
    )
    await app.http.close()
  })
})
