import { pageOf } from '@chepu/contract/access/catalogue'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { countScope } from '@chepu/contract/warehouse/count-scope'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

let shop: Shop
let owner: Client
let rackId: number

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  rackId = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01', pick_order: 1 }),
  )
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' as const }
  const lines = [
    { partId: shop.parts.filter, qty: '10', price: '5', locationId: rackId },
    { partId: shop.parts.pad, qty: '3', price: '5' },
  ]
  await post(owner, otherIn.routes, { header, lines })
})
afterAll(() => shop.close())

const ask = (client: Client, more: object = {}) =>
  client.ask(countScope, { query: { warehouseId: shop.warehouseId, ...more } })

it('lists what lies in the scope, bin by bin, with what the books say', async () => {
  const { data } = await ask(owner)
  expect(data.rows).toHaveLength(2)
  expect(data.rows).toContainEqual(
    expect.objectContaining({ partCode: '04152-YZZA1', locationId: rackId, locationCode: 'A-01', bookQty: '10.0000' }),
  )
  expect((await ask(owner, { location: 'A-' })).data.rows).toHaveLength(1)
  expect((await ask(owner, { part: '04465' })).data.rows.map((row) => row.partCode)).toEqual(['04465-02220'])
  expect((await ask(owner, { rows: 1 })).data.more).toBe(true)
})

it('keeps book quantities from who counts blind, and warehouses from who may not count in them', async () => {
  await shop.db.tenant(shop.groupId, async (tx) => {
    const role = await one(tx, 'role', { code: 'blind', name: '盲盘' })
    await tx.insert('role_button', ['group_id', 'role_id', 'button_id'], [[tx.groupId, role, pageOf('stock_count')]])
  })
  const blind = await shop.signIn('blind')
  const { data } = await ask(blind)
  expect(data.rows).toHaveLength(2)
  expect(data.rows[0]).not.toHaveProperty('bookQty')
  expect((await ask(owner, { warehouseId: shop.warehouseId + 999 })).status).toBe(404)
  expect((await ask(await shop.signIn('buyer'))).status).toBe(403)
})
