/// <reference types="node" />
import { exportFile } from '@chepu/contract/kernel/export-job'
import { route } from '@chepu/contract/kernel/route'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, CallError, fetchFile, fillPath, onSignedOut, queryString, setSessionHeaders } from './call'
import { onToast, type Toast } from './toast'

interface Seen {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

let server: Server
let seen: Seen
let answer: { status: number; body: string; type?: string }
const toasts: Toast[] = []
const stop = onToast((toast) => toasts.push(toast))

const onePart = route({
  method: 'GET',
  path: '/api/web/part/:id',
  access: 'signedIn',
  summary: '',
  params: z.object({ id: z.number() }),
  query: z.object({ brand: z.string().optional(), ids: z.array(z.number()).optional() }),
  data: z.object({ name: z.string() }),
})
const savePart = route({
  method: 'POST',
  path: '/api/web/part',
  access: 'signedIn',
  summary: '',
  body: z.object({ name: z.string() }),
  data: z.object({ id: z.number() }),
})

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      response.writeHead(answer.status, { 'Content-Type': answer.type ?? 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  Object.assign(globalThis, { localStorage: { getItem: () => `http://127.0.0.1:${port}` } })
  setSessionHeaders(async () => ({ token: 'T1', version: '2.0' }))
})
afterEach(() => {
  toasts.length = 0
})
afterAll(() => {
  stop()
  server.close()
})

const json = (status: number, body: unknown) => {
  answer = { status, body: JSON.stringify(body) }
}

describe('call', () => {
  it('sends prefix, path and query parameters and the session headers, and answers the data', async () => {
    json(200, { code: 0, msg: 'ok', data: { name: '机滤' } })
    const data = await call(onePart, { params: { id: 7 }, query: { brand: '曼牌', ids: [1, 2] } })
    expect(data).toEqual({ name: '机滤' })
    expect(decodeURIComponent(seen.url)).toBe('/api-main/api/web/part/7?brand=曼牌&ids=1,2')
    expect(seen.headers).toMatchObject({ token: 'T1', version: '2.0' })
    expect(seen.headers['idempotency-key']).toBeUndefined()
  })

  it('gives every change an idempotency key, and keeps the one it is given', async () => {
    json(200, { code: 0, msg: 'ok', data: { id: 1 } })
    await call(savePart, { body: { name: '机滤' } })
    const first = seen.headers['idempotency-key']
    await call(savePart, { body: { name: '机滤' } })
    expect(first).toBeTruthy()
    expect(seen.headers['idempotency-key']).not.toBe(first)
    await call(savePart, { body: { name: '机滤' }, idempotencyKey: 'again' })
    expect(seen.headers['idempotency-key']).toBe('again')
    expect(seen.body).toBe('{"name":"机滤"}')
  })

  it('throws the refusal with its faulty fields and shows it for 5 s', async () => {
    json(400, { code: 400, msg: '请填写名称', errors: [{ path: 'name', message: '必填' }] })
    const failure = await call(savePart, { body: { name: '' } }).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(CallError)
    expect(failure).toMatchObject({ code: 400, status: 400, errors: [{ path: 'name', message: '必填' }] })
    expect(toasts).toEqual([{ kind: 'error', text: '请填写名称', seconds: 5 }])
  })

  it('shows nothing when quiet', async () => {
    json(409, { code: 460, msg: '单据已被他人修改，请刷新后重试' })
    await expect(call(savePart, { body: { name: 'a' }, quiet: true })).rejects.toMatchObject({ status: 409 })
    expect(toasts).toEqual([])
  })

  const expired = '身份已失效，请重新登录！'
  it.each([
    [200, 401, '令牌已过期', expired],
    [200, 521, '您的账号已在其他设备登录，本机已退出', expired],
    [200, 521, '', expired],
    [401, 401, '', expired],
    [521, 521, '', expired],
    [521, 521, '您的账号已在其他设备登录，本机已退出', '您的账号已在其他设备登录，本机已退出'],
  ])('ends the session on HTTP %i with code %i and the words "%s"', async (status, code, msg, shown) => {
    const ended: string[] = []
    onSignedOut((message) => ended.push(message))
    json(status, { code, msg })
    await expect(call(onePart, { params: { id: 1 }, quiet: true })).rejects.toThrow(shown)
    expect(ended).toEqual([shown])
    expect(toasts).toEqual([{ kind: 'error', text: shown, seconds: 3 }])
  })

  it('passes an abort on without a message', async () => {
    json(200, { code: 0, msg: 'ok', data: {} })
    const abort = new AbortController()
    abort.abort()
    await expect(call(onePart, { params: { id: 1 }, signal: abort.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
    expect(toasts).toEqual([])
  })

  it('explains an answer that is no envelope', async () => {
    answer = { status: 502, body: '<html>', type: 'text/html' }
    await expect(call(onePart, { params: { id: 1 } })).rejects.toMatchObject({ status: 502, code: 502 })
    expect(toasts[0]?.text).toBe('服务异常，请稍后重试')
  })

  it('names the stored gateway when nobody answers there', async () => {
    const own = globalThis.localStorage
    Object.assign(globalThis, { localStorage: { getItem: () => 'http://127.0.0.1:1' } })
    await expect(call(onePart, { params: { id: 1 } })).rejects.toMatchObject({ status: 0 })
    expect(toasts[0]?.text).toBe('服务地址 http://127.0.0.1:1 无法访问：未被本系统允许，或网络不通，请联系管理员')
    Object.assign(globalThis, { localStorage: own })
  })

  it('fetches a file, and throws the refusal instead of saving it', async () => {
    const file = { params: { id: 1 }, quiet: true }
    // A file is what its route says, whatever its type: an attachment may be JSON.
    for (const type of ['application/octet-stream', 'application/json']) {
      answer = { status: 200, body: 'PK', type }
      expect(await (await fetchFile(exportFile, file)).text()).toBe('PK')
    }
    json(404, { code: 460, msg: '文件已过期' })
    await expect(fetchFile(exportFile, file)).rejects.toThrow('文件已过期')
  })
})

describe('addresses', () => {
  it('fills both spellings of a path parameter', () => {
    expect(fillPath('/a/:id/act/:action', { id: 3, action: 'approve' })).toBe('/a/3/act/approve')
    expect(fillPath('/table/{table_name}', { table_name: 'a b' })).toBe('/table/a%20b')
  })
  it('leaves empty values out of the query', () => {
    expect(queryString({ a: '', b: null, c: undefined, d: false, e: 0, f: [] })).toBe('?d=false&e=0')
    expect(queryString({})).toBe('')
  })
})
