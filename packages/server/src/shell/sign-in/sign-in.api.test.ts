// The life of a session, from the password to its end.
import type { UserInfo } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../../test/shop'
import { openBranch } from '../../../test/people'
import { newMember } from '../../../test/visitor'

interface Sent {
  token?: string
  cookie?: string
  ip?: string
  agent?: string
  body?: unknown
}
interface Got<Data = Record<string, unknown>> {
  status: number
  code: number
  msg: string
  data: Data
  errors?: { path: string; message: string }[]
}

let lastAddress = 0
function freshAddress(): string {
  lastAddress += 1
  return `10.1.${lastAddress >> 8}.${lastAddress & 255}`
}

let shop: Shop
let secondOrg: number

beforeAll(async () => {
  shop = await openShop()
  secondOrg = (await openBranch(shop, '02', '测试维修店')).orgId
})
afterAll(() => shop.close())

async function send<Data = Record<string, unknown>>(method: string, path: string, sent: Sent = {}): Promise<Got<Data>> {
  const response = await fetch(shop.origin + path, {
    method,
    headers: {
      ...(sent.token && { authorization: `Bearer ${sent.token}`, token: sent.token, version: '2.0' }),
      // Every call comes from an address of its own, so that the failures of one test do not weigh on the next.
      'x-forwarded-for': sent.ip ?? freshAddress(),
      ...(sent.cookie && { cookie: `did=${sent.cookie}` }),
      ...(sent.agent && { 'user-agent': sent.agent }),
      ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  })
  return { status: response.status, ...((await response.json()) as Omit<Got<Data>, 'status'>) }
}

const stepOne = (
  username: string,
  password: string,
  more: { force?: boolean; cookie?: string; agent?: string; ip?: string } = {},
) =>
  send<{ status: number; access_token?: string; realname?: string; userid?: number; message?: string }>(
    'POST',
    '/api-base-user/identity/web/pwd-login',
    {
      body: { username, password, client_id: 'chepu-web', client_secret: 'chepu-web', force: more.force ?? false },
      ...more,
      cookie: more.cookie ?? 'desk-1',
    },
  )
const stepTwo = (token: string) =>
  send<UserInfo>('POST', '/api-main/api/web/user/login', { body: { access_token: token } })

/** Signs in and returns the token. */
async function signedIn(username: string, cookie = 'desk-1'): Promise<string> {
  const { data } = await stepOne(username, 'Secret_1', { cookie })
  return data.access_token as string
}

const newUser = async (...orgIds: number[]) =>
  (
    await newMember(
      shop,
      orgIds.map((id) => ({ id, isDefault: orgIds.length === 1 })),
    )
  ).username
const member = () => newUser(shop.orgId)

describe('signing in', () => {
  it('takes a trimmed user name in any case and answers token, real name and id, then the user info', async () => {
    const { username, realName } = await newMember(shop)
    const { data, code } = await stepOne(`  ${username.toUpperCase()} `, 'Secret_1')
    expect(code).toBe(0)
    expect(data).toMatchObject({ status: 0, realname: realName, userid: expect.any(Number) })
    const info = await stepTwo(data.access_token as string)
    expect(info.data).toMatchObject({
      token: data.access_token,
      name: realName,
      orgid: shop.orgId,
      orgname: '测试配件店',
      forgid: shop.groupId,
      roles: ['buyer'],
      loginSelf: true,
      orgList: [{ orgid: shop.orgId, is_default: 1 }],
      orgInfo: { code: '01', taxpayer_kind: 'small', config: { backdateDays: 300 } },
      user: { username, must_change_password: false },
    })
  })

  it('refuses a wrong password and an unknown name with the same words and code 1', async () => {
    const username = await member()
    const refusal = { status: 400, code: 1, msg: '登录失败，用户名或密码错误' }
    expect(await stepOne(username, 'wrong_1')).toMatchObject(refusal)
    expect(await stepOne('nobody_here', 'wrong_1')).toMatchObject(refusal)
  })

  it('counts failures that arrive at once', async () => {
    const username = await member()
    await Promise.all([1, 2, 3, 4, 5].map((i) => stepOne(username, `wrong_${i}`)))
    const [row] = await shop.db.shared<{ tries: number; isLocked: boolean }>({
      text: `select failed_count as tries, locked_until > now() as is_locked from shared.login where username = $1`,
      values: [username],
    })
    expect(row?.isLocked === true || (row?.tries ?? 0) >= 3).toBe(true)
    expect((await stepOne(username, 'Secret_1')).code).not.toBe(0)
  })

  it('refuses a disabled user', async () => {
    const username = await member()
    await shop.db.shared({ text: 'update shared.login set is_active = false where username = $1', values: [username] })
    expect(await stepOne(username, 'Secret_1')).toMatchObject({ code: 1, msg: '账号已停用，请联系管理员' })
  })

  it('refuses a user without an organisation', async () => {
    expect(await stepOne(await newUser(), 'Secret_1')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('尚未分配企业'),
    })
  })
})

describe('a session on another device', () => {
  it('is asked about first; force ends it with code 521', async () => {
    const username = await member()
    const first = await signedIn(username, 'desk-1')
    const asked = await stepOne(username, 'Secret_1', { cookie: 'desk-2' })
    expect(asked.data).toEqual({
      status: 1,
      message: expect.stringContaining('强制登录'),
      login_code: expect.any(String),
    })
    expect((await send('GET', '/api/web/menu/tree', { token: first })).status).toBe(200)
    const forced = await stepOne(username, 'Secret_1', { cookie: 'desk-2', force: true })
    expect(forced.data.status).toBe(0)
    const ended = await send('GET', '/api/web/menu/tree', { token: first })
    expect(ended).toMatchObject({ status: 521, code: 521, msg: '您的账号已在其他设备登录，本机已退出' })
  })

  it('is not another tab of the same browser', async () => {
    const username = await member()
    const first = await signedIn(username)
    const second = await signedIn(username)
    expect(second).not.toBe(first)
    for (const token of [first, second]) expect((await send('GET', '/api/web/menu/tree', { token })).status).toBe(200)
  })
})

describe('the organisation', () => {
  it('must be chosen when it is not clear, and nothing else works before', async () => {
    const username = await newUser(shop.orgId, secondOrg)
    const { data } = await stepOne(username, 'Secret_1')
    expect(data.status).toBe(2)
    const token = data.access_token as string
    expect(await stepTwo(token)).toMatchObject({ status: 403, msg: '请选择组织信息！' })
    expect((await send('GET', '/api/web/menu/tree', { token })).status).toBe(403)
    const choices = await send('GET', '/api/web/user/choose_org', { token })
    expect(choices.data).toMatchObject({ orgid: null, orgList: [{ orgname: '测试配件店' }, { orgname: '测试维修店' }] })
    const body = { orgid: secondOrg, default_orgid: 1 }
    expect((await send('POST', '/api/web/user/choose_org', { token, body })).code).toBe(0)
    expect((await stepTwo(token)).data).toMatchObject({ orgid: secondOrg, orgname: '测试维修店' })
    expect((await stepOne(username, 'Secret_1')).data.status).toBe(0)
  })

  it('can be changed to another one of the user only', async () => {
    const token = await signedIn(await member())
    const refused = await send('POST', '/api/web/user/choose_org', { token, body: { orgid: secondOrg } })
    expect(refused).toMatchObject({ status: 400, msg: '您不属于该企业，或该企业已停用' })
    expect((await stepTwo(token)).data.orgid).toBe(shop.orgId)
  })
})

describe('a token', () => {
  it('is refused with 401 when unknown, expired or absent', async () => {
    const expired = await signedIn(await member())
    await shop.db.shared({
      text: `update shared.session set expires_at = now() - interval '1 second' where login_id =
      (select max(id) from shared.login)`,
    })
    for (const token of [expired, 'made-up']) {
      const answer = await send('GET', '/api/web/menu/tree', { token })
      expect(answer).toMatchObject({ status: 401, code: 401, msg: '身份已失效，请重新登录！' })
    }
    expect((await send('GET', '/api/web/menu/tree')).status).toBe(401)
    expect((await send('POST', '/api/web/user/login', { body: {} })).status).toBe(401)
  })

  it('is worth nothing after signing out', async () => {
    const token = await signedIn(await member())
    expect(await send('POST', '/api/web/user/login', { token, body: { next: 'exit' } })).toMatchObject({
      code: 0,
      data: null,
    })
    expect((await send('GET', '/api/web/menu/tree', { token })).status).toBe(401)
    expect((await send('POST', '/api/web/user/login?next=exit', { token, body: {} })).code).toBe(0)
    expect((await send('POST', '/api/web/user/login?next=exit')).code).toBe(0)
  })

  it('is worth nothing after signing out with any body or none', async () => {
    const path = `${shop.origin}/api/web/user/login?next=exit`
    const type = 'application/json'
    const bodies: [string | undefined, string | undefined][] = [
      [undefined, undefined],
      [type, undefined],
      [type, '{'],
      [type, '[1]'],
      [type, '{"next":"stay","access_token":5}'],
      ['application/x-www-form-urlencoded', 'next=exit'],
      ['text/plain', 'exit'],
    ]
    for (const [contentType, body] of bodies) {
      const token = await signedIn(await member())
      const headers = { token, ...(contentType && { 'content-type': contentType }) }
      const answer = await fetch(path, { method: 'POST', headers, ...(body !== undefined && { body }) })
      expect([answer.status, await answer.json()]).toEqual([200, { code: 0, msg: 'ok', data: null }])
      expect((await send('GET', '/api/web/menu/tree', { token })).status).toBe(401)
    }
  })

  it('is not stored as it is', async () => {
    const token = await signedIn(await member())
    const rows = await shop.db.shared({ text: 'select 1 from shared.session where token_hash = $1', values: [token] })
    expect(rows).toEqual([])
  })
})
