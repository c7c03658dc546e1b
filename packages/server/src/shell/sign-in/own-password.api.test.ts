import { createUserInCentre } from '@chepu/contract/access/registration'
import { sendOwnCode, sendRegisterCode } from '@chepu/contract/shell/sign-in'
import { changePassword, menuTree, passwordInfo } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Phones } from '../../../test/phones'
import { noIntegrations } from '../../kernel/base/integrations'
import { type AnyRoute, openShop, type Shop } from '../../../test/shop'
import { asksCode, newMember, tryPassword, Visitor } from '../../../test/visitor'

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

describe('changing the password', () => {
  const tokenOf = async (from: Visitor, username: string) =>
    (await tryPassword(from, username, 'Secret_1')).data.access_token as string

  it('ends the other sessions and leaves this one', async () => {
    const { username } = await member()
    const desk = visitor()
    const [here, there] = [await tokenOf(desk, username), await tokenOf(desk, username)]
    const body = { old_password: 'Secret_1', new_password: 'Changed_2', confirm: 'Changed_2' }
    expect((await desk.ask(changePassword, { token: here, body })).code).toBe(0)
    expect((await desk.ask(menuTree, { token: here })).status).toBe(200)
    const ended = await desk.ask(menuTree, { token: there })
    expect(ended).toMatchObject({ status: 521, msg: '密码已修改，请重新登录' })
    expect((await tryPassword(desk, username, 'Secret_1')).code).toBe(1)
    expect((await tryPassword(desk, username, 'Changed_2')).code).toBe(0)
  })

  it('names the faulty field', async () => {
    const desk = visitor()
    const token = await tokenOf(desk, (await member()).username)
    const change = (old: string, fresh: string, confirm = fresh) =>
      desk.ask(changePassword, { token, body: { old_password: old, new_password: fresh, confirm } })
    expect((await change('wrong_1', 'Changed_2')).errors).toEqual([{ path: 'old_password', message: '旧密码不正确' }])
    expect((await change('Secret_1', 'abc')).errors?.[0]).toEqual({
      path: 'new_password',
      message: '应为6-20位字母、数字或下划线',
    })
    expect((await change('Secret_1', 'Changed_2', 'Changed_3')).errors?.[0]?.path).toBe('confirm')
    expect((await change('Secret_1', 'Secret_1')).errors?.[0]?.path).toBe('new_password')
  })

  it('shows who is about to change it', async () => {
    const desk = visitor()
    const { username } = await member()
    const { data } = await desk.ask(passwordInfo, { token: await tokenOf(desk, username) })
    expect(data).toMatchObject({ user: { username }, emp: null, org: { orgid: shop.orgId } })
  })
})

describe('the own password', () => {
  it('is changed by a code to the own mobile', async () => {
    const { username, mobile } = await member()
    const { data } = await tryPassword(visitor(), username, 'Secret_1')
    const token = data.access_token as string
    const shown = `${mobile.slice(0, 3)}****${mobile.slice(7)}`
    expect((await visitor().ask(sendOwnCode, { token, body: {} })).data).toEqual({ mobile: shown })
    const code = await phones.code(mobile)
    const change = (given: string) =>
      visitor().ask(changePassword, { token, body: { code: given, new_password: 'Changed_3', confirm: 'Changed_3' } })
    expect((await change(code === '000000' ? '000001' : '000000')).errors).toEqual([
      { path: 'code', message: '短信验证码错误或已过期' },
    ])
    expect((await change(code)).code).toBe(0)
    expect((await tryPassword(visitor(), username, 'Changed_3', { force: true })).data.status).toBe(0)
    const neither = { new_password: 'Changed_4', confirm: 'Changed_4' }
    expect((await visitor().ask(changePassword, { token, body: neither })).status).not.toBe(200)
  })
})

describe('a new password', () => {
  it('is none of those that everybody tries first', async () => {
    const { username, mobile } = await member()
    const { data } = await tryPassword(visitor(), username, 'Secret_1')
    const token = data.access_token as string
    const change = (fresh: string) =>
      visitor().ask(changePassword, { token, body: { old_password: 'Secret_1', new_password: fresh, confirm: fresh } })
    const common = { status: 400, errors: [{ path: 'new_password', message: '密码过于常见，容易被猜中，请换一个' }] }
    for (const fresh of [
      '111111',
      '123456',
      'abc123',
      '654321',
      'abcdef',
      '121212',
      'Password1',
      'a123456789',
      'woaini1314',
    ])
      expect(await change(fresh), fresh).toMatchObject(common)
    for (const fresh of [username, `${username}1`, mobile]) expect(await change(fresh), fresh).toMatchObject(common)
    expect((await change('Quiet_Lake7')).code).toBe(0)
    const applicant = '13900008888'
    await sends(visitor(), sendRegisterCode, { mobile: applicant })
    const body = { mobile: applicant, code: await phones.code(applicant), username: 'new_boss', password: '888888' }
    expect((await visitor().ask(createUserInCentre, { body })).errors).toEqual([
      { path: 'password', message: '密码过于常见，容易被猜中，请换一个' },
    ])
  })
})
