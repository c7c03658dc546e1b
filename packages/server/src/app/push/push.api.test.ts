import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { pushPath } from '@chepu/contract/shell/bell'
import { changePassword, chooseOrg, endOwnSession, ownSessions, userLogin } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { assignUser, createOrg } from '../../access/provision'
import { Database } from '../../kernel/db/db'
import { notify, pushOrgChange, pushPermission } from '../../kernel/notify/notify'
import { wake } from '../../kernel/notify/wake'
import { PushClient } from '../../../test/push'
import { Client, openShop, type Shop } from '../../../test/shop'
import { bindAreas } from '../areas'
import { createApp } from '../http'
import { callerOfSession, openSession, sessionByToken } from '../../shell/sign-in/session'
import { bindPush } from './push'

let shop: Shop
let time = 0
beforeAll(async () => {
  shop = await openShop({ now: () => time })
})
afterAll(() => shop.close())

const callerOf = async (client: Client) =>
  callerOfSession(shop.db, await sessionByToken(shop.db, client.token), { ip: '::1', id: 'test' } as never)

/** A signed-in user with an open socket. */
async function seated(roles: string | string[] = 'buyer') {
  const client = await shop.signIn(roles)
  const { userId } = await callerOf(client)
  return { client, userId, push: await PushClient.open(shop.origin, client.token) }
}

const tell = (users: number[], message: string, more: { kind?: 'notice' | 'news'; orgId?: number } = {}) =>
  shop.db.tenant(shop.groupId, async (tx) => notify(tx, { users, kind: 'news', message, ...more }))

const quiet = { heartbeat_value: null, permission: false, org_change: false }

describe('the push socket', () => {
  it('says the counts on connect, on both paths', async () => {
    const client = await shop.signIn('buyer')
    await tell([(await callerOf(client)).userId], '早先的消息')
    for (const path of [pushPath, `/api-main${pushPath}`]) {
      const push = new PushClient(shop.origin, client.token, { path })
      expect(await push.next()).toEqual({ ...quiet, unread_num: 1, total_num: 1, msg: '' })
      await push.close()
    }
  })

  it('tells what is new, with the counts, to that user alone', async () => {
    const [one, other] = [await seated(), await seated()]
    await tell([one.userId], '采购入库单 RK1 待审核')
    expect(await one.push.next()).toEqual({ ...quiet, unread_num: 1, total_num: 1, msg: '采购入库单 RK1 待审核' })
    await tell([one.userId, other.userId], '系统公告', { kind: 'notice' })
    expect(await one.push.next()).toMatchObject({ unread_num: 2, total_num: 2, msg: '系统公告' })
    expect(await other.push.next()).toMatchObject({ unread_num: 1, total_num: 1, msg: '系统公告' })
    await Promise.all([one.push.close(), other.push.close()])
  })

  it('keeps the messages of one organisation away from the pages of another', async () => {
    const { client, userId, push } = await seated()
    const elsewhere = await shop.db.tenant(shop.groupId, async (tx) => {
      const org = { shortName: '二店', orgType: 'parts_trade', taxpayerKind: 'small' as const, startMonth: 202601 }
      const orgId = await createOrg(tx, { ...org, code: `Z${userId % 10}`, name: `二店${userId}` })
      await assignUser(tx, { userId, orgId, roles: ['buyer'], isDefault: false })
      return orgId
    })
    await tell([userId], '别家的单据', { orgId: elsewhere })
    await tell([userId], '本店的单据', { orgId: shop.orgId })
    expect(await push.next()).toMatchObject({ unread_num: 1, total_num: 1, msg: '本店的单据' })
    await push.close()
    await client.call(chooseOrg, { body: { orgid: elsewhere } })
    const there = new PushClient(shop.origin, client.token)
    expect(await there.next()).toMatchObject({ unread_num: 1, total_num: 1, msg: '' })
    await there.close()
  })

  it('echoes the heartbeat with the counts', async () => {
    const { userId, push } = await seated()
    await tell([userId], '新消息')
    await push.next((message) => message.msg !== '')
    expect(await push.beat('1763712000000')).toEqual({
      ...quiet,
      heartbeat_value: '1763712000000',
      unread_num: 1,
      total_num: 1,
      msg: '',
    })
    expect((await push.beat(7)).heartbeat_value).toBe(7)
    await push.close()
  })

  it('drops a socket after 150 seconds of silence, not one that beats', async () => {
    const [silent, beating] = [await seated(), await seated()]
    time += 149_999
    shop.push.sockets.sweep()
    await beating.push.beat(1)
    expect((await silent.push.socket.readyState) === silent.push.socket.OPEN).toBe(true)
    time += 1
    shop.push.sockets.sweep()
    expect(await silent.push.closed).toBe(1006)
    expect((await beating.push.beat(2)).heartbeat_value).toBe(2)
    await beating.push.close()
  })

  it('answers hurried heartbeats without looking at the session, and not without end', async () => {
    const { userId, push } = await seated()
    await shop.db.shared({
      text: `update shared.session set expires_at = now() - interval '1 minute' where login_id = $1`,
      values: [userId],
    })
    for (let value = 1; value <= 3; value += 1) expect((await push.beat(value)).heartbeat_value).toBe(value)
    time += 10_000
    push.socket.send('{"heartbeat_value":4}')
    expect(await push.closed).toBe(4401)

    const { push: hurried } = await seated()
    for (let value = 0; value <= 100; value += 1) hurried.socket.send('{"heartbeat_value":1}')
    expect(await hurried.closed).toBe(1008)
  })

  it('is held ten times by a user, and not again by an address with worthless tokens', async () => {
    const { client, push } = await seated()
    const more = await Promise.all(Array.from({ length: 9 }, () => PushClient.open(shop.origin, client.token)))
    expect(await new PushClient(shop.origin, client.token).closed).toBe(1013)
    await push.close()
    const again = await PushClient.open(shop.origin, client.token)
    await Promise.all([again, ...more].map((each) => each.close()))

    const headers = { 'x-forwarded-for': '10.7.0.1' }
    for (let tries = 0; tries < 60; tries += 1)
      expect(await new PushClient(shop.origin, `worthless-${tries}`, { headers }).closed).toBe(4401)
    const shut = new PushClient(shop.origin, client.token, { headers })
    const [, response] = (await once(shut.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(429)
    shut.socket.terminate()
    time += 1000
    await (await PushClient.open(shop.origin, client.token)).close()
  })

  it('refuses what is no heartbeat and what is too long', async () => {
    for (const frame of ['hello', '{}', '[1]', JSON.stringify({ heartbeat_value: 'x'.repeat(65) }), Buffer.from('1')]) {
      const { push } = await seated()
      push.socket.send(frame)
      expect(await push.closed).toBe(1007)
    }
    const { push } = await seated()
    push.socket.send(JSON.stringify({ heartbeat_value: 'x'.repeat(2000) }))
    expect(await push.closed).toBe(1009)
  })

  it('refuses a page of another site, and a plain request', async () => {
    const client = await shop.signIn('buyer')
    const foreign = new PushClient(shop.origin, client.token, { headers: { origin: 'http://evil.example' } })
    const [, response] = (await once(foreign.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(response.statusCode).toBe(403)
    foreign.socket.terminate()
    const own = new PushClient(shop.origin, client.token, { headers: { origin: shop.origin } })
    await own.next()
    await own.close()
    const plain = await fetch(`${shop.origin}${pushPath}?token=${client.token}`)
    expect([plain.status, await plain.json()]).toEqual([404, { code: 460, reason: 'notFound', msg: '接口不存在' }])
  })

  it('is opened on its path alone, and by a whole handshake', async () => {
    const { token } = await shop.signIn('buyer')
    const elsewhere = { code: 460, reason: 'notFound', msg: '接口不存在' }
    for (const path of ['/', '/nothing', '/api/nothing', '/api/site', '/api/web/brand'])
      expect(await handshake(`${path}?token=${token}`)).toEqual({ status: 404, body: elsewhere })
    expect(await handshake(pushPath, { method: 'POST' })).toEqual({ status: 404, body: elsewhere })
    const half = { code: 400, reason: 'malformed', msg: 'WebSocket握手不正确' }
    const faults: Record<string, string>[] = [{ 'sec-websocket-version': '7' }, { 'sec-websocket-key': 'short' }]
    for (const odd of faults) expect(await handshake(pushPath, { odd })).toEqual({ status: 400, body: half })
  })

  it('does not stay when its client takes no notice of the end', async () => {
    const accepted = once(shop.app.http.server, 'connection') as Promise<[Socket]>
    const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1').on('error', () => undefined)
    socket.resume().write(shaken(`${pushPath}?token=worthless`))
    const [end] = await accepted
    const since = performance.now()
    await once(end, 'close')
    expect(performance.now() - since).toBeLessThan(4000)
    socket.destroy()
  })
})

/** A handshake as bytes, with some headers changed. */
function shaken(path: string, { method = 'GET', odd = {} }: { method?: string; odd?: Record<string, string> } = {}) {
  const headers = {
    host: new URL(shop.origin).host,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...odd,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

/** The whole answer to a handshake that is refused; the server hangs up after it. */
async function handshake(path: string, options: Parameters<typeof shaken>[1] = {}) {
  const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1')
  socket.write(shaken(path, options))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number.parseInt(head.split(' ')[1] ?? '', 10), body: JSON.parse(body) as unknown }
}

describe('a session that is over', () => {
  it('closes with 4401 when the token is unknown, absent or expired', async () => {
    for (const token of ['', 'f'.repeat(43)]) expect(await new PushClient(shop.origin, token).closed).toBe(4401)
    const client = await shop.signIn('buyer')
    await shop.db.shared({
      text: `update shared.session set expires_at = now() - interval '1 minute' where login_id = $1`,
      values: [(await callerOf(client)).userId],
    })
    expect(await new PushClient(shop.origin, client.token).closed).toBe(4401)
  })

  it('is noticed at the next heartbeat when it expires', async () => {
    const { userId, push } = await seated()
    await shop.db.shared({
      text: 'update shared.session set expires_at = now() where login_id = $1',
      values: [userId],
    })
    time += 10_000
    await push.beat(1)
    expect(await push.closed).toBe(4401)
  })

  it('closes at once on sign-out', async () => {
    const { client, push } = await seated()
    await client.call(userLogin, { body: { next: 'exit' } })
    expect(await push.closed).toBe(4401)
  })

  it('closes the other devices on a password change or when one is ended, not the own one', async () => {
    const { client, userId, push } = await seated()
    const elsewhere = async (deviceId: string) => {
      const { groupId, orgId } = shop
      const token = await openSession(shop.db, { loginId: userId, groupId, orgId, deviceId, ip: '::1' })
      return PushClient.open(shop.origin, token)
    }
    const other = await elsewhere('other')
    const body = { old_password: 'Secret_1', new_password: 'Secret_2', confirm: 'Secret_2' }
    await client.call(changePassword, { body })
    expect(await other.closed).toBe(4401)
    const left = await elsewhere('left')
    const { rows } = await client.call(ownSessions)
    const [ended] = rows.filter(({ isCurrent }) => !isCurrent)
    await client.call(endOwnSession, { params: { id: ended?.id as number }, body: undefined })
    expect(await left.closed).toBe(4401)
    expect((await push.beat(1)).heartbeat_value).toBe(1)
    await push.close()
  })

  // One PostgreSQL tells what is done behind the program, too; a distributed one cannot (ADR 0138).
  it.skipIf(inject('citusNodes').length > 0)('closes when the login is disabled', async () => {
    const { userId, push } = await seated()
    await shop.db.shared({ text: 'update shared.login set is_active = false where id = $1', values: [userId] })
    expect(await push.closed).toBe(4401)
  })
})

describe('changed rights', () => {
  it('tell the page to fetch menu and buttons, and the user who did it', async () => {
    const { userId, push } = await seated()
    const boss = await callerOf(await shop.signIn('owner'))
    await shop.db.as(boss, async (tx) => pushPermission(tx, [userId]))
    expect(await push.next((message) => message.permission)).toMatchObject({ permission: true, org_change: false })
    await push.beat(1)
    const bells = await shop.sql('select kind, message from notification where group_id = $1 and user_id = $2', userId)
    expect(bells).toEqual([{ kind: 'notice', message: `您的权限已由 ${boss.realName} 调整` }])
    await push.close()
  })

  it('send the pages of that organisation away, also when the sessions end with it', async () => {
    const [there, stays] = [await seated(), await seated()]
    const message = '您已被移出测试配件店'
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `update shared.session set end_reason = '离职' where group_id = $1 and login_id = $2`,
        values: [shop.groupId, there.userId],
      })
      wake(tx, { type: 'session', users: [there.userId] })
      pushOrgChange(tx, [stays.userId], '不关您的事', shop.orgId + 1000)
      pushOrgChange(tx, [there.userId], message, shop.orgId)
    })
    expect(await there.push.next((each) => each.org_change)).toMatchObject({ org_change: true, msg: message })
    expect(await there.push.closed).toBe(4401)
    expect(stays.push.messages.filter((each) => each.org_change)).toEqual([])
    await stays.push.close()
  })
})

describe('several servers on one database', () => {
  it('all deliver, and a server that lost its connection counts again', async () => {
    const db = new Database(shop.appUrl, { max: 4 })
    const app = await createApp(db)
    const second = await bindPush(app.http, db)
    bindAreas(app)
    const origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
    const { client, userId, push } = await seated()
    const there = await PushClient.open(origin, client.token)
    await tell([userId], '两边都到')
    for (const each of [push, there]) expect(await each.next()).toMatchObject({ unread_num: 1, msg: '两边都到' })

    // Every connection breaks, as when the database starts again; what is written meanwhile is not told to anybody.
    await shop.sql(
      `insert into notification (group_id, user_id, kind, message) values ($1, $2, 'news', '没有通知到的消息') returning id`,
      userId,
    )
    await shop.db.shared({
      text: `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chepu-listen'
        and datname = current_database()`,
    })
    for (const each of [push, there]) expect(await each.next()).toMatchObject({ unread_num: 2, total_num: 2, msg: '' })

    await tell([userId], '又能听见了')
    for (const each of [push, there]) expect(await each.next()).toMatchObject({ unread_num: 3, msg: '又能听见了' })
    expect(second.sockets.size).toBe(1)
    await app.http.close()
    expect(await there.closed).toBe(1001)
    await db.close()
    await push.close()
  })

  it('tells many new rows to many sockets of a user', async () => {
    const { client, userId, push } = await seated()
    const more = await Promise.all(Array.from({ length: 4 }, () => PushClient.open(shop.origin, client.token)))
    const texts = Array.from({ length: 30 }, (_, index) => `第${index + 1}条`)
    await Promise.all(texts.map((text) => tell([userId], text)))
    for (const each of [push, ...more]) {
      const heard = new Set<string>()
      while (heard.size < texts.length) heard.add((await each.next((message) => message.msg !== '')).msg)
      expect([...heard].toSorted()).toEqual(texts.toSorted())
    }
    await Promise.all([push, ...more].map((each) => each.close()))
  })

  it('forgets a socket that was closed', async () => {
    const { userId, push } = await seated()
    const before = shop.push.sockets.size
    await push.close()
    await shop.db.tenant(shop.groupId, async (tx) =>
      wake(tx, { type: 'news', groupId: shop.groupId, users: [userId], message: '无人在听', orgId: null }),
    )
    const { push: next } = await seated()
    expect(shop.push.sockets.size).toBe(before)
    await next.close()
  })
})
