import type { Route } from '@chepu/contract/kernel/route'
import { printTill } from '@chepu/contract/finance/till'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from '../../test/shop'
import { documentKinds } from '../kernel/document/registry'
import { checkAnswer } from './check-answer'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** What a definition of zod may hold. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodType>
  catchall?: z.ZodType
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  items?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  getter?: () => z.ZodType
}

/** Where an answer may hold anything: `any`, `unknown`, what a function makes, and objects that are open to whatever is put into them. */
function looseSpots(schema: z.ZodType, path = 'data', seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return []
  const definition = schema.def as unknown as Definition
  if (['any', 'unknown', 'custom', 'transform'].includes(definition.type)) return [path]
  const inside = new Set([...seen, schema])
  const {
    shape,
    catchall,
    element,
    innerType,
    valueType,
    options = [],
    items = [],
    left,
    right,
    out,
    getter,
  } = definition
  const parts: (readonly [z.ZodType | undefined, string])[] = [
    ...Object.entries(shape ?? {}).map(([key, each]) => [each, `${path}.${key}`] as const),
    // A strict object says `never`, which is not loose.
    [catchall, `${path}.*`],
    [element, `${path}[]`],
    [valueType, `${path}.*`],
    ...[innerType, ...options, ...items, left, right, out, getter?.()].map((each) => [each, path] as const),
  ]
  return parts.flatMap(([each, at]) => (each ? looseSpots(each, at, inside) : []))
}

interface Shape {
  type?: string | string[]
  anyOf?: Shape[]
  enum?: string[]
  const?: string
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
}
const described = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'output' }) as Shape

const partnerFields = ['partnerId', 'partnerName']

/** Names of what a line takes that is sent; lines that may be left out have a default. */
function lineFields(lines: z.ZodType): string[] {
  const list = lines instanceof z.ZodDefault ? lines.unwrap() : lines
  return Object.keys((list as z.ZodArray<z.ZodObject>).element.shape)
}

describe('the contract of answers', () => {
  it('says of every route what stands in its answer', () => {
    const told = shop.app.routes.filter(({ download }) => download === undefined)
    const loose = told.flatMap((route) => looseSpots(route.data).map((spot) => `${route.method} ${route.path} ${spot}`))
    expect(loose).toEqual([])
  })

  it('tells header and lines of every kind of document by its definition', () => {
    // The slip of a till that is handed over is no document.
    const reads = shop.app.routes.filter(
      (route) => route.method === 'POST' && route.path.endsWith('/:id/print') && route.path !== printTill.path,
    )
    expect(reads.length).toBeGreaterThanOrEqual(12)
    // Some kinds are made by others and have no call that saves them; their definitions say what they take all the same.
    const printed = new Map(reads.map(({ path, data }) => [path, data]))
    const kinds = documentKinds().filter(({ def }) => printed.has(def.routes.print.path))
    expect(kinds).toHaveLength(reads.length)
    for (const { def } of kinds) {
      const { header: taken, lines } = (def.routes.save.body as z.ZodObject).shape as Record<string, z.ZodType>
      const data = printed.get(def.routes.print.path) as z.ZodType
      const { header, ...more } = described(data).properties ?? {}
      const names = Object.keys((taken as z.ZodObject).shape)
      expect(names.filter((name) => !header?.properties?.[name])).toEqual([])
      // Who the partner is stands in every answer of a kind whose header takes one, and in none of the others.
      const partner = names.includes('partnerId') ? partnerFields : []
      expect(header?.required).toEqual(expect.arrayContaining(['id', 'billNo', ...partner, 'state']))
      expect(partnerFields.filter((name) => header?.properties?.[name])).toEqual(partner)
      const own = lines ? lineFields(lines) : []
      expect(own.filter((name) => !more.lines?.items?.properties?.[name])).toEqual([])
    }
  })

  it('names no field of another kind', () => {
    const fields = (path: string) =>
      Object.keys(
        described(shop.app.routes.find((route) => route.method === 'GET' && route.path === path)?.data as z.ZodType)
          .properties?.['rows']?.items?.properties ?? {},
      )
    expect(fields('/api/web/goods-receipt')).toEqual(expect.arrayContaining(['billNo', 'carrierName', 'waybill']))
    expect(fields('/api/web/goods-receipt')).not.toContain('disposal')
    expect(fields('/api/web/sales-return')).toEqual(expect.arrayContaining(['disposal', 'reason']))
    expect(fields('/api/web/sales-order')).not.toContain('waybill')
  })
})

describe('an answer in tests', () => {
  const route = {
    method: 'GET',
    path: '/thing',
    data: z.object({ rows: z.array(z.object({ id: z.number(), more: z.object({ a: z.string() }).optional() })) }),
  } as unknown as Route

  it('is what its contract says', () => {
    expect(() => checkAnswer(route, { rows: [{ id: 1 }, { id: 2, more: { a: 'x' } }] })).not.toThrow()
    expect(() => checkAnswer(route, { rows: [{ id: '1' }] })).toThrow('another shape')
  })

  it('holds nothing at any depth that its contract does not name', () => {
    expect(() => checkAnswer(route, { rows: [], total: 0 })).toThrow('does not name: total')
    expect(() => checkAnswer(route, { rows: [{ id: 1 }, { id: 2, more: { a: 'x', b: 'y' }, at: null }] })).toThrow(
      'does not name: rows.1.more.b, rows.1.at',
    )
  })
})
