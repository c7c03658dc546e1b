import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { bodyLimit, type Route } from '@chepu/contract/kernel/route'
import { registerOrg } from '@chepu/contract/access/registration'
import { chooseOrg } from '@chepu/contract/shell/session'
import { captcha, startSignIn } from '@chepu/contract/shell/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assignUser, createOrg } from '../access/provision'
import { type Client, openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/base/calendar'

let shop: Shop
let owner: Client
const sockets = new Set<Socket>()
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await shop.close()
})

interface Sent {
  token?: string
  ip?: string
  /** Bytes that the head promises; those of the body when absent, and 'chunked' promises none. */
  length?: number | 'chunked'
  body?: string
  /** More of the head, each line with its end: after what frames the body, or before it. */
  offer?: string
  before?: string
  /** What the answer holds when it has come whole. */
  until?: string
}

/** Sends a head and as much of a body as is given, waits for the answer without sending more, and hangs up. */
async function knock(
  method: string,
  path: string,
  { token, ip, length, body = '', offer = '', before = '', until = '"msg"' }: Sent = {},
) {
  const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1')
  sockets.add(socket.on('error', () => undefined))
  const framing =
    length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length ?? Buffer.byteLength(body)}`
  const head = [`${method} ${path} HTTP/1.1`, 'host: shop', 'content-type: application/json']
  if (token) head.push(`token: ${token}`)
  if (ip) head.push(`x-forwarded-for: ${ip}`)
  socket.write(`${head.join('\r\n')}\r\n${before}${framing}\r\n${offer}\r\n`)
  socket.write(length === 'chunked' ? `${body.length.toString(16)}\r\n${body}\r\n` : body)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => (answer += text))
  while (!answer.includes(until)) await once(socket, 'data')
  socket.destroy()
  return {
    status: Number.parseInt(answer.split(' ')[1] ?? '', 10),
    closes: /^connection: close/im.test(answer),
    reason: /"reason":"(\w+)"/.exec(answer)?.[1],
    msg: /"msg":"([^"]*)"/.exec(answer)?.[1],
  }
}

/** Sends bytes as they are; what comes back until the server hangs up. */
async function shout(bytes: string) {
  const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1')
  sockets.add(socket.on('error', () => undefined))
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { head: head.toLowerCase(), body }
}

const filled = (path: string) => path.replace(/:(\w+)/g, '1')
const post = (path: string, text: string, headers: Record<string, string> = { token: owner.token }) =>
  fetch(shop.origin + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
const answerOf = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { msg: string; errors?: { path: string; message: string }[] }),
})

describe('who calls', () => {
  it('is settled before a body has come, on every route', async () => {
    for (const { method, path } of shop.app.routes.filter(
      (each) => each.method !== 'GET' && each.access !== 'public',
    )) {
      const { status } = await knock(method, filled(path), { length: 60_000, body: '{"a":' })
      expect(`${method} ${path} ${status}`).toBe(`${method} ${path} 401`)
    }
  })

  it('and whether he may, too', async () => {
    const nobody = await shop.signIn([])
    const half = { token: nobody.token, length: 60_000, body: '{"a":' }
    expect(await knock('POST', goodsReceipt.routes.save.path, half)).toMatchObject({ status: 403 })
  })
})

describe('what is no HTTP', () => {
  const head = 'POST /api/web/brand HTTP/1.1\r\nhost: shop\r\n'
  it.each([
    ['a length below nothing', `${head}content-length: -5\r\n\r\n`],
    ['two lengths', `${head}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`],
    ['a length that is no number', `${head}content-length: five\r\n\r\n`],
    ['a length and parts', `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a header without a name', `${head}: x\r\n\r\n`],
    ['a broken header', `${head}a b: x\r\n\r\n`],
    ['another protocol', 'EHLO shop\r\n\r\n'],
  ])('is answered like everything else: %s', async (_name, bytes) => {
    const { head: answered, body } = await shout(bytes)
    expect(JSON.parse(body)).toEqual({ code: 400, reason: 'malformed', msg: '请求格式不正确' })
    expect(answered).toMatch(/^http\/1.1 400 bad request\r\n/)
    expect(answered).toContain('content-type: application/json; charset=utf-8')
    expect(answered).toContain('connection: close')
  })

  it('says when the head is too long', async () => {
    const { head: answered, body } = await shout(`${head}x: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(JSON.parse(body)).toEqual({ code: 400, reason: 'headersTooLarge', msg: '请求头过长' })
    expect(answered).toMatch(/^http\/1.1 431 /)
  })
})

describe('an odd request', () => {
  it.each([
    ['no host', 'GET /api/site HTTP/1.1\r\n\r\n', 400, '请求头应有且只有一个Host'],
    ['two hosts', 'GET /api/site HTTP/1.1\r\nhost: a\r\nhost: a\r\n\r\n', 400, '请求头应有且只有一个Host'],
    ['two hosts, nowhere', 'GET /nowhere HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n', 400, '请求头应有且只有一个Host'],
    ['an expectation', 'GET /api/site HTTP/1.1\r\nhost: a\r\nexpect: abc\r\n\r\n', 417, '不支持请求头Expect的要求'],
    ['a tunnel', 'CONNECT shop:443 HTTP/1.1\r\nhost: shop:443\r\n\r\n', 405, '不支持的请求方法'],
  ])('is answered like everything else, and its connection ends: %s', async (_name, bytes, status, msg) => {
    const { head, body } = await shout(bytes)
    expect(JSON.parse(body)).toMatchObject({ code: 400, msg })
    expect(head).toMatch(new RegExp(`^http/1.1 ${status} `))
    expect(head).toContain('content-type: application/json; charset=utf-8')
    expect(head).toContain('connection: close')
  })

  it('of HTTP/1.0 needs no host', async () => {
    expect((await shout('GET /api/site HTTP/1.0\r\n\r\n')).head).toMatch(/^http\/1.1 200 /)
  })

  it('that offers another protocol is answered in this one, with its body', async () => {
    const offer = 'connection: upgrade, http2-settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n'
    const read = await knock('GET', `${brandRoutes.list.path}`, { token: owner.token, offer, until: '"rows"' })
    expect(read).toMatchObject({ status: 200 })
    const body = JSON.stringify({ name: '升级牌' })
    const saved = { token: owner.token, offer, body, until: '"msg":"ok"' }
    expect(await knock('POST', brandRoutes.save.path, saved)).toMatchObject({ status: 200 })
  })
})

it('reads a head to its last line, however many there are', async () => {
  const before = 'a:\r\n'.repeat(2050)
  const hosts = await shout(`GET /api/site HTTP/1.1\r\nhost: a\r\n${before}host: b\r\n\r\n`)
  expect(JSON.parse(hosts.body)).toEqual({ code: 400, reason: 'malformed', msg: '请求头应有且只有一个Host' })
  const long = { token: owner.token, before, length: bodyLimit(brandRoutes.save) + 1 }
  expect(await knock('POST', brandRoutes.save.path, long)).toMatchObject({ status: 413 })
  const offer = 'connection: upgrade\r\nupgrade: h2c\r\n'
  const whole = { token: owner.token, before, offer, body: JSON.stringify({ name: '长头牌' }) }
  expect(await knock('POST', brandRoutes.save.path, whole)).toMatchObject({ status: 200, msg: 'ok' })
})

it('ends a connection whose client offers a protocol before the last answer has come', async () => {
  const get = 'GET /api/site HTTP/1.1\r\nhost: shop\r\n'
  for (const protocol of ['h2c', 'websocket'])
    expect(await shout(`${get}\r\n${get}connection: upgrade\r\nupgrade: ${protocol}\r\n\r\n`)).toEqual({
      head: '',
      body: '',
    })
})

describe('a body that comes no further', () => {
  const half = '{"name":'
  const bodyBytes = 40
  /** A connection that has sent half a body, and the server's end of it. */
  const stalled = async (path: string) => {
    const accepted = once(shop.app.http.server, 'connection') as Promise<[Socket]>
    const socket = connect({
      port: Number.parseInt(new URL(shop.origin).port, 10),
      host: '127.0.0.1',
      allowHalfOpen: true,
    })
    sockets.add(socket.on('error', () => undefined))
    const read = once(shop.app.http.server, 'request')
    const head = [`POST ${path} HTTP/1.1`, 'host: shop', 'content-type: application/json', `token: ${owner.token}`]
    socket.write([...head, `content-length: ${bodyBytes}`, '', half].join('\r\n'))
    const [end] = await accepted
    await read
    return { socket, end }
  }

  it('is cut after half a minute without a byte, and the connection does not stay', async () => {
    const { socket, end } = await stalled(brandRoutes.save.path)
    await expect.poll(() => end.timeout).toBe(30_000)
    const [answer, gone] = [text(socket), once(end, 'close')]
    // As after the half minute.
    end.emit('timeout')
    expect(await answer).toMatch(/^HTTP\/1.1 408 [^]*"reason":"tooSlow","msg":"请求超时，请检查网络后重试"/)
    await gone
  })

  it('has five minutes in all, and a call that has its whole body the time that it needs', async () => {
    expect(shop.app.http.server.requestTimeout).toBe(300_000)
    const { socket, end } = await stalled(brandRoutes.save.path)
    await expect.poll(() => end.timeout).toBe(30_000)
    const answered = once(socket, 'data')
    socket.write('"整"}'.padEnd(bodyBytes - half.length - 2))
    await answered
    expect(end.timeout).not.toBe(30_000)
    socket.destroy()
  })
})

describe('an idempotency key', () => {
  const brand = (key: string, name: string) => owner.ask(brandRoutes.save, { body: { name }, idempotencyKey: key })

  it('is not cut: keys that differ at their end are refused when they are too long', async () => {
    expect(await brand('k'.repeat(80), '八十')).toMatchObject({ status: 200 })
    for (const end of ['a', 'b'])
      expect(await brand('k'.repeat(80) + end, `更长${end}`)).toMatchObject({
        status: 400,
        msg: '请求标识（Idempotency-Key）不能超过80个字符',
      })
  })

  it('is good for one organisation', async () => {
    const boss = await shop.signIn('owner')
    const elsewhere = await shop.db.tenant(shop.groupId, async (tx) => {
      const org = { shortName: '二店', orgType: 'parts_trade', taxpayerKind: 'small' as const, startMonth: 202601 }
      const orgId = await createOrg(tx, { ...org, code: '02', name: '测试二店' })
      const user = await tx.one<{ userId: number }>({
        text: 'select max(id) as user_id from app_user where group_id = $1',
        values: [tx.groupId],
      })
      await assignUser(tx, { userId: user?.userId as number, orgId, roles: ['owner'], isDefault: false })
      return orgId
    })
    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId }
    const lines = [{ partId: shop.parts.filter, qty: '1', price: '30' }]
    const save = () => boss.ask(goodsReceipt.routes.save, { body: { header, lines }, idempotencyKey: 'two-shops' })
    const first = await save()
    expect(first).toMatchObject({ status: 200 })
    expect(await save()).toEqual(first)
    await boss.call(chooseOrg, { body: { orgid: elsewhere } })
    expect(await save()).toMatchObject({ status: 400, reason: 'keyReused' })
  })
})

describe('a body', () => {
  it('is as long as its call says', async () => {
    const limits: [Route, string | undefined, string][] = [
      [startSignIn, undefined, '提交的内容不能超过64KB'],
      [brandRoutes.save, owner.token, '提交的内容不能超过1MB'],
      [goodsReceipt.routes.save, owner.token, '提交的内容不能超过3MB'],
    ]
    for (const [route, token, msg] of limits) {
      const sent = { ...(token && { token }), ip: '10.8.0.1' }
      const limit = bodyLimit(route)
      expect(await knock('POST', route.path, { ...sent, length: limit + 1 })).toMatchObject({ status: 413, msg })
      const body = ' '.repeat(limit + 1)
      expect(await knock('POST', route.path, { ...sent, length: 'chunked', body })).toMatchObject({ status: 413, msg })
    }
  })

  it('of 2,000 lines with all texts full passes', async () => {
    const remark = '满'.repeat(255)
    const line = { partId: shop.parts.filter, qty: '1', price: '30', taxRate: '0.13', batchNo: '批'.repeat(40), remark }
    const header = { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId, remark }
    const saved = await owner.ask(goodsReceipt.routes.save, {
      body: { header, lines: Array.from({ length: 2000 }, () => line) },
    })
    expect(saved).toMatchObject({ status: 200 })
  })

  // Lines, rights and pictures: what the schemas allow must also arrive.
  it('may be as long as its shape can be', () => {
    const short = shop.app.routes
      .filter((route) => route.method !== 'GET')
      .filter((route) => mostBytes(shapeOf(route)) > bodyLimit(route))
    expect(short.map((route) => route.path)).toEqual([])
  })

  it('is neither deep nor of very many values', async () => {
    const msg = '提交的内容层次或项目过多'
    const deep = '['.repeat(33) + ']'.repeat(33)
    const many = `[${'[1],'.repeat(200_000)}1]`
    for (const text of [deep, many])
      expect(await answerOf(await post(brandRoutes.save.path, text))).toMatchObject({ status: 400, msg })
    // Signs within texts count for nothing.
    const name = `${'[{,'.repeat(1000)}\\"[[[`
    expect(await answerOf(await post(brandRoutes.save.path, JSON.stringify({ name })))).not.toMatchObject({ msg })
  })

  it('is answered briefly, however many faults it has', async () => {
    const lines = JSON.stringify({ header: {}, lines: Array.from({ length: 2000 }, () => ({ qty: 'x', price: 'x' })) })
    const { status, errors } = await answerOf(await post(goodsReceipt.routes.save.path, lines))
    expect([status, errors?.length]).toEqual([400, 50])
  })

  it('has no halves of characters and no null characters, and the field is named', async () => {
    for (const sign of ['\\ud800', '\\uDC00 ', 'a\\u0000']) {
      const text = `{"header":{"remark":"\\ud83d\\ude00"},"lines":[{"remark":"好"},{"remark":"${sign}"}]}`
      expect(await answerOf(await post(goodsReceipt.routes.save.path, text))).toMatchObject({
        status: 400,
        msg: '第2行 含有无法保存的字符，请删除后重新输入',
        errors: [{ path: 'lines.1.remark' }],
      })
    }
    const key = await post(brandRoutes.save.path, '{"\\ud800":1}')
    expect(await answerOf(key)).toMatchObject({ status: 400 })
    const search = await fetch(`${shop.origin}${brandRoutes.list.path}?q=%00`, { headers: { token: owner.token } })
    expect(await answerOf(search)).toMatchObject({ status: 400, msg: '含有无法保存的字符，请删除后重新输入' })
    const whole = await post(brandRoutes.save.path, '{"name":"笑\\ud83d\\ude00"}')
    expect(whole.status).toBe(200)
  })
})

describe('an address', () => {
  const megabyte = 1024 * 1024
  const licence = `{"licence":"${'A'.repeat(6 * megabyte)}"}`
  const from = (ip: string) => ({ 'x-forwarded-for': ip })

  it('of visitors sends so many bytes a minute and no more', async () => {
    for (const _ of [1, 2]) expect((await post(registerOrg.path, licence, from('10.8.1.1'))).status).toBe(400)
    const third = { length: licence.length, body: licence.slice(0, 1000) }
    expect(await knock('POST', registerOrg.path, { ...third, ip: '10.8.1.1' })).toEqual({
      status: 429,
      closes: true,
      reason: 'tooMany',
      msg: '短时间内提交的内容过多，请稍后再试',
    })
    expect((await post(registerOrg.path, licence, from('10.8.1.2'))).status).toBe(400)
    // Who is signed in there goes on, and so does who asks without a body.
    const receipt = await post(goodsReceipt.routes.save.path, `{"a":"${'A'.repeat(2 * megabyte)}"}`, {
      token: owner.token,
      ...from('10.8.1.1'),
    })
    expect((await answerOf(receipt)).status).toBe(400)
    expect((await fetch(shop.origin + captcha.path, { headers: from('10.8.1.1') })).status).toBe(200)
  })

  it('may not go on sending what nobody reads', async () => {
    const ip = '10.8.1.3'
    const stranger = { ip, length: 8 * megabyte, body: '{' }
    for (const closes of [false, false, true])
      expect(await knock('POST', goodsReceipt.routes.save.path, stranger)).toMatchObject({ status: 401, closes })
    expect(await knock('POST', '/api/web/nothing-here', { ...stranger, length: 'chunked' })).toMatchObject({
      status: 404,
      closes: true,
    })
  })
})

const shapeOf = ({ body }: Route) => z.toJSONSchema(body, { unrepresentable: 'any', io: 'input' }) as Shape

interface Shape {
  type?: string
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  items?: Shape
  maxItems?: number
  maxLength?: number
  contentEncoding?: string
  properties?: Record<string, Shape>
}

/** Lists within a list are not all full at once. */
const mostWithin = 20

/** Bytes of the longest body of a shape: characters of three bytes, numbers of twenty; what is unbounded counts as short. */
function mostBytes(shape: Shape, most = Infinity): number {
  const parts = [shape.anyOf, shape.oneOf].flatMap((each) => each ?? []).map((each) => mostBytes(each, most))
  if (parts.length > 0) return Math.max(...parts)
  const sum = (shapes: Shape[]) => shapes.map((each) => mostBytes(each, most)).reduce((a, b) => a + b, 0)
  if (shape.allOf) return sum(shape.allOf)
  // Figures, days and words of a set are short; base64 is plain, and all other text may be Chinese.
  if (shape.type === 'string' && shape.maxLength === undefined) return 30
  if (shape.type === 'string') return 2 + (shape.maxLength ?? 0) * (shape.contentEncoding === 'base64' ? 1 : 3)
  if (shape.type === 'array')
    return Math.min(most, shape.maxItems ?? 1) * (1 + mostBytes(shape.items ?? {}, mostWithin))
  if (shape.type !== 'object') return 20
  const fields = shape.properties ?? {}
  return Object.keys(fields).join('').length + Object.keys(fields).length * 4 + sum(Object.values(fields))
}
