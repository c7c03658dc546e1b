// The life of a session, from the password to its end. One file, since its tests share one company and its people.
import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserInfo } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/shop'
import { assignUser, createGroup, createOrg, createUser } from '../access/provision'
import { createApp } from '../app/http'
import { bindDevice, loadDeviceKey } from './device'
import { bindShell, bindSigningIn } from './routes'

interface Sent {
  token?: string
  device?: string
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
let origin: string
let dataDir: string
let closeDeviceApp: () => Promise<void>
let publicKey = ''

async function send<Data = Record<string, unknown>>(method: string, path: string, sent: Sent = {}): Promise<Got<Data>> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      ...(sent.token && { authorization: `Bearer ${sent.token}`, token: sent.token, version: '2.0' }),
      ...(sent.device && { 'x-device-info': sent.device }),
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

let users = 0
/** A new user with password Secret_1 who belongs to the given organisations. */
async function newUser(orgs: { id: number; isDefault: boolean }[], roles = ['buyer']): Promise<string> {
  users += 1
  const username = `person_${users}`
  const userId = await createUser(shop.db, shop.groupId, { username, realName: `员工${users}`, password: 'Secret_1' })
  await shop.db.tenant(shop.groupId, async (tx) => {
    for (const { id, isDefault } of orgs) await assignUser(tx, { userId, orgId: id, roles, isDefault })
  })
  return username
}
const member = () => newUser([{ id: shop.orgId, isDefault: true }])

beforeAll(async () => {
  shop = await openShop()
  secondOrg = await shop.db.tenant(shop.groupId, (tx) =>
    createOrg(tx, {
      code: '02',
      name: '测试维修店',
      shortName: '维修店',
      orgType: 'repair',
      taxpayerKind: 'general',
      startMonth: 202601,
    }),
  )
  dataDir = await mkdtemp(join(tmpdir(), 'chepu-device-'))
  const app = await createApp(shop.db, { checkAnswers: true, trustProxy: ['loopback'] })
  bindDevice(app, await loadDeviceKey(dataDir))
  bindSigningIn(app)
  bindShell(app)
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  closeDeviceApp = async () => {
    await app.http.close()
  }
  const key = await send<{ publicKey: string }>('GET', '/api-base-user/common/encrypt/get-public-key')
  publicKey = key.data.publicKey
})
afterAll(async () => {
  await closeDeviceApp()
  await shop.close()
  await rm(dataDir, { recursive: true })
})

describe('signing in', () => {
  it('takes a trimmed user name in any case and answers token, real name and id, then the user info', async () => {
    const username = await member()
    const { data, code } = await stepOne(`  ${username.toUpperCase()} `, 'Secret_1')
    expect(code).toBe(0)
    expect(data).toMatchObject({ status: 0, realname: `员工${users}`, userid: expect.any(Number) })
    const info = await stepTwo(data.access_token as string)
    expect(info.data).toMatchObject({
      token: data.access_token,
      name: `员工${users}`,
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
    expect(await stepOne(await newUser([]), 'Secret_1')).toMatchObject({
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
    const username = await newUser([
      { id: shop.orgId, isDefault: false },
      { id: secondOrg, isDefault: false },
    ])
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
    const path = `${origin}/api/web/user/login?next=exit`
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

describe('changing the password', () => {
  it('ends the other sessions and leaves this one', async () => {
    const username = await member()
    const [here, there] = [await signedIn(username), await signedIn(username)]
    const body = { old_password: 'Secret_1', new_password: 'Changed_2', confirm: 'Changed_2' }
    expect((await send('POST', '/api/web/user/change_pwd', { token: here, body })).code).toBe(0)
    expect((await send('GET', '/api/web/menu/tree', { token: here })).status).toBe(200)
    const ended = await send('GET', '/api/web/menu/tree', { token: there })
    expect(ended).toMatchObject({ status: 521, msg: '密码已修改，请重新登录' })
    expect((await stepOne(username, 'Secret_1')).code).toBe(1)
    expect((await stepOne(username, 'Changed_2')).code).toBe(0)
  })

  it('names the faulty field', async () => {
    const token = await signedIn(await member())
    const change = (old: string, fresh: string, confirm = fresh) =>
      send('POST', '/api/web/user/change_pwd', {
        token,
        body: { old_password: old, new_password: fresh, confirm },
      })
    expect((await change('wrong_1', 'Changed_2')).errors).toEqual([{ path: 'old_password', message: '旧密码不正确' }])
    expect((await change('Secret_1', 'abc')).errors?.[0]).toEqual({
      path: 'new_password',
      message: '应为6-20位字母、数字或下划线',
    })
    expect((await change('Secret_1', 'Changed_2', 'Changed_3')).errors?.[0]?.path).toBe('confirm')
    expect((await change('Secret_1', 'Secret_1')).errors?.[0]?.path).toBe('new_password')
  })

  it('shows who is about to change it', async () => {
    const username = await member()
    const { data } = await send('GET', '/api/web/user/change_pwd', { token: await signedIn(username) })
    expect(data).toMatchObject({ user: { username }, emp: null, org: { orgid: shop.orgId } })
  })
})

describe('the own sessions', () => {
  interface Session {
    id: number
    userAgent: string
    ip: string
    signedInAt: string
    lastUsedAt: string
    isCurrent: boolean
  }
  const path = '/api/web/user/session'
  const listOf = async (token: string) => (await send<{ rows: Session[] }>('GET', path, { token })).data.rows
  const end = (token: string, id: number) => send('POST', `${path}/${id}/end`, { token, body: {} })
  const endOthers = (token: string) => send('POST', `${path}/end_others`, { token, body: {} })
  const works = async (token: string) => (await send('GET', '/api/web/menu/tree', { token })).status
  const ended = { status: 521, code: 521, msg: '身份已失效，请重新登录！' }
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
  /** Lets the sessions of a user rest so long. */
  const rests = (username: string, interval: string) =>
    shop.db.shared({
      text: `update shared.session s set last_seen_at = s.last_seen_at - $2::interval from shared.login l
        where l.id = s.login_id and l.username = $1`,
      values: [username, interval],
    })

  it('are listed with browser, address and times, the present one first, and only while they live', async () => {
    const username = await member()
    const from = { agent, ip: '10.3.0.7' }
    const first = (await stepOne(username, 'Secret_1', from)).data.access_token as string
    const over = await signedIn(username)
    await send('POST', '/api/web/user/login', { token: over, body: { next: 'exit' } })
    await rests(username, '2 hours')
    const here = await signedIn(username)
    const rows = await listOf(here)
    expect(rows).toMatchObject([
      { isCurrent: true },
      { isCurrent: false, userAgent: agent, ip: '10.3.0.7', signedInAt: expect.any(String) },
    ])
    expect(Date.parse(rows[0]?.lastUsedAt ?? '') - Date.parse(rows[1]?.lastUsedAt ?? '')).toBeGreaterThan(7_000_000)
    // Nothing that opens or finds the session itself.
    expect(JSON.stringify(rows)).not.toContain(first)
    expect(Object.keys(rows[1] ?? {}).toSorted()).toEqual(
      ['id', 'ip', 'isCurrent', 'lastUsedAt', 'signedInAt', 'userAgent'].toSorted(),
    )
    // Looking at the list from here is no use of the other one.
    const [row] = (await listOf(first)).filter(({ isCurrent }) => isCurrent)
    expect(row?.id).toBe(rows[1]?.id)
  })

  it('end one by one, the present one by signing out, or all others at once', async () => {
    const username = await member()
    const [here, one, two, three] = [
      await signedIn(username),
      await signedIn(username),
      await signedIn(username),
      await signedIn(username),
    ]
    const ids = await Promise.all(
      [here, one].map(async (token) => (await listOf(token)).find(({ isCurrent }) => isCurrent)?.id as number),
    )
    expect((await end(here, ids[1] as number)).code).toBe(0)
    expect(await send('GET', '/api/web/menu/tree', { token: one })).toMatchObject(ended)
    expect(await end(here, ids[1] as number)).toMatchObject({ status: 404, msg: '该登录不存在或已结束' })
    expect(await end(here, ids[0] as number)).toMatchObject({ status: 400, msg: '本机请用“退出登录”' })
    expect((await endOthers(here)).data).toEqual({ ended: 2 })
    for (const token of [two, three]) expect(await send('GET', '/api/web/menu/tree', { token })).toMatchObject(ended)
    expect(await works(here)).toBe(200)
    expect(await listOf(here)).toHaveLength(1)
    expect((await endOthers(here)).data).toEqual({ ended: 0 })
  })

  it('of another user, also one of another company, are neither seen nor ended', async () => {
    const own = await signedIn(await member())
    const groupId = await createGroup(shop.db, '别的集团')
    const stranger = { username: 'stranger_1', realName: '外人', password: 'Secret_1' }
    const userId = await createUser(shop.db, groupId, stranger)
    const orgId = await shop.db.tenant(groupId, async (tx) => {
      const org = { code: '01', name: '别的企业', shortName: '别的', orgType: 'repair', startMonth: 202601 }
      const id = await createOrg(tx, { ...org, taxpayerKind: 'general' })
      await assignUser(tx, { userId, orgId: id, roles: ['owner'], isDefault: true })
      return id
    })
    expect(orgId).toBeGreaterThan(0)
    for (const other of [await signedIn(await member()), await signedIn('stranger_1')]) {
      const [theirs] = await listOf(other)
      expect((await listOf(own)).map(({ id }) => id)).not.toContain(theirs?.id)
      expect(await end(own, theirs?.id as number)).toMatchObject({ status: 404, msg: '该登录不存在或已结束' })
      await endOthers(own)
      expect(await works(other)).toBe(200)
    }
    expect(await end(own, 999_999)).toMatchObject({ status: 404, msg: '该登录不存在或已结束' })
  })

  it('are known and ended before an organisation is chosen, since they belong to the login', async () => {
    const username = await newUser([
      { id: shop.orgId, isDefault: false },
      { id: secondOrg, isDefault: false },
    ])
    const [here, other] = [await signedIn(username), await signedIn(username)]
    expect(await listOf(here)).toHaveLength(2)
    expect((await endOthers(here)).data).toEqual({ ended: 1 })
    expect(await send('GET', '/api/web/user/choose_org', { token: other })).toMatchObject(ended)
  })

  it('are twenty at most: a new sign-in ends the one that rested longest', async () => {
    const username = await member()
    const resting = await signedIn(username)
    const used = await signedIn(username)
    await rests(username, '3 hours')
    expect(await works(used)).toBe(200)
    const later: string[] = []
    for (let i = 0; i < 18; i += 1) later.push(await signedIn(username))
    expect(await works(resting)).toBe(200)
    await rests(username, '2 minutes')
    for (const token of [used, ...later]) expect(await works(token)).toBe(200)
    const last = await signedIn(username)
    expect(await send('GET', '/api/web/menu/tree', { token: resting })).toMatchObject({
      status: 521,
      msg: '您的账号同时登录超过20处，最久未使用的登录已退出',
    })
    for (const token of [used, ...later, last]) expect(await works(token)).toBe(200)
    expect(await listOf(last)).toHaveLength(20)
  })
})

describe('the device header', () => {
  const encrypt = (text: string) =>
    publicEncrypt(
      { key: createPublicKey(publicKey), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(text),
    ).toString('base64')
  const payload = {
    r: 'http://10.0.0.2',
    di: 'desk-9',
    rn: 'ab12',
    tn: 'purchase',
    ttn: '3',
    tm: '1',
    cn: 'Chrome 131',
  }

  it('is read with the served key, and its block ends with ==', async () => {
    const device = encrypt(JSON.stringify(payload))
    expect(device.endsWith('==')).toBe(true)
    const token = await signedIn(await member())
    expect((await send('GET', '/api/web/menu/tree', { token, device })).status).toBe(200)
  })

  it('is kept with the session', async () => {
    const username = await member()
    const token = await signedIn(username)
    await send('GET', '/api/web/menu/tree', { token, device: encrypt(JSON.stringify(payload)) })
    const [row] = await shop.db.shared({
      text: `select device_id, device from shared.session s join shared.login l on l.id = s.login_id where l.username = $1`,
      values: [username],
    })
    expect(row).toEqual({ deviceId: 'desk-9', device: { ...payload } })
  })

  it('is refused when it is garbage', async () => {
    const token = await signedIn(await member())
    for (const device of ['garbage==', encrypt('{"di":1}'), Buffer.alloc(256, 7).toString('base64')]) {
      expect((await send('GET', '/api/web/menu/tree', { token, device })).status).toBe(401)
    }
  })

  it('has a key that only its owner can read, the same after a restart', async () => {
    expect((await stat(join(dataDir, 'device-key.pem'))).mode & 0o777).toBe(0o600)
    const again = await loadDeviceKey(dataDir)
    expect(createPublicKey(again).export({ type: 'spki', format: 'pem' })).toBe(publicKey)
  })
})
