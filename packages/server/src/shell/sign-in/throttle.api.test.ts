// Who tries passwords and codes is slowed down: by account, by address, by picture.
import { captcha, smsLogin } from '@chepu/contract/shell/sign-in'
import { pwdLogin } from '@chepu/contract/shell/session'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Phones } from '../../../test/phones'
import { openShop, type Shop } from '../../../test/shop'
import { newMember, tryPassword, typedCaptcha, Visitor } from '../../../test/visitor'
import { createApp } from '../../app/http'
import { noIntegrations } from '../../kernel/base/integrations'

let shop: Shop
let phones: Phones
beforeAll(async () => {
  phones = await Phones.start()
  shop = await openShop({ integrations: { ...noIntegrations, sms: phones.gateway } })
})
afterAll(async () => {
  await shop.close()
  await phones.stop()
})

const visitor = (address?: string) => new Visitor(shop.origin, address)
const member = () => newMember(shop)

describe('the captcha', () => {
  it('is asked for after three failures of an account, from whatever address, and the lock comes with the fifth', async () => {
    const { username } = await member()
    expect((await tryPassword(visitor(), username, 'wrong_1')).errors).toBeUndefined()
    expect((await tryPassword(visitor(), username, 'wrong_2')).errors).toBeUndefined()
    const third = await tryPassword(visitor(), username, 'wrong_3')
    expect(third).toMatchObject({
      code: 1,
      msg: '登录失败，用户名或密码错误',
      errors: [{ path: 'captcha', message: '请输入图形验证码' }],
    })
    // Even the right password gets nowhere without it, and does not count.
    expect(await tryPassword(visitor(), username, 'Secret_1')).toMatchObject({ code: 1, msg: '请输入图形验证码' })
    for (let i = 4; i <= 5; i += 1) expect((await withCaptcha(visitor(), username, `wrong_${i}`)).code).toBe(1)
    expect(await withCaptcha(visitor(), username, 'Secret_1')).toMatchObject({
      status: 429,
      msg: '密码错误次数过多，账号已锁定，请15分钟后再试',
    })
  })

  it('treats unknown names alike', async () => {
    for (let i = 0; i < 2; i += 1) await tryPassword(visitor(), 'ghost_user', `wrong_${i}`)
    expect((await tryPassword(visitor(), 'ghost_user', 'wrong_3')).errors?.[0]?.path).toBe('captcha')
    for (let i = 0; i < 2; i += 1) await withCaptcha(visitor(), 'ghost_user', `wrong_${i}`)
    expect((await withCaptcha(visitor(), 'ghost_user', 'Secret_1')).status).toBe(429)
  })

  it('is asked for after thirty failures of an address, but not where the account was used before', async () => {
    const address = '10.8.0.1'
    const { username } = await member()
    const desk = visitor(address)
    expect((await tryPassword(desk, username, 'Secret_1')).data.status).toBe(0)
    for (let i = 0; i < 29; i += 1) await tryPassword(visitor(address), `who_${i}`, 'wrong_1')
    const [second, third] = [await member(), await member()]
    expect((await tryPassword(visitor(address), second.username, 'Secret_1')).code).toBe(0)
    expect((await tryPassword(visitor(address), 'who_29', 'wrong_1')).errors?.[0]?.path).toBe('captcha')
    expect((await tryPassword(visitor(address), third.username, 'Secret_1')).msg).toBe('请输入图形验证码')
    expect((await withCaptcha(visitor(address), third.username, 'Secret_1')).data.status).toBe(0)
    expect((await tryPassword(desk, username, 'Secret_1')).data.status).toBe(0)
  })

  it('is good for one try, right or wrong, and two minutes', async () => {
    const { username } = await failedThrice()
    const typed = await typedCaptcha(shop.db, visitor())
    const right = { ...typed, captcha: typed.captcha.toLowerCase() }
    expect(await tryPassword(visitor(), username, 'wrong_1', right)).toMatchObject({
      msg: '登录失败，用户名或密码错误',
    })
    expect(await tryPassword(visitor(), username, 'Secret_1', right)).toMatchObject({
      code: 1,
      msg: '图形验证码错误或已过期，请重新输入',
    })
    const second = await typedCaptcha(shop.db, visitor())
    await tryPassword(visitor(), username, 'Secret_1', { captcha_id: second.captcha_id, captcha: 'AAAA' })
    expect((await tryPassword(visitor(), username, 'Secret_1', second)).code).toBe(1)
    const third = await typedCaptcha(shop.db, visitor())
    await shop.db.shared({
      text: `update shared.captcha set expires_at = now() where id = $1`,
      values: [third.captcha_id],
    })
    expect((await tryPassword(visitor(), username, 'Secret_1', third)).code).toBe(1)
    expect((await withCaptcha(visitor(), username, 'Secret_1')).code).toBe(0)
  })

  it('is a picture of points, without text, and differs each time', async () => {
    const [one, two] = [await visitor().ask(captcha), await visitor().ask(captcha)]
    const [, png = ''] = /^data:image\/png;base64,([\w+/=]+)$/.exec(one.data.image) ?? []
    const bytes = Buffer.from(png, 'base64')
    expect(bytes.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a')
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([120, 42])
    expect(one.data.image).not.toBe(two.data.image)
  })

  it('is made sixty times a minute for one address, since each is kept', async () => {
    const from = visitor()
    for (let i = 0; i < 60; i += 1) await from.ask(captcha)
    expect(await from.ask(captcha)).toMatchObject({ status: 429, msg: '操作过于频繁，请稍后再试' })
    expect((await visitor().ask(captcha)).code).toBe(0)
  })

  it('lets a name be tried no more often by many at once', async () => {
    const { username } = await member()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => tryPassword(visitor(), username, `wrong_${i}`)),
    )
    // Five passwords are looked at, the others find the account locked or miss the picture.
    const looked = answers.filter(({ msg }) => msg === '登录失败，用户名或密码错误')
    expect(looked.length).toBeLessThanOrEqual(5)
    expect(answers.every(({ code }) => code !== 0)).toBe(true)
    expect((await tryPassword(visitor(), username, 'Secret_1')).code).not.toBe(0)
  })
})

describe('a stranger who tries names', () => {
  it('shuts nobody out at a browser that the account knows; there five failures do, and there only', async () => {
    const { username } = await member()
    const [desk, counter] = [visitor(), visitor()]
    expect((await tryPassword(desk, username, 'Secret_1')).data.status).toBe(0)
    expect((await tryPassword(counter, username, 'Secret_1', { force: true })).data.status).toBe(0)
    for (let i = 0; i < 5; i += 1) await withCaptcha(visitor(), username, `wrong_${i}`)
    expect((await withCaptcha(visitor(), username, 'Secret_1')).status).toBe(429)
    for (let i = 0; i < 4; i += 1) expect((await tryPassword(desk, username, `wrong_${i}`)).errors).toBeUndefined()
    expect((await tryPassword(desk, username, 'Secret_1', { force: true })).data.status).toBe(0)
    // Who knows the password says nothing about who else tries: the account stays locked for others.
    expect((await withCaptcha(visitor(), username, 'Secret_1')).status).toBe(429)
    await tryPassword(desk, username, 'wrong_5')
    expect(await tryPassword(desk, username, 'Secret_1')).toMatchObject({
      status: 429,
      msg: '密码错误次数过多，账号已锁定，请15分钟后再试',
    })
    expect((await tryPassword(counter, username, 'Secret_1', { force: true })).data.status).toBe(0)
  })

  it('guesses fifty codes from one address, and shuts no password out there', async () => {
    const from = visitor()
    for (let i = 0; i < 50; i += 1) {
      await from.ask(smsLogin, { body: { mobile: `1371111${String(i).padStart(4, '0')}`, code: '123456' } })
    }
    const { username, mobile } = await member()
    expect(await from.ask(smsLogin, { body: { mobile, code: '123456' } })).toMatchObject({
      status: 429,
      msg: '登录失败次数过多，请稍后再试',
    })
    expect((await tryPassword(from, username, 'Secret_1')).code).toBe(0)
  })

  it('is not hidden by a made-up header of addresses', async () => {
    // The proxy appends the address it sees; what the client wrote before it is not believed.
    const address = '10.8.0.9'
    for (let i = 0; i < 30; i += 1) {
      await new Visitor(shop.origin, `1.2.3.${i}, ${address}`).ask(pwdLogin, {
        body: { username: `hidden_${i}`, password: 'wrong_1' },
      })
    }
    const { username } = await member()
    expect((await tryPassword(visitor(address), username, 'Secret_1')).msg).toBe('请输入图形验证码')
  })
})

describe('a proxy that nobody named', () => {
  it('is told of once in the log, since all visitors then share its limits', async () => {
    const lines: string[] = []
    const { log } = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } })
    const app = await createApp(shop.db, { logger: log })
    const from = (address: string) => app.http.inject({ url: '/nowhere', headers: { 'x-forwarded-for': address } })
    for (const address of ['10.1.1.1', '10.1.1.2']) await from(address)
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
    await app.http.close()
  })
})

async function failedThrice() {
  const person = await member()
  for (let i = 0; i < 3; i += 1) await tryPassword(visitor(), person.username, `wrong_${i}`)
  return person
}

async function withCaptcha(from: Visitor, username: string, password: string) {
  return tryPassword(from, username, password, await typedCaptcha(shop.db, from))
}
