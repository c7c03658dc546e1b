import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../kernel/db/db'
import { bindAreas } from './areas'
import { createApp } from './http'
import { createLog } from './log'
import { servePages } from './pages'
import { prepareStop } from './stop'

const log: string[] = []
let origin: string
let folder: string
let stop: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>页面</title>')
  await writeFile(join(folder, 'link.html'), '<title>链接</title>')
  await writeFile(join(folder, 'version.json'), '{}')
  await writeFile(join(folder, 'logo.svg'), '<svg/>')
  const logger = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } }).log
  const db = new Database('postgres://nobody@127.0.0.1:1/none')
  const app = await createApp(db, { logger })
  bindAreas(app)
  await servePages(app, folder)
  prepareStop({ http: app.http, db })
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  stop = async () => {
    await app.http.close()
    await db.close()
  }
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

/** A path exactly as it is written, which fetch would tidy up. */
async function ask(path: string, { method = 'GET', accept = 'text/html,*/*;q=0.8' } = {}) {
  const { port } = new URL(origin)
  const sent = request({ host: '127.0.0.1', port, path, method, headers: { accept } }).end()
  const [response] = await once(sent, 'response')
  const { statusCode: status, headers } = response as IncomingMessage
  return { status, body: await text(response), type: headers['content-type'], allow: headers.allow }
}

it('writes no values of queries into the log', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const db = new Database('postgres://nobody@127.0.0.1:1/none')
  const app = await createApp(db, { logger: createLog('info', stream) })
  bindAreas(app)
  await servePages(app, folder)
  await app.http.inject({ url: '/api/nothing?mobile=13800000001&q=%E5%BC%A0&token=secret#x' })
  await app.http.inject({ url: '/api/nothing' })
  await app.http.inject({ url: '/api/health;token=secret?secret' })
  await app.http.inject({ url: '/x;token=secret?secret&secret=1', headers: { accept: 'text/html' } })
  await app.http.inject({ url: '/purchase/secret', headers: { accept: 'text/html' } })
  await app.http.inject({ url: '/api/web/part/1;token=secret?page=2&q=secret' })
  await app.http.close()
  await db.close()
  const urls = lines.flatMap((line) => (JSON.parse(line) as { path?: string }).path ?? [])
  expect(urls).toEqual(['/api/…?mobile&q&…', '/api/…', '/api/…?…', '/x?…&…', '/purchase/…', '/api/web/part/1?page&q'])
  expect(lines.join('')).not.toMatch(/13800000001|secret|%E5%BC/)
})

it('sends a page without a warning of Node', async () => {
  const warnings: Error[] = []
  const warned = (warning: Error) => void warnings.push(warning)
  process.on('warning', warned)
  for (const path of ['/login', '/purchase', '/version.json']) expect((await ask(path)).status).toBe(200)
  // Warnings are told a turn later.
  await new Promise(setImmediate)
  process.off('warning', warned)
  expect(warnings).toEqual([])
})

it('tells the head of a page to who asks for it alone', async () => {
  for (const path of ['/', '/login', '/purchase']) {
    expect(await ask(path, { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
      type: 'text/html; charset=utf-8',
    })
  }
  for (const path of ['/api/nothing', '/assets/nothing.js'])
    expect(await ask(path, { method: 'HEAD' })).toMatchObject({ status: 404, body: '' })
})

it('answers odd addresses of visitors without a fault of its own', async () => {
  expect(await ask('/purchase?id=12')).toMatchObject({ status: 200, body: '<title>页面</title>' })
  const odd = [
    '//x',
    '/../package.json',
    '/api/web/./brand',
    '/api/web/brand%00',
    '/redirect//evil.example',
    '/%',
    '/%c0%ae%c0%ae/etc/passwd',
    '/assets/../../index.html',
  ]
  for (const path of odd) {
    const { status, body } = await ask(path)
    expect(`${path} ${status} ${body}`).toMatch(/ 404 .*不存在/)
  }
  expect(log).toEqual([])
})

it('answers 404 for files that are not there, also to a browser', async () => {
  for (const path of ['/assets/shell-OLDHASH.js', '/assets/shell', '/x.css', '/.env', '/a/b.php']) {
    const { status, type, body } = await ask(path)
    expect([path, status, type]).toEqual([path, 404, 'application/json; charset=utf-8'])
    expect(JSON.parse(body)).toEqual({ code: 460, reason: 'notFound', msg: '文件不存在' })
  }
  expect(await ask('/robots.txt')).toMatchObject({ status: 200, body: 'User-agent: *\nDisallow: /\n' })
  expect(await ask('/favicon.ico')).toMatchObject({ status: 200, type: 'image/svg+xml', body: '<svg/>' })
})

it('gives its page to browsers, and to others that of the sign-in alone', async () => {
  const program = { accept: '*/*' }
  for (const path of ['/health', '/status', '/purchase'])
    expect(JSON.parse((await ask(path, program)).body)).toEqual({ code: 460, reason: 'notFound', msg: '页面不存在' })
  expect(await ask('/login', program)).toMatchObject({ status: 200, body: '<title>页面</title>' })
  expect(await ask('/my-own-name-of-a-page')).toMatchObject({ status: 200, body: '<title>页面</title>' })
})

it('names the methods of an address that is asked with another', async () => {
  const wrong = { status: 405, allow: 'POST' }
  for (const method of ['GET', 'PUT'])
    expect(await ask('/api-main/api/web/brand/7/enable', { method })).toMatchObject(wrong)
  expect(await ask('/api/web/brand', { method: 'DELETE' })).toMatchObject({ status: 405, allow: 'GET, HEAD, POST' })
  expect(await ask('/api/web/brand/7/enables', { method: 'POST' })).toMatchObject({ status: 404 })
})

it('answers every signed link with the page of its own, which no search engine keeps, and logs no token', async () => {
  const { status, headers } = await fetch(`${origin}/l/AbCd-_12`)
  expect([status, headers.get('x-robots-tag'), headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
    200,
    'noindex, nofollow',
    'no-referrer',
    'no-cache',
  ])
  expect((await ask('/l/AbCd-_12')).body).toBe('<title>链接</title>')
  expect((await ask('/l/AbCd-_12', { accept: '*/*' })).body).toBe('<title>链接</title>')
  expect((await ask('/l')).body).toBe('<title>页面</title>')
  expect((await ask('/l/AbCd-_12', { method: 'POST' })).status).toBe(404)
  expect(log.join('')).not.toContain('AbCd')
})
