import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database } from '../kernel/db'
import { createApp } from './http'
import { createLog } from './log'
import { servePages } from './pages'

const log: string[] = []
let origin: string
let folder: string
let stop: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>页面</title>')
  await writeFile(join(folder, 'version.json'), '{}')
  const logger = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } } }).log
  const db = new Database('postgres://nobody@127.0.0.1:1/none')
  const { http } = await createApp(db, { logger })
  await servePages(http, folder)
  origin = await http.listen({ port: 0, host: '127.0.0.1' })
  stop = async () => {
    await http.close()
    await db.close()
  }
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

/** A path exactly as it is written, which fetch would tidy up. */
async function ask(path: string) {
  const { port } = new URL(origin)
  const [response] = await once(request({ host: '127.0.0.1', port, path }).end(), 'response')
  return { status: response.statusCode as number, body: await text(response) }
}

it('writes no values of queries into the log', async () => {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const db = new Database('postgres://nobody@127.0.0.1:1/none')
  const { http } = await createApp(db, { logger: createLog('info', stream) })
  await servePages(http, folder)
  await http.inject({ url: '/api/nothing?mobile=13800000001&q=%E5%BC%A0&token=secret#x' })
  await http.inject({ url: '/api/nothing' })
  await http.close()
  await db.close()
  const urls = lines.flatMap((line) => (JSON.parse(line) as { path?: string }).path ?? [])
  expect(urls).toEqual(['/api/nothing?mobile&q&token', '/api/nothing'])
  expect(lines.join('')).not.toMatch(/13800000001|secret|%E5%BC/)
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
