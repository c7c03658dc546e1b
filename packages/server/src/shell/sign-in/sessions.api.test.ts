import {
  endOtherSessions,
  endOwnSession,
  menuTree,
  orgChoices,
  ownSessions,
  userLogin,
} from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBranch } from '../../../test/people'
import { Client, openShop, type Shop } from '../../../test/shop'
import { newMember, tryPassword, Visitor } from '../../../test/visitor'
import { assignUser, createGroup, createOrg, createUser } from '../../access/provision'

let shop: Shop
/** The browser in which everybody here signs in. */
let desk: Visitor
beforeAll(async () => {
  shop = await openShop()
  desk = new Visitor(shop.origin)
})
afterAll(() => shop.close())

const member = async () => (await newMember(shop)).username
async function signedIn(username: string, headers: Record<string, string> = {}): Promise<Client> {
  const { data } = await tryPassword(desk, username, 'Secret_1', {}, headers)
  return new Client(shop.origin, data.access_token as string)
}
const listOf = async (client: Client) => (await client.call(ownSessions)).rows
const end = (client: Client, id: number) => client.ask(endOwnSession, { params: { id } })
const endOthers = (client: Client) => client.ask(endOtherSessions)
const works = async (client: Client) => (await client.ask(menuTree)).status
const ended = { status: 521, code: 521, msg: '身份已失效，请重新登录！' }
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'
/** Lets the sessions of a user rest so long. */
const rests = (username: string, interval: string) =>
  shop.db.shared({
    text: `update shared.session s set last_seen_at = (s.last_seen_at at time zone 'UTC' - $2::interval) at time zone 'UTC' from shared.login l
      where l.id = s.login_id and l.username = $1`,
    values: [username, interval],
  })

describe('the own sessions', () => {
  it('are listed with browser, address and times, the present one first, and only while they live', async () => {
    const username = await member()
    const first = await signedIn(username, { 'user-agent': agent, 'x-forwarded-for': '10.3.0.7' })
    const over = await signedIn(username)
    await over.ask(userLogin, { body: { next: 'exit' } })
    await rests(username, '2 hours')
    const here = await signedIn(username)
    const rows = await listOf(here)
    expect(rows).toMatchObject([
      { isCurrent: true },
      { isCurrent: false, userAgent: agent, ip: '10.3.0.7', signedInAt: expect.any(String) },
    ])
    expect(Date.parse(rows[0]?.lastUsedAt ?? '') - Date.parse(rows[1]?.lastUsedAt ?? '')).toBeGreaterThan(7_000_000)
    // Nothing that opens or finds the session itself.
    expect(JSON.stringify(rows)).not.toContain(first.token)
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
      [here, one].map(async (client) => (await listOf(client)).find(({ isCurrent }) => isCurrent)?.id as number),
    )
    expect((await end(here, ids[1] as number)).code).toBe(0)
    expect(await one.ask(menuTree)).toMatchObject(ended)
    expect(await end(here, ids[1] as number)).toMatchObject({ status: 404, msg: '该登录不存在或已结束' })
    expect(await end(here, ids[0] as number)).toMatchObject({ status: 400, msg: '本机请用“退出登录”' })
    expect((await endOthers(here)).data).toEqual({ ended: 2 })
    for (const client of [two, three]) expect(await client.ask(menuTree)).toMatchObject(ended)
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
    const second = await openBranch(shop)
    const orgs = [shop.orgId, second.orgId].map((id) => ({ id, isDefault: false }))
    const { username } = await newMember(shop, orgs)
    const [here, other] = [await signedIn(username), await signedIn(username)]
    expect(await listOf(here)).toHaveLength(2)
    expect((await endOthers(here)).data).toEqual({ ended: 1 })
    expect(await other.ask(orgChoices)).toMatchObject(ended)
  })

  it('are twenty at most: a new sign-in ends the one that rested longest', async () => {
    const username = await member()
    const resting = await signedIn(username)
    const used = await signedIn(username)
    await rests(username, '3 hours')
    expect(await works(used)).toBe(200)
    const later: Client[] = []
    for (let i = 0; i < 18; i += 1) later.push(await signedIn(username))
    expect(await works(resting)).toBe(200)
    await rests(username, '2 minutes')
    for (const client of [used, ...later]) expect(await works(client)).toBe(200)
    const last = await signedIn(username)
    expect(await resting.ask(menuTree)).toMatchObject({
      status: 521,
      msg: '您的账号同时登录超过20处，最久未使用的登录已退出',
    })
    for (const client of [used, ...later, last]) expect(await works(client)).toBe(200)
    expect(await listOf(last)).toHaveLength(20)
  })
})
