import { createUserInCentre } from '@chepu/contract/access/registration'
import {
  captcha,
  codeLogin,
  sendLoginCode,
  sendOwnCode,
  sendRegisterCode,
  smsLogin,
  smsOutbox,
} from '@chepu/contract/shell/sign-in'
import { menuTree } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Phones } from '../../../test/phones'
import { noIntegrations } from '../../kernel/base/integrations'
import { type AnyRoute, openShop, type Shop } from '../../../test/shop'
import { answerOf, asksCode, lastCode, newMember, tryPassword, Visitor } from '../../../test/visitor'

let shop: Shop
let phones: Phones
/** Has a code sent from a browser that types what the picture shows. */
const sends = <R extends AnyRoute>(from: Visitor, route: R, query: object) => asksCode(shop.db, from, route, query)

beforeAll(async () => {
  phones = await Phones.start()
  shop = await openShop({ integrations: { ...noIntegrations, sms: phones.gateway } })
})
afterAll(async () => {
  await shop.close()
  await phones.stop()
})

const visitor = () => new Visitor(shop.origin)
const member = () => newMember(shop)

/** What a fresh picture really shows. */
async function seen(from: Visitor) {
  const { captcha_id } = (await from.ask(captcha)).data
  return { captcha_id, captcha: await answerOf(shop.db, captcha_id) }
}

/** Lets time pass for the codes of a mobile. */
const later = (mobile: string, interval: string) =>
  shop.db.shared({
    text: `update shared.sms_code set sent_at = (sent_at at time zone 'UTC' - $2::interval) at time zone 'UTC',
        expires_at = (expires_at at time zone 'UTC' - $2::interval) at time zone 'UTC' where mobile = $1`,
    values: [mobile, interval],
  })

describe('signing in by SMS code', () => {
  it('takes the code that was sent, once', async () => {
    const { mobile, userId } = await member()
    const from = visitor()
    expect(await sends(from, sendLoginCode, { mobile })).toMatchObject({ code: 0, data: {} })
    const code = await phones.code(mobile)
    const answer = await from.ask(smsLogin, { body: { mobile, code } })
    expect(answer.data).toMatchObject({ status: 0, userid: userId, access_token: expect.any(String) })
    expect((await from.ask(menuTree, { token: answer.data.access_token as string })).code).toBe(0)
    expect(await from.ask(smsLogin, { body: { mobile, code } })).toMatchObject({
      code: 1,
      msg: '短信验证码错误或已过期',
      errors: [{ path: 'code' }],
    })
  })

  it('is used once, also by two at once', async () => {
    const { mobile } = await member()
    await sends(visitor(), sendLoginCode, { mobile })
    const code = await phones.code(mobile)
    const both = await Promise.all([visitor(), visitor()].map((from) => from.ask(smsLogin, { body: { mobile, code } })))
    expect(both.map((answer) => answer.code).toSorted()).toEqual([0, 1])
  })

  it('does not tell whether somebody has the mobile', async () => {
    const { mobile } = await member()
    const stranger = '13100000000'
    const [known, unknown] = [visitor(), visitor()]
    const sent = [
      await sends(known, sendLoginCode, { mobile }),
      await sends(unknown, sendLoginCode, { mobile: stranger }),
    ]
    expect(sent[0]).toEqual(sent[1])
    const again = [
      await sends(known, sendLoginCode, { mobile }),
      await sends(unknown, sendLoginCode, { mobile: stranger }),
    ]
    expect(again[0]).toMatchObject({ status: 429, msg: '发送过于频繁，请1分钟后再试' })
    expect(again[0]).toEqual(again[1])
    const tried = [
      await known.ask(smsLogin, { body: { mobile, code: '000000' } }),
      await unknown.ask(smsLogin, { body: { mobile: stranger, code: '000000' } }),
    ]
    expect(tried[0]).toEqual(tried[1])
    await phones.code(mobile)
    expect(phones.rang(stranger)).toBe(false)
  })

  it('ends with the fifth wrong try, also of many at once', async () => {
    const { mobile } = await member()
    await sends(visitor(), sendLoginCode, { mobile })
    const code = await phones.code(mobile)
    const wrong = (i: number) => String((Number.parseInt(code, 10) + i + 1) % 1_000_000).padStart(6, '0')
    await Promise.all(
      Array.from({ length: 5 }, (_, i) => visitor().ask(smsLogin, { body: { mobile, code: wrong(i) } })),
    )
    expect((await visitor().ask(smsLogin, { body: { mobile, code } })).code).toBe(1)
  })

  it('expires after five minutes, and a newer code ends the older one', async () => {
    const { mobile } = await member()
    await sends(visitor(), sendLoginCode, { mobile })
    const old = await phones.code(mobile)
    await later(mobile, '5 minutes 1 second')
    expect((await visitor().ask(smsLogin, { body: { mobile, code: old } })).code).toBe(1)
    await sends(visitor(), sendLoginCode, { mobile })
    const first = await phones.code(mobile)
    await later(mobile, '61 seconds')
    await sends(visitor(), sendLoginCode, { mobile })
    const second = await phones.code(mobile)
    if (first !== second) expect((await visitor().ask(smsLogin, { body: { mobile, code: first } })).code).toBe(1)
    expect((await visitor().ask(smsLogin, { body: { mobile, code: second } })).code).toBe(0)
  })

  it('is sent once a minute, ten times a day, and thirty times an hour to one address', async () => {
    const { mobile } = await member()
    const burst = await Promise.all(Array.from({ length: 5 }, () => sends(visitor(), sendLoginCode, { mobile })))
    expect(burst.filter((answer) => answer.code === 0)).toHaveLength(1)
    for (let i = 1; i < 10; i += 1) {
      await later(mobile, '61 seconds')
      expect((await sends(visitor(), sendLoginCode, { mobile })).code).toBe(0)
    }
    await later(mobile, '61 seconds')
    expect(await sends(visitor(), sendLoginCode, { mobile })).toMatchObject({
      status: 429,
      msg: '该手机号今日获取验证码次数已达上限，请明天再试',
    })
    expect((await sends(visitor(), sendRegisterCode, { mobile })).code).toBe(0)
    const applicant = visitor()
    for (let i = 0; i < 5; i += 1) await sends(applicant, sendRegisterCode, { mobile: `1381112${1000 + i}` })
    expect(await sends(applicant, sendRegisterCode, { mobile: '13811129999' })).toMatchObject({ status: 429 })
    expect((await sends(applicant, sendLoginCode, { mobile: '13811129999' })).code).toBe(0)
    const from = visitor()
    for (let i = 0; i < 30; i += 1) await sends(from, sendLoginCode, { mobile: `1381111${1000 + i}` })
    expect(await sends(from, sendLoginCode, { mobile: '13811119999' })).toMatchObject({
      status: 429,
      msg: '当前网络获取验证码次数过多，请稍后再试',
    })
  })

  it('asks for the picture, for every purpose alike, unless the browser has signed in to the login of that mobile', async () => {
    const { username, mobile } = await member()
    const stranger = '13500000001'
    const missing = {
      status: 400,
      code: 1,
      msg: '请输入图形验证码',
      errors: [{ path: 'captcha', message: '请输入图形验证码' }],
    }
    for (const route of [sendLoginCode, sendRegisterCode])
      for (const to of [mobile, stranger])
        expect(await visitor().ask(route, { query: { mobile: to } })).toMatchObject(missing)
    const from = visitor()
    const right = await seen(from)
    const wrong = { captcha_id: right.captcha_id, captcha: right.captcha === 'AAAA' ? 'CCCC' : 'AAAA' }
    for (const typed of [wrong, right])
      expect(await from.ask(sendRegisterCode, { query: { mobile: stranger, ...typed } })).toMatchObject({
        code: 1,
        errors: [{ path: 'captcha', message: '图形验证码错误或已过期，请重新输入' }],
      })
    expect(phones.rang(stranger)).toBe(false)
    const fresh = await seen(from)
    expect((await from.ask(sendRegisterCode, { query: { mobile: stranger, ...fresh } })).code).toBe(0)
    await phones.code(stranger)
    const second = { mobile: '13500000002', ...fresh }
    expect((await from.ask(sendRegisterCode, { query: second })).errors?.[0]?.path).toBe('captcha')

    const own = visitor()
    expect((await tryPassword(own, username, 'Secret_1')).data.status).toBe(0)
    expect((await own.ask(sendLoginCode, { query: { mobile } })).code).toBe(0)
    await phones.code(mobile)
    // The browser knows its own mobile only.
    expect(await own.ask(sendLoginCode, { query: { mobile: (await member()).mobile } })).toMatchObject(missing)
  })

  it('names the faulty field', async () => {
    expect((await visitor().ask(smsLogin, { body: { mobile: '123', code: '1' } })).errors).toEqual([
      { path: 'mobile', message: '请输入正确的手机号' },
      { path: 'code', message: '请输入6位短信验证码' },
    ])
    expect((await sends(visitor(), sendLoginCode, { mobile: '' })).status).toBe(400)
  })

  it('asks before it ends a session on another device, and goes on with the answered code, once, there', async () => {
    const { username, mobile } = await member()
    const first = await tryPassword(visitor(), username, 'Secret_1')
    const from = visitor()
    await sends(from, sendLoginCode, { mobile })
    const asked = await from.ask(smsLogin, {
      body: { mobile, code: await phones.code(mobile) },
    })
    expect(asked.data).toMatchObject({ status: 1, message: expect.stringContaining('强制登录') })
    const code = asked.data.login_code as string
    expect(await visitor().ask(codeLogin, { body: { code, force: true } })).toMatchObject({
      status: 400,
      code: 1,
      msg: '登录失败，请检查网络',
    })
    const forced = await from.ask(codeLogin, { body: { code, force: true } })
    expect(forced.data.status).toBe(0)
    expect((await from.ask(codeLogin, { body: { code, force: true } })).code).toBe(1)
    expect((await from.ask(menuTree, { token: first.data.access_token as string })).status).toBe(521)
  })

  it('refuses a disabled user and lets one in whose password is locked', async () => {
    const { username, mobile } = await member()
    await shop.db.shared({
      text: `update shared.login set locked_until = now() + interval '15 minutes' where username = $1`,
      values: [username],
    })
    await sends(visitor(), sendLoginCode, { mobile })
    const code = await phones.code(mobile)
    expect((await visitor().ask(smsLogin, { body: { mobile, code } })).code).toBe(0)
    await shop.db.shared({ text: 'update shared.login set is_active = false where username = $1', values: [username] })
    await later(mobile, '61 seconds')
    await sends(visitor(), sendLoginCode, { mobile })
    const next = await phones.code(mobile)
    expect(await visitor().ask(smsLogin, { body: { mobile, code: next } })).toMatchObject({
      code: 1,
      msg: '账号已停用，请联系管理员',
    })
  })
})

describe('without a gateway', () => {
  let silent: Shop
  beforeAll(async () => {
    silent = await openShop()
  })
  afterAll(() => silent.close())

  it('nobody signs in or changes a password by a code, which the keeper of the platform could read', async () => {
    const from = new Visitor(silent.origin)
    const refused = { status: 400, msg: '未配置短信网关，请联系管理员' }
    const mobile = '13900009999'
    expect(await asksCode(silent.db, from, sendLoginCode, { mobile })).toMatchObject(refused)
    expect(await from.ask(smsLogin, { body: { mobile, code: '123456' } })).toMatchObject(refused)
    const { token } = await silent.signIn('buyer')
    await silent.db.shared({ text: 'update shared.login set mobile = $1 where mobile is null', values: [mobile] })
    expect(await from.ask(sendOwnCode, { token, body: {} })).toMatchObject(refused)
    expect(await silent.db.shared({ text: 'select 1 from shared.sms_outbox' })).toEqual([])
  })

  it('the keeper of the platform alone reads codes of registrations, until they are used or over', async () => {
    const [one, two] = ['13900001111', '13900002222']
    const from = new Visitor(silent.origin)
    await asksCode(silent.db, from, sendRegisterCode, { mobile: one })
    const keeper = await silent.signIn('admin')
    expect((await keeper.ask(smsOutbox)).status).toBe(403)
    await silent.db.shared({ text: 'update shared.login set is_platform = true, access_version = access_version + 1' })
    const read = async (mobile: string) => (await keeper.call(smsOutbox, { query: { mobile } })).rows[0]?.message
    expect(await read(one)).toMatch(/^【车铺】您的企业注册验证码是\d{6}，5分钟内有效，请勿告诉他人。$/)
    const code = await lastCode(silent.db, one)
    await from.ask(createUserInCentre, { body: { mobile: one, code, username: 'outbox_1', password: 'Secret_1' } })
    const masked = '【车铺】您的企业注册验证码是******，5分钟内有效，请勿告诉他人。'
    expect(await read(one)).toBe(masked)
    await asksCode(silent.db, from, sendRegisterCode, { mobile: two })
    await silent.db.shared({ text: `update shared.sms_outbox set created_at = now() - interval '6 minutes'` })
    expect(await read(two)).toBe(masked)
    expect(await silent.db.shared({ text: `select 1 from shared.sms_outbox where message ~ '\\d{6}'` })).toEqual([])
  })
})
