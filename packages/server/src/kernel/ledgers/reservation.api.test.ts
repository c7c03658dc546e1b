import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { Ledgers } from '../../../test/ledgers'
import type { HeldGoods } from '../document/registry'
import type { StockMove } from './types'

// The kinds are known to a program of this file's own: registries are kept by the process, which other files share.
vi.resetModules()
const { openLedgers } = await import('../../../test/ledgers')
const { one } = await import('../../../test/stage')
const { post } = await import('.')
const { registerDocument } = await import('../document/registry')
const { goodsDocuments } = await import('../goods/repo')
const { giveBack, reserve, takeOver } = await import('./reservation')

let books: Ledgers
beforeAll(async () => {
  books = await openLedgers()
})
afterAll(async () => {
  await books.close()
  vi.resetModules()
})

/** Two kinds that keep their lines in tables of their own, so that both have a line of the same number. */
const lineId = 7
const [order, repair] = ['part_order', 'repair_job'] as const

let partId: number
beforeEach(async () => {
  partId = await books.tenant(async (tx) => {
    const [like] = await tx.query<Record<string, number>>({
      text: 'select brand_id, category_id, unit_id, tax_rate_id from part where group_id = $1 order by id limit 1',
      values: [tx.groupId],
    })
    const code = `P${Math.random().toString(36).slice(2, 8)}`
    return one(tx, 'part', {
      code,
      name: code,
      brand_id: like?.['brandId'],
      category_id: like?.['categoryId'],
      unit_id: like?.['unitId'],
      tax_rate_id: like?.['taxRateId'],
    })
  })
  await receive('10')
  await hold(order, '4')
  await hold(repair, '5')
})

const move = (direction: 'in' | 'out', qty: string, more: Partial<StockMove>): StockMove => ({
  direction,
  lineId,
  lineNo: 1,
  partId,
  partCode: 'P',
  warehouseId: books.warehouseId,
  locationId: books.locationId,
  batchNo: '',
  qty,
  costing: direction === 'in' ? { at: 'value', value: '100' } : { at: 'free' },
  ...more,
})
const receive = (qty: string) => books.tenant((tx) => post(tx, books.doc(), { stock: [move('in', qty, {})] }))
const take = (kind: string, qty: string) =>
  books.tenant((tx) => post(tx, books.doc(), { stock: [move('out', qty, { reservedBy: { kind, lineId } })] }))
const hold = (kind: string, qty: string) =>
  books.tenant((tx) =>
    reserve(tx, books.orgId, [
      { warehouseId: books.warehouseId, partId, sourceKind: kind, sourceId: 1, sourceLineId: lineId, qty },
    ]),
  )

/** What each kind's line holds, and after the stroke what it waits for. */
const held = async () => {
  const rows = await books.tenant((tx) =>
    tx.query<{ kind: string; held: string; waiting: string }>({
      text: `select source_kind as kind, (qty - released_qty - backorder_qty)::int as held, backorder_qty::int as waiting
        from stock_reservation where group_id = $1 and part_id = $2 order by id`,
      values: [tx.groupId, partId],
    }),
  )
  return Object.fromEntries(rows.map((row) => [row.kind, `${row.held}/${row.waiting}`]))
}

describe('lines of two kinds with the same number', () => {
  it('use up their own reservation alone', async () => {
    await take(repair, '3')
    expect(await held()).toEqual({ [order]: '4/0', [repair]: '2/0' })
    await take(order, '4')
    expect(await held()).toEqual({ [order]: '0/0', [repair]: '2/0' })
  })

  it('do not take what the other holds', async () => {
    await expect(take(order, '6')).rejects.toThrow('可用量 5，需要 6')
    expect(await held()).toEqual({ [order]: '4/0', [repair]: '5/0' })
  })

  it('give back and take over their own alone', async () => {
    await books.tenant(async (tx) => takeOver(tx, [{ kind: order, lineId, qty: '2' }]))
    expect(await held()).toEqual({ [order]: '2/0', [repair]: '5/0' })
    await books.tenant(async (tx) => giveBack(tx, [{ kind: order, lineId, qty: '1' }]))
    expect(await held()).toEqual({ [order]: '2/1', [repair]: '5/0' })
  })

  it('reserved in one breath each hear what they hold', async () => {
    const wish = { warehouseId: books.warehouseId, partId, sourceId: 2, sourceLineId: 8 }
    const now = await books.tenant((tx) =>
      reserve(tx, books.orgId, [
        { ...wish, sourceKind: order, qty: '1' },
        { ...wish, sourceKind: repair, qty: '1' },
      ]),
    )
    expect(now).toEqual(['1', '0'])
  })

  it('learn of goods that arrive each by their own kind', async () => {
    const told: [string, readonly HeldGoods[]][] = []
    for (const kind of [order, repair]) {
      registerDocument({
        def: { kind, buttons: { view: [] }, header: z.object({}), states: {} } as unknown as AnyDocument,
        priceField: null,
        family: goodsDocuments,
        tellArrived: (_tx, arrivals) => void told.push([kind, arrivals]),
      })
    }
    await hold(repair, '6')
    await receive('8')
    expect(told).toEqual([[repair, [{ documentId: 1, partId, qty: '5.0000' }]]])
  })
})
