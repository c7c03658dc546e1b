import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openShop, type Shop } from '../../test/shop'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** Calls that business/frame 7 names, one a line: method and path. Those of areas that do not exist yet are not among them. */
const calls = readFileSync(new URL('fixtures/spec-calls.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

it('answers every call of the specification at its path', () => {
  const bound = new Set(shop.app.routes.map((route) => `${route.method} ${route.path}`))
  expect(calls.filter((call) => !bound.has(call))).toEqual([])
  expect(new Set(calls).size).toBe(calls.length)
})

it('answers each of them with the main service’s prefix and without', async () => {
  const unknown: string[] = []
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ')
    for (const prefix of ['', '/api-main']) {
      const answer = await fetch(`${shop.origin}${prefix}${path.replace(/:\w+/g, '1')}`, { method })
      if (answer.status === 404) unknown.push(`${method} ${prefix}${path}`)
    }
  }
  expect(unknown).toEqual([])
})
