import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@chepu/contract/kernel/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type Client, openShop, type Shop } from '../../test/shop'
import { startExports } from '../kernel/export/worker'
import { keepFilesIn } from '../kernel/base/file-folder'

let shop: Shop
let owner: Client
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chepu-files-'))
  keepFilesIn(folder)
  shop = await openShop()
  owner = await shop.signIn('owner')
  // The calls of the platform's keeper are tried, too.
  await shop.db.shared({ text: 'update shared.login set is_platform = true' })
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  items?: Shape
  minItems?: number
  format?: string
  pattern?: string
  properties?: Record<string, Shape>
}

const shapeOf = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as Shape

/** What stands wherever a text or a number may stand; each pair is one call. */
const evils = [
  { text: '\0', number: 0 },
  { text: '__proto__', number: -1 },
  { text: "%'\\😀", number: 9.2e18 },
  { text: '9'.repeat(30), number: 2 ** 53 - 1 },
]

/** A value that fits a shape as far as the shape can tell, with `evil` wherever a value of that type stands. */
function fitting(shape: Shape, evil: { text: string; number: number }): unknown {
  const choice = shape.anyOf?.[0] ?? shape.oneOf?.[0]
  if (choice) return fitting(choice, evil)
  if ('const' in shape) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.type === 'object')
    return Object.fromEntries(Object.entries(shape.properties ?? {}).map(([key, each]) => [key, fitting(each, evil)]))
  if (shape.type === 'array') return [fitting(shape.items ?? {}, evil)]
  if (shape.type === 'number' || shape.type === 'integer') return evil.number
  if (shape.type === 'boolean') return true
  if (shape.format === 'date') return '2026-01-31'
  // A list of ids is digits; how many of them is for the shape to say.
  return shape.pattern?.includes('\\d') && !/^\d+$/.test(evil.text) ? '1' : evil.text
}

const query = (fields: unknown) =>
  new URLSearchParams(Object.entries(fields as object).map(([key, value]): [string, string] => [key, String(value)]))

/** Everything odd that is tried on a route; what it has no place for is left out. */
function tries(route: Route): { path: string; type?: string; body?: string }[] {
  const [asking, body] = [shapeOf(route.query), shapeOf(route.body)]
  const at = (param: string) => route.path.replace(/:(\w+)/g, encodeURIComponent(param))
  const isAsked = Object.keys(asking.properties ?? {}).length > 0
  const asked = isAsked ? evils.map((evil) => ({ path: `${at('1')}?${query(fitting(asking, evil))}` })) : []
  const names = route.path.includes(':') ? ['__proto__', 'constructor', '9'.repeat(30)] : ['1']
  if (route.method === 'GET') return [...names.map((name) => ({ path: at(name) })), ...asked]
  const json = (text: string, path = at('1')) => ({ path, type: 'application/json', body: text })
  const types = route.upload ? ['multipart/form-data', 'multipart/form-data; boundary=x'] : ['text/plain']
  return [
    { path: at('1') },
    ...names.map((name) => json('{"version":1}', at(name))),
    ...evils.map((evil) => json(JSON.stringify(fitting(body, evil)))),
    json('[]'),
    json(JSON.stringify(fitting(body, { text: '\ud800', number: 1 }))),
    ...types.map((type) => ({ path: at('1'), type, body: '{"a":1}' })),
  ]
}

it('answers whatever comes without a fault of its own, on every route', async () => {
  const faults: string[] = []
  const queue = shop.app.routes.flatMap((route) => tries(route).map((each) => ({ method: route.method, ...each })))
  const ask = async () => {
    for (let each = queue.shift(); each; each = queue.shift()) {
      const { method, path, type, body } = each
      const headers = { token: owner.token, ...(type && { 'content-type': type }) }
      const answer = await fetch(shop.origin + path, { method, headers, ...(body !== undefined && { body }) })
      const text = await answer.text()
      if (answer.status >= 500 && answer.status !== 521)
        faults.push(`${answer.status} ${method} ${path} ${type} ${body} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: 8 }, ask))
  expect(faults).toEqual([])
})

it('lets no export fail for what its filters say', async () => {
  const faults: unknown[] = []
  const worker = startExports(shop.db, (error) => faults.push(error), { everyMs: 20 })
  const open = async () => {
    const [row] = await shop.sql<{ count: number }>(
      `select count(*) as count from export_job where group_id = $1 and state in ('queued', 'running')`,
    )
    return row?.count ?? 0
  }
  for (const route of shop.app.routes.filter((each) => each.path.endsWith('/export') && each.method === 'POST')) {
    for (const evil of [9.2e18, 2 ** 53 - 1, -1]) {
      const filters = fitting(shapeOf(route.body).properties?.filters ?? {}, { text: 'a', number: evil }) as object
      const body = JSON.stringify({ filters, columns: [] })
      const headers = { token: owner.token, 'content-type': 'application/json' }
      const { status } = await fetch(shop.origin + route.path, { method: 'POST', headers, body })
      expect(status).toBeLessThan(500)
      while ((await open()) > 0);
    }
  }
  await worker.stop()
  expect(faults).toEqual([])
})
