import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { membershipRoutes, userRoutes, type UserRow } from '@chepu/contract/access/user'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { orgChoices } from '@chepu/contract/shell/session'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepHouse } from '../../app/housekeeping'
import { shanghaiDay } from '../../kernel/base/calendar'
import { hashToken } from '../../shell/sign-in/session'
import { assign, openBranch, roleId, type Worker, worker } from '../../../test/people'
import { Client, openShop, type Shop } from '../../../test/shop'
import { createGroup, createUser } from '../provision'

let shop: Shop
let owner: Worker
let branch: { orgId: number; warehouseId: number }
beforeAll(async () => {
  shop = await openShop()
  owner = await worker(shop, 'owner')
  branch = await openBranch(shop)
})
afterAll(() => shop.close())

let count = 0
/** A program with the roles, and a key of it. */
async function program(roles: string[] = ['buyer'], more: object = {}) {
  count += 1
  const roleIds = await Promise.all(roles.map((role) => roleId(shop, role)))
  const body = { username: `program_${count}`, realName: `网店对接${count}`, isProgram: true, roleIds }
  const { id } = await owner.client.call(userRoutes.save, { body })
  const made = await owner.client.call(programKeyRoutes.make, { params: { id }, body: { name: '正式', ...more } })
  return { id, keyId: made.id, key: made.key, client: new Client(shop.origin, made.key) }
}
const rowOf = async (id: number) => (await owner.client.call(userRoutes.list, { query: { id } })).rows[0] as UserRow
const keysOf = async (id: number) => (await owner.client.call(programKeyRoutes.list, { params: { id } })).rows
const change = (text: string, values: unknown[]) => shop.db.shared({ text, values })
/** A bare call from an address. */
const from = (key: string, ip: string, path = '/api/web/brand') =>
  fetch(shop.origin + path, { headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': ip } })

describe('a key', () => {
  it('is shown once, told by its first signs, and two of them live in one organisation', async () => {
    const { id, key } = await program()
    const second = await owner.client.call(programKeyRoutes.make, { params: { id }, body: { name: '换用' } })
    expect(await owner.client.ask(programKeyRoutes.make, { params: { id }, body: { name: '再来' } })).toMatchObject({
      msg: '在同一企业最多2个有效密钥，请先停用一个',
    })
    const rows = await keysOf(id)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(rows[1]).toMatchObject({
      name: '正式',
      firstSigns: key.slice(0, 12),
      orgName: '测试配件店',
      state: 'live',
      callsPerMinute: 600,
      createdByName: 'owner',
      stoppedAt: null,
      lastUsedAt: null,
    })
    const stored = await shop.db.shared<{ keyHash: string }>({
      text: 'select key_hash from shared.program_key where login_id = $1',
      values: [id],
    })
    expect(stored.map((row) => row.keyHash)).not.toContain(key)
    await owner.client.call(programKeyRoutes.stop, { params: { id, keyId: second.id } })
    expect(await new Client(shop.origin, second.key).ask(brandRoutes.list)).toMatchObject({
      status: 401,
      code: 401,
      msg: '接口密钥已停用',
    })
    expect(await owner.client.ask(programKeyRoutes.stop, { params: { id, keyId: second.id } })).toMatchObject({
      status: 404,
    })
    expect((await keysOf(id))[1]).toMatchObject({ state: 'stopped', stoppedByName: 'owner' })
    await owner.client.call(programKeyRoutes.make, { params: { id }, body: { name: '再来' } })
  })

  it('opens nothing when it is over, unknown, or its account or organisation is stopped', async () => {
    const { id, keyId, client } = await program()
    const refused = async (msg: string | RegExp) =>
      expect(await client.ask(brandRoutes.list)).toMatchObject({ status: 401, code: 401, msg })
    expect(await new Client(shop.origin, `chepu_${'0'.repeat(40)}`).ask(brandRoutes.list)).toMatchObject({
      status: 401,
      msg: '接口密钥无效',
    })
    await change(`update shared.program_key set expires_at = now() where id = $1`, [keyId])
    await refused(/^接口密钥已于\d{4}-\d\d-\d\d到期，请换用新密钥$/)
    expect((await keysOf(id)).map((row) => row.state)).toEqual(['expired'])
    await change(`update shared.program_key set expires_at = now() + interval '1 day' where id = $1`, [keyId])
    await owner.client.call(userRoutes.enable, {
      params: { id },
      body: { isActive: false, version: (await rowOf(id)).version },
    })
    await refused('接口账号已停用')
    await owner.client.call(userRoutes.enable, {
      params: { id },
      body: { isActive: true, version: (await rowOf(id)).version },
    })
    expect((await client.ask(brandRoutes.list)).status).toBe(200)
    const stop = { action: 'enable', userId: id, orgId: shop.orgId, isActive: false } as const
    await owner.client.call(membershipRoutes.save, { body: { ...stop, version: (await rowOf(id)).version } })
    await refused('接口账号已不属于该企业，或企业已停用')
  })

  it('is used from its addresses alone', async () => {
    const { key } = await program(['buyer'], { addresses: ['203.0.113.7', '192.168.1.0/24', '2001:db8::/32'] })
    for (const ip of ['203.0.113.7', '192.168.1.44', '::ffff:192.168.1.44', '2001:db8::5'])
      expect(`${ip} ${(await from(key, ip)).status}`).toBe(`${ip} 200`)
    const away = await from(key, '203.0.113.8')
    expect([away.status, await away.json()]).toMatchObject([
      401,
      { code: 401, msg: '接口密钥不能从地址 203.0.113.8 使用' },
    ])
    const wrapped = await program(['buyer'], {
      addresses: ['::ffff:203.0.113.9', '::FFFF:c0a8:0100/120', '::ffff:0:0/64'],
    })
    for (const ip of ['203.0.113.9', '192.168.1.44']) expect((await from(wrapped.key, ip)).status).toBe(200)
    expect((await from(wrapped.key, '203.0.113.8')).status).toBe(401)
    const { id } = await program()
    const bad = { name: '错', addresses: ['192.168.1.300'] }
    expect(await owner.client.ask(programKeyRoutes.make, { params: { id }, body: bad })).toMatchObject({
      errors: [{ path: 'addresses.0', message: '请填写IP地址或网段，如 203.0.113.7 或 192.168.1.0/24' }],
    })
  })

  it('is used so many times a minute, and says when to come again', async () => {
    const { key } = await program(['buyer'], { callsPerMinute: 3 })
    const answers = []
    for (let each = 0; each < 4; each += 1) answers.push(await from(key, '10.1.1.1'))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429])
    const last = answers[3] as Response
    const wait = Number.parseInt(last.headers.get('retry-after') ?? '', 10)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(20)
    expect(await last.json()).toMatchObject({ code: 460, msg: `调用过于频繁，每分钟最多3次，请${wait}秒后再试` })
  })

  it('lives a year at most, and works in an organisation of its account', async () => {
    const { id } = await program()
    const ask = (body: object) =>
      owner.client.ask(programKeyRoutes.make, { params: { id }, body: { name: '期限', ...body } })
    for (const expiresOn of ['2020-01-01', '2099-01-01'])
      expect(await ask({ expiresOn })).toMatchObject({ errors: [{ path: 'expiresOn' }] })
    expect(await ask({ callsPerMinute: 0 })).toMatchObject({ errors: [{ path: 'callsPerMinute' }] })
    expect(await ask({ orgId: branch.orgId })).toMatchObject({
      errors: [{ path: 'orgId', message: '接口账号不属于该企业' }],
    })
    await assign(shop, id, branch.orgId, ['buyer'])
    const boss = await worker(shop, 'owner')
    await assign(shop, boss.userId, branch.orgId, ['owner'])
    const there = await boss.client.call(programKeyRoutes.make, {
      params: { id },
      body: { name: '分店', orgId: branch.orgId },
    })
    expect((await new Client(shop.origin, there.key).call(orgChoices)).orgid).toBe(branch.orgId)
    const today = { name: '今天', expiresOn: shanghaiDay() }
    await boss.client.call(programKeyRoutes.make, { params: { id }, body: today })
    expect((await keysOf(id))[0]).toMatchObject({ expiresOn: shanghaiDay(), state: 'live' })
  })

  it('is made by who could hand out what its account may, and by no program', async () => {
    const { id } = await program(['manager'])
    const admin = await worker(shop, 'admin')
    const body = { name: '偷' }
    expect(await admin.client.ask(programKeyRoutes.make, { params: { id }, body })).toMatchObject({
      status: 403,
      msg: /^“网店对接\d+”有您没有的权限/,
    })
    const buyer = await worker(shop, 'buyer')
    for (const route of [programKeyRoutes.list, programKeyRoutes.usage])
      expect((await buyer.client.ask(route, { params: { id } })).status).toBe(403)
    const keeper = await program(['admin'])
    expect(await keeper.client.ask(programKeyRoutes.make, { params: { id: keeper.id }, body })).toMatchObject({
      status: 403,
    })
    expect(await owner.client.ask(programKeyRoutes.make, { params: { id: buyer.userId }, body })).toMatchObject({
      status: 404,
    })
  })

  it('of another company does not exist', async () => {
    const { id, keyId } = await program()
    const group = await createGroup(shop.db, '外面的集团')
    const strangerId = await createUser(shop.db, group, {
      username: 'foreign_program',
      realName: '外人',
      password: null,
    })
    const [row] = await shop.db.shared<{ id: number }>({
      text: `insert into shared.program_key (key_hash, group_id, login_id, org_id, name, first_signs, calls_per_minute, created_by, expires_at)
        values ('x', $1, $2, 1, '外', 'chepu_000000', 600, $2, now() + interval '1 day') returning id`,
      values: [group, strangerId],
    })
    const foreign = { id: strangerId, keyId: row?.id as number }
    const asks = [
      owner.client.ask(programKeyRoutes.list, { params: foreign }),
      owner.client.ask(programKeyRoutes.usage, { params: foreign }),
      owner.client.ask(programKeyRoutes.make, { params: foreign, body: { name: '外' } }),
      owner.client.ask(programKeyRoutes.stop, { params: foreign }),
      owner.client.ask(programKeyRoutes.stop, { params: { id, keyId: foreign.keyId } }),
      owner.client.ask(programKeyRoutes.stop, { params: { id: strangerId, keyId } }),
    ]
    for (const answer of await Promise.all(asks)) expect(answer).toMatchObject({ status: 404 })
    const inBody = { id: strangerId, version: 1, username: 'foreign_program', realName: '改名', isActive: false }
    expect(await owner.client.ask(userRoutes.save, { body: inBody })).toMatchObject({ status: 404 })
  })
})

describe('what a key is used for', () => {
  it('is counted by call and answer, with the last refusal, and forgotten after a while', async () => {
    const { id, key, client } = await program()
    for (let each = 0; each < 3; each += 1) await client.call(brandRoutes.list)
    await client.ask(userRoutes.list)
    await from(key, '198.51.100.9', '/api/web/purchase-order/999999')
    const usage = async (query: object = {}) =>
      (await owner.client.call(programKeyRoutes.usage, { params: { id }, query })).rows
    const rows = await usage()
    expect(rows.find((row) => row.call === 'GET /api/web/brand')).toMatchObject({
      keyName: '正式',
      firstSigns: key.slice(0, 12),
      day: shanghaiDay(),
      summary: brandRoutes.list.summary,
      status: 200,
      calls: 3,
      lastRefusal: '',
    })
    expect((await usage({ failed: 'true' })).map(({ status, lastRefusal }) => [status, lastRefusal]).sort()).toEqual([
      [403, '您没有「用户列表」的权限'],
      [404, expect.stringContaining('不存在')],
    ])
    await client.call(brandRoutes.list)
    expect((await usage()).find((row) => row.call === 'GET /api/web/brand')).toMatchObject({ calls: 4 })
    expect(await keysOf(id)).toMatchObject([{ lastIp: expect.any(String), lastUsedAt: expect.any(String) }])
    await shop.sql(`update key_usage set day = day - 91 where group_id = $1`)
    await keepHouse(shop.db, console)
    expect(await usage()).toEqual([])
  })
})

describe('a count that could not be written', () => {
  const asOwner = async (text: string) => {
    const owning = new pg.Client(shop.ownerUrl)
    await owning.connect()
    await owning.query(text)
    await owning.end()
  }

  it('is written the next time, with the last use', async () => {
    const { id, client } = await program()
    await client.call(brandRoutes.list)
    await asOwner('alter table key_usage rename to away')
    await shop.app.keyUsage.write()
    await asOwner('alter table away rename to key_usage')
    const { rows } = await owner.client.call(programKeyRoutes.usage, { params: { id } })
    expect(rows).toMatchObject([{ call: 'GET /api/web/brand', calls: 1 }])
    expect(await keysOf(id)).toMatchObject([{ lastIp: expect.any(String), lastUsedAt: expect.any(String) }])
  })

  it('of another company is not told to who reads his own', async () => {
    const { id, client } = await program()
    await client.call(brandRoutes.list)
    const group = await createGroup(shop.db, '写不进的集团')
    const loginId = await createUser(shop.db, group, { username: 'unwritten_1', realName: '外', password: null })
    const key = `chepu_${'1'.repeat(40)}`
    await shop.db.shared({
      text: `insert into shared.program_key (key_hash, group_id, login_id, org_id, name, first_signs, calls_per_minute, created_by, expires_at)
        values ($1, $2, $3, 1, '外', 'chepu_111111', 600, $3, now() + interval '1 day') returning id`,
      values: [hashToken(key), group, loginId],
    })
    await asOwner(`alter table key_usage add constraint written check (group_id <> ${group}) not valid`)
    await from(key, '198.51.100.9')
    const read = () => owner.client.ask(programKeyRoutes.usage, { params: { id } })
    expect(await read()).toMatchObject({ status: 200, data: { rows: [{ call: 'GET /api/web/brand', calls: 1 }] } })
    await asOwner('alter table key_usage drop constraint written')
  })
})
