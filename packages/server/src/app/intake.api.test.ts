import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { goodsReceiptRoutes } from '@chepu/contract/purchasing/goods-receipt'
import { brandRoutes } from '@chepu/contract/basics/brand'
import { bodyLimit, type Route } from '@chepu/contract/kernel/route'
import { registerOrg } from '@chepu/contract/shell/registration'
import { captcha, startSignIn } from '@chepu/contract/shell/sign-in'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Client, openShop, type Shop } from '../../test/shop'
import { shanghaiDay } from '../kernel/calendar'

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
}

/** Sends a head and as much of a body as is given, waits for the answer without sending more, and hangs up. */
async function knock(method: string, path: string, { token, ip, length, body = '' }: Sent = {}) {
  const socket = connect(Number.parseInt(new URL(shop.origin).port, 10), '127.0.0.1')
  sockets.add(socket.on('error', () => undefined))
  const framing = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length ?? body.length}`
  const head = [`${method} ${path} HTTP/1.1`, 'host: shop', 'content-type: application/json', framing]
  if (token) head.push(`token: ${token}`)
  if (ip) head.push(`x-forwarded-for: ${ip}`)
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(length === 'chunked' ? `${body.length.toString(16)}\r\n${body}\r\n` : body)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text) => (answer += text))
  while (!answer.includes('"msg"')) await once(socket, 'data')
  socket.destroy()
  return {
    status: Number.parseInt(answer.split(' ')[1] ?? '', 10),
    closes: /^connection: close/im.test(answer),
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
    expect(await knock('POST', goodsReceiptRoutes.save.path, half)).toMatchObject({ status: 403 })
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
    expect(JSON.parse(body)).toEqual({ code: 400, msg: '请求格式不正确' })
    expect(answered).toMatch(/^http\/1.1 400 bad request\r\n/)
    expect(answered).toContain('content-type: application/json; charset=utf-8')
    expect(answered).toContain('connection: close')
  })

  it('says when the head is too long', async () => {
    const { head: answered, body } = await shout(`${head}x: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect(JSON.parse(body)).toEqual({ code: 400, msg: '请求头过长' })
    expect(answered).toMatch(/^http\/1.1 431 /)
  })
})

describe('a body', () => {
  it('is as long as its call says', async () => {
    const limits: [Route, string | undefined, string][] = [
      [startSignIn, undefined, '提交的内容不能超过64KB'],
      [brandRoutes.save, owner.token, '提交的内容不能超过1MB'],
      [goodsReceiptRoutes.save, owner.token, '提交的内容不能超过3MB'],
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
    const saved = await owner.ask(goodsReceiptRoutes.save, {
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
    const { status, errors } = await answerOf(await post(goodsReceiptRoutes.save.path, lines))
    expect([status, errors?.length]).toEqual([400, 50])
  })

  it('has no halves of characters and no null characters, and the field is named', async () => {
    for (const sign of ['\\ud800', '\\uDC00 ', 'a\\u0000']) {
      const text = `{"header":{"remark":"\\ud83d\\ude00"},"lines":[{"remark":"好"},{"remark":"${sign}"}]}`
      expect(await answerOf(await post(goodsReceiptRoutes.save.path, text))).toMatchObject({
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
      msg: '短时间内提交的内容过多，请稍后再试',
    })
    expect((await post(registerOrg.path, licence, from('10.8.1.2'))).status).toBe(400)
    // Who is signed in there goes on, and so does who asks without a body.
    const receipt = await post(goodsReceiptRoutes.save.path, `{"a":"${'A'.repeat(2 * megabyte)}"}`, {
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
      expect(await knock('POST', goodsReceiptRoutes.save.path, stranger)).toMatchObject({ status: 401, closes })
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
