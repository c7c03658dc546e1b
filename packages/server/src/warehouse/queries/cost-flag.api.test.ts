import { userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import type { WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'
import { searchParts } from '@chepu/contract/basics/lookups'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { stockInquiry, stockLedger } from '@chepu/contract/warehouse/stock-inquiry'
import { movements, movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { worker } from '../../../test/people'
import { shanghaiDay } from '../../kernel/base/calendar'

// One part lies in two warehouses: 10 of 5.00 in the main one, 4 of 8.00 in the side one, whose costs the buyer may not see.
let shop: Shop
let owner: Client
let buyer: Client
let buyerId: number
let side: number
let hiddenId: number
beforeAll(async () => {
  shop = await openShop()
  side = await shop.db.tenant(shop.groupId, async (tx) => {
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'FC', name: '辅仓' })
    await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
    return id
  })
  owner = await shop.signIn('owner')
  ;({ client: buyer, userId: buyerId } = await worker(shop, 'buyer'))
  await store(shop.warehouseId, '10', '5')
  hiddenId = await store(side, '4', '8')
  await give([
    { warehouseId: shop.warehouseId, flags: ['view', 'in', 'cost'] },
    { warehouseId: side, flags: ['view', 'in'] },
  ])
})
afterAll(() => shop.close())

async function store(warehouseId: number, qty: string, price: string) {
  const header = { bizDate: shanghaiDay(), warehouseId, reason: '盘盈外其他' as const }
  const saved = await post(owner, otherIn.routes, { header, lines: [{ partId: shop.parts.filter, qty, price }] })
  return saved.id
}

async function give(cells: { warehouseId: number; flags: WarehouseFlag[] }[], by = owner) {
  const { users } = await owner.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
  const version = users.find((user) => user.userId === buyerId)?.version as number
  return by.ask(userWarehouseRoutes.save, { body: { orgId: shop.orgId, users: [{ userId: buyerId, version, cells }] } })
}

const only = <Row extends { partCode?: string }>(rows: Row[]) => rows.filter((row) => row.partCode === '04152-YZZA1')

describe('仓库权限「成本」', () => {
  it('shows costs of the one warehouse and leaves those of the other out, in every cut of the stock', async () => {
    const at = async (client: Client, warehouseId: number) =>
      only((await client.call(stockInquiry.warehouse.list, { query: {} })).rows).find(
        (row) => row.warehouseId === warehouseId,
      )
    expect(await at(buyer, shop.warehouseId)).toMatchObject({ costPrice: '5.0000', stockValue: '50.00' })
    expect(await at(buyer, side)).toMatchObject({ onHand: '4.0000' })
    expect(await at(buyer, side)).not.toHaveProperty('costPrice')
    expect(await at(buyer, side)).not.toHaveProperty('stockValue')
    expect(await at(owner, side)).toMatchObject({ stockValue: '32.00' })
    for (const cut of ['location', 'batch'] as const) {
      const rows = only((await buyer.call(stockInquiry[cut].list, { query: {} })).rows)
      expect(rows.map((row) => row.stockValue ?? null)).toEqual(['50.00', null])
    }
  })

  it('gives no sum of which a part is hidden, and the whole where nothing is', async () => {
    const part = async (warehouseId?: number) =>
      only((await buyer.call(stockInquiry.part.list, { query: { warehouseId } })).rows)[0]
    expect(await part()).toMatchObject({ onHand: '14.0000' })
    expect(await part()).not.toHaveProperty('stockValue')
    expect(await part(shop.warehouseId)).toMatchObject({ stockValue: '50.00' })
    const sums = async (warehouseId?: number) =>
      (await buyer.call(stockInquiry.part.totals, { query: { warehouseId } })).sums
    expect(await sums()).not.toHaveProperty('stockValue')
    expect(await sums()).toMatchObject({ onHand: '14.0000' })
    expect(await sums(shop.warehouseId)).toMatchObject({ onHand: '10.0000', stockValue: '50.00' })
    const byPart = async (warehouseId?: number) =>
      only((await buyer.call(movementsByPart.list, { query: { warehouseId } })).rows)[0]
    expect(await byPart()).not.toHaveProperty('inValue')
    expect(await byPart(shop.warehouseId)).toMatchObject({ inValue: '50.00' })
    expect((await buyer.call(movements.totals, { query: {} })).sums).toEqual({ inQty: '14.0000', outQty: '0.0000' })
  })

  it('keeps them out of ledger and movements', async () => {
    const { rows } = await buyer.call(stockLedger, { query: { partId: shop.parts.filter } })
    expect(rows.map((row) => [row.warehouseName, row.value ?? null, row.balanceValue ?? null])).toEqual([
      ['辅仓', null, null],
      ['主仓', '50.00', null],
    ])
    const main = await buyer.call(stockLedger, { query: { partId: shop.parts.filter, warehouseId: shop.warehouseId } })
    expect(main.rows[0]).toMatchObject({ unitCost: '5.0000', balanceValue: '50.00' })
    const moved = (await buyer.call(movements.list, { query: {} })).rows
    expect(moved.find((row) => row.warehouseName === '辅仓')).not.toHaveProperty('unitCost')
    expect(moved.find((row) => row.warehouseName === '主仓')).toMatchObject({ unitCost: '5.0000' })
  })

  it('keeps them out of documents, their lists, sums and order', async () => {
    const { header, lines } = await buyer.call(otherIn.routes.read, { params: { id: hiddenId } })
    expect(header).not.toHaveProperty('totalTaxed')
    expect(header).not.toHaveProperty('costAmount')
    for (const key of ['price', 'amount', 'taxed', 'unitCost', 'costAmount']) expect(lines[0]).not.toHaveProperty(key)
    const list = await buyer.call(otherIn.routes.list, { query: { sort: '-totalTaxed' } })
    expect(list.rows.find((row) => row.id === hiddenId)).not.toHaveProperty('totalTaxed')
    expect(list.rows.find((row) => row.id !== hiddenId)).toMatchObject({ totalTaxed: '50.00', costAmount: '50.00' })
    expect((await buyer.call(otherIn.routes.totals, { query: {} })).sums).not.toHaveProperty('totalTaxed')
    const sums = (await buyer.call(otherIn.routes.totals, { query: { warehouseId: shop.warehouseId } })).sums
    expect(sums).toMatchObject({ totalTaxed: '50.00', costAmount: '50.00' })
  })

  it('keeps them out of the picker of parts', async () => {
    const find = async (warehouseId: number) =>
      (await buyer.call(searchParts, { query: { mode: 'purchase', q: '04152', warehouseId } })).rows[0]
    expect(await find(shop.warehouseId)).toMatchObject({ unitCost: '5.0000' })
    expect(await find(side)).not.toHaveProperty('unitCost')
  })

  it('takes the average for what he enters there, whatever price he types', async () => {
    const body = {
      header: { bizDate: shanghaiDay(), warehouseId: side, reason: '盘盈外其他' as const },
      lines: [{ partId: shop.parts.filter, qty: '1', price: '99' }],
    }
    const clerk = await worker(shop, ['buyer', 'warehouse_keeper'])
    const { users } = await owner.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    const version = users.find((user) => user.userId === clerk.userId)?.version as number
    const cells = [{ warehouseId: side, flags: ['view', 'in'] as WarehouseFlag[] }]
    await owner.call(userWarehouseRoutes.save, {
      body: { orgId: shop.orgId, users: [{ userId: clerk.userId, version, cells }] },
    })
    const saved = await clerk.client.call(otherIn.routes.save, { body })
    expect((await owner.call(otherIn.routes.read, { params: { id: saved.id } })).lines[0]?.price).toBe('8.0000')
  })

  it('is given only by who holds it himself', async () => {
    const clerk = await worker(shop, ['buyer', 'admin'])
    const { users } = await owner.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    const version = users.find((user) => user.userId === clerk.userId)?.version as number
    const cells = [{ warehouseId: side, flags: ['view'] as WarehouseFlag[] }]
    await owner.call(userWarehouseRoutes.save, {
      body: { orgId: shop.orgId, users: [{ userId: clerk.userId, version, cells }] },
    })
    const refused = await give([{ warehouseId: side, flags: ['view', 'in', 'cost'] }], clerk.client)
    expect(refused).toMatchObject({ status: 403, msg: '您没有该仓库的这项权限，不能授予他人' })
    expect(await give([{ warehouseId: side, flags: ['view', 'price' as never] }])).toMatchObject({ status: 400 })
  })

  it('leaves every cell of an export blank that he may not see', async () => {
    const { selectStock } = await import('./stock')
    const { loadRights } = await import('../../kernel/caller/rights')
    const rows = await shop.db.tenant(shop.groupId, async (tx) => {
      const caller = { ...(await loadRights(tx, buyerId, shop.orgId)), deviceId: '', ip: '', requestId: '' }
      return tx.select(sql`${await selectStock(Object.assign(tx, { caller }) as never, 'warehouse', {} as never)}`)
    })
    const values = (rows as { partCode: string; warehouseId: number; stockValue: string | null }[])
      .filter((row) => row.partCode === '04152-YZZA1')
      .map((row) => [row.warehouseId, row.stockValue])
    expect(values).toEqual([
      [shop.warehouseId, '50.00'],
      [side, null],
    ])
  })
})
