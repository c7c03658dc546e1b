// Two servers on one database keep sessions, keys and rights; what changes at one is seen at the other.
import { orgRoutes } from '@chepu/contract/access/org'
import { programKeyRoutes } from '@chepu/contract/access/program-key'
import { userRoutes } from '@chepu/contract/access/user'
import { brandButtons, brandRoutes } from '@chepu/contract/basics/brand'
import { ownSessions, userLogin } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { keptOf } from '../kernel/caller/kept'
import { statementCount } from '../kernel/db/statement'
import { openSecondServer, type SecondServer } from '../../test/proxy'
import { withdraw, worker, type Worker } from '../../test/people'
import { Client, openShop, type Shop } from '../../test/shop'

// A distributed database tells nothing by its triggers.
const isCluster = inject('citusNodes').length > 0

let shop: Shop
let second: SecondServer
let owner: Worker
beforeAll(async () => {
  shop = await openShop()
  second = await openSecondServer(shop)
  owner = await worker(shop, 'owner')
})
afterAll(async () => {
  await second.close()
  await shop.close()
})

const atSecond = ({ token }: Client) => new Client(second.origin, token)

/** Statements of a call that itself takes one. */
async function statementsOf(client: Client): Promise<number> {
  const before = statementCount.total
  await client.call(ownSessions)
  return statementCount.total - before
}
/** Waits until the session of a client is kept where he calls. */
const untilKept = (client: Client) => expect.poll(() => statementsOf(client), { interval: 50 }).toBe(1)

const statusOf = async (client: Client) => (await client.ask(ownSessions)).status
const setActive = (userId: number, isActive: boolean, db = shop.db) =>
  db.shared({ text: 'update shared.login set is_active = $2 where id = $1', values: [userId, isActive] })
/** What a client is answered within a second. */
const within = { timeout: 1000, interval: 20 }

describe.skipIf(isCluster)('a session', () => {
  it('is asked for once, and again when it has not been noted for a minute or ends', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    await untilKept(client)
    expect(await statementsOf(client)).toBe(1)
    const rest = (seconds: number) =>
      shop.db.shared({
        text: `update shared.session set last_seen_at = now() - make_interval(secs => $2) where login_id = $1`,
        values: [userId, seconds],
      })
    await rest(61)
    expect(await statementsOf(client)).toBe(3)
    await untilKept(client)
  })

  it('is what the database says at the very next call, whatever this server itself changes', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    const there = atSecond(client)
    await untilKept(there)
    // Its listening connection says nothing of it, and is still relied on.
    second.proxy.freezeListening()
    await setActive(userId, false, second.db)
    expect(await statusOf(there)).toBe(521)
    second.proxy.thawListening()
    await setActive(userId, true)
    await untilKept(client)
    for (let round = 0; round < 20; round += 1) {
      await setActive(userId, round % 2 === 1)
      expect(await statusOf(client)).toBe(round % 2 === 1 ? 200 : 521)
    }
  })

  it('that was read before a change is not kept after it', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    await untilKept(client)
    const kept = keptOf(shop.db)
    let reads = 0
    const read = async (meanwhile: () => Promise<unknown>) => {
      reads += 1
      const [row] = await shop.db.shared<{ isActive: boolean }>({
        text: 'select is_active from shared.login where id = $1',
        values: [userId],
      })
      await meanwhile()
      return { loginId: userId, lastsMs: 60_000, isActive: row?.isActive }
    }
    expect(await kept.of('a test', () => read(() => setActive(userId, false)))).toMatchObject({ isActive: true })
    const readAgain = () => kept.of('a test', () => read(async () => undefined))
    expect(await readAgain()).toMatchObject({ isActive: false })
    const isKept = async () => {
      const before = reads
      await readAgain()
      return reads === before
    }
    await expect.poll(isKept).toBe(true)
  })
})

describe.skipIf(isCluster)('what changes at one server', () => {
  it('ends sessions at the other within a second: by a sign-out, by ending them, by disabling the login', async () => {
    const ends = {
      401: ({ userId }: Worker) =>
        shop.db.shared({ text: 'delete from shared.session where login_id = $1', values: [userId] }),
      521: ({ userId }: Worker) =>
        shop.db.shared({ text: `update shared.session set end_reason = '测试' where login_id = $1`, values: [userId] }),
    }
    for (const [status, end] of Object.entries(ends)) {
      const user = await worker(shop, 'buyer')
      const there = atSecond(user.client)
      await untilKept(there)
      await end(user)
      await expect.poll(() => statusOf(there), within).toBe(Number.parseInt(status, 10))
    }
    const user = await worker(shop, 'buyer')
    const there = atSecond(user.client)
    await untilKept(there)
    const { rows } = await owner.client.call(userRoutes.list, { query: { id: user.userId } })
    const body = { isActive: false, version: rows[0]?.version as number }
    await owner.client.call(userRoutes.enable, { params: { id: user.userId }, body })
    await expect.poll(() => statusOf(there), within).toBe(521)
  })

  it('withdraws a right at the other within a second', async () => {
    const user = await worker(shop, 'buyer')
    const there = atSecond(user.client)
    await untilKept(there)
    expect((await there.ask(brandRoutes.totals)).status).toBe(200)
    await withdraw(shop, user, { buttons: [brandButtons.view] })
    await expect.poll(async () => (await there.ask(brandRoutes.totals)).status, within).toBe(403)
  })

  it('is a setting of the organisation, too', async () => {
    const there = atSecond(owner.client)
    await untilKept(there)
    const days = async () => (await there.call(userLogin, { body: {} }))?.orgInfo.config.backdateDays
    expect(await days()).toBe(300)
    const { version, config } = await owner.client.call(orgRoutes.read, { params: { id: shop.orgId } })
    const body = { orgid: shop.orgId, version, config: { ...config, backdateDays: 7 } }
    await owner.client.call(orgRoutes.config, { body })
    await expect.poll(days, within).toBe(7)
  })

  it('stops a key at the other within a second', async () => {
    const body = { username: 'kept_program', realName: '网店', isProgram: true, roleIds: [] }
    const { id } = await owner.client.call(userRoutes.save, { body })
    const made = await owner.client.call(programKeyRoutes.make, { params: { id }, body: { name: '正式' } })
    const there = new Client(second.origin, made.key)
    const refusal = async () => (await there.ask(orgRoutes.list)).msg
    await expect.poll(refusal).not.toContain('密钥')
    await owner.client.call(programKeyRoutes.stop, { params: { id, keyId: made.id } })
    await expect.poll(refusal, within).toBe('接口密钥已停用')
  })
})

describe.skipIf(isCluster)('a server whose listening connection', () => {
  it('was broken asks again, and keeps again when it is back', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    const there = atSecond(client)
    await untilKept(there)
    await shop.db.shared({
      text: `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'chepu-listen' and datname = current_database()`,
    })
    await setActive(userId, false)
    await expect.poll(() => statusOf(there), within).toBe(521)
    await setActive(userId, true)
    await expect.poll(() => statusOf(there), within).toBe(200)
    await untilKept(there)
    await setActive(userId, false)
    await expect.poll(() => statusOf(there), within).toBe(521)
  })

  it('hangs serves nothing older than a second, and then the truth at every call', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    const there = atSecond(client)
    await untilKept(there)
    second.proxy.freezeListening()
    await deaf()
    await setActive(userId, false)
    await expect.poll(() => statusOf(there), within).toBe(521)
    for (const isActive of [true, false, true]) {
      await deaf()
      await setActive(userId, isActive)
      expect(await statusOf(there)).toBe(isActive ? 200 : 521)
    }
    // Nor is what is read before it listens again taken for the truth after.
    second.proxy.cutListening()
    for (const size of [0, 1]) await expect.poll(() => second.proxy.listening.size, { interval: 5 }).toBe(size)
    expect(await statusOf(there)).toBe(200)
    await deaf()
    await setActive(userId, false)
    second.proxy.thawListening()
    await untilKept(atSecond(owner.client))
    expect(await statusOf(there)).toBe(521)
  })

  /** Takes from the second server the connections that it works on, which would hear of changes, too. */
  async function deaf(): Promise<void> {
    second.proxy.cutWorking()
    await expect.poll(() => second.db.connections.total, { interval: 5 }).toBe(0)
  }
})

describe.runIf(isCluster)('on a distributed database', () => {
  it('a session is asked for at every call', async () => {
    const { client, userId } = await worker(shop, 'buyer')
    for (const isActive of [true, false, true]) {
      await setActive(userId, isActive)
      expect(await statementsOf(client).catch(() => 'refused')).toBe(isActive ? 2 : 'refused')
    }
  })
})
