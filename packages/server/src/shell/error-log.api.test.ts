import { errorLog } from '@chepu/contract/shell/error-log'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bindAreas } from '../app/areas'
import { createApp } from '../app/http'
import { sessionByToken } from './sign-in/session'
import { openShop, type Shop } from '../../test/shop'

let shop: Shop
const logged: Record<string, unknown>[] = []
let origin: string
let stop: () => Promise<void>
beforeAll(async () => {
  shop = await openShop()
  const { log } = fastify({
    logger: { level: 'error', stream: { write: (line: string) => logged.push(JSON.parse(line) as never) } },
  })
  const app = await createApp(shop.db, { logger: log })
  bindAreas(app)
  origin = await app.http.listen({ port: 0, host: '127.0.0.1' })
  stop = () => app.http.close()
})
afterAll(async () => {
  await stop()
  await shop.close()
})

const fault = {
  release: '3.0.0',
  path: '/purchase',
  source: 'error',
  message: 'TypeError: x is undefined',
  stack: 'at a.js:1',
}
const send = (body: unknown, token = '') =>
  fetch(`${origin}/api-main${errorLog.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Chrome 140', ...(token && { token }) },
    body: JSON.stringify(body),
  })

describe('the error log', () => {
  it('writes the faults of pages to the log, with release, path, browser and user', async () => {
    const buyer = await shop.signIn('buyer')
    const { loginId: userId } = await sessionByToken(shop.db, buyer.token)
    expect((await send(fault, buyer.token)).status).toBe(200)
    expect((await send({ ...fault, path: '/login' }, 'f'.repeat(43))).status).toBe(200)
    expect(logged).toMatchObject([
      { msg: 'a page failed', page: { ...fault, userAgent: 'Chrome 140', userId } },
      { msg: 'a page failed', page: { path: '/login', userId: null } },
    ])
  })

  it('takes no endless texts and no other fields', async () => {
    expect((await send({ ...fault, message: 'x'.repeat(501) })).status).toBe(400)
    expect((await send({ ...fault, stack: 'x'.repeat(4001) })).status).toBe(400)
    expect((await send({ ...fault, source: 'made up' })).status).toBe(400)
    logged.length = 0
    await send({ ...fault, extra: 'x' })
    expect(JSON.stringify(logged)).not.toContain('extra')
  })

  it('is not flooded', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send(fault).then((answer) => answer.status)))
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(30)
    expect(answers.filter((status) => status === 200).length).toBeLessThanOrEqual(60)
  })
})
