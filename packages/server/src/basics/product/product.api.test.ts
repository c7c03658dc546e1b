import { productRoutes } from '@chepu/contract/basics/product'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testCaller } from '../../../test/caller'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { bulkProductErrors, saveProductsBulk } from '../public'

let shop: Shop
let owner: Client
let ids: { filter: number; pad: number }
let locationId: number

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  await owner.call(productRoutes.introduce, { body: { partIds: [shop.parts.filter, shop.parts.pad] } })
  const rows = await list(owner)
  const idOf = (partId: number) => rows.find((row) => row.partId === partId)?.id as number
  ids = { filter: idOf(shop.parts.filter), pad: idOf(shop.parts.pad) }
  locationId = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'A-01-01-01' }),
  )
})
afterAll(() => shop.close())

const list = async (client: Client, query: object = {}) => (await client.call(productRoutes.list, { query })).rows
const read = (client: Client, id: number) => client.call(productRoutes.read, { params: { id } })
const save = async (client: Client, id: number, set: object) =>
  client.ask(productRoutes.save, { body: { id, version: (await read(client, id)).version, ...set } })

describe('products', () => {
  it('are parts that the org has taken over, each once', async () => {
    expect(
      await owner.call(productRoutes.introduce, { body: { partIds: [shop.parts.filter, shop.parts.oil] } }),
    ).toEqual({ count: 1 })
    expect((await list(owner, { q: '机油' })).map((row) => row.name)).toEqual(['机油滤清器', '机油'])
    expect(await owner.ask(productRoutes.introduce, { body: { partIds: [999_999] } })).toMatchObject({ status: 400 })
  })

  it('have prices that fit each other', async () => {
    const prices = {
      purchasePrice: '20',
      retailPrice: '45',
      minSalePrice: '30',
      wholesalePrice1: '35',
      wholesalePrice2: '38',
    }
    const saved = await save(owner, ids.filter, prices)
    expect(saved.data).toMatchObject({ warnings: ['批发价1、2、3通常由高到低，请核对'] })
    expect(await read(owner, ids.filter)).toMatchObject({ retailPrice: '45.0000', transferPrice: '20.0000' })
    expect(await save(owner, ids.filter, { retailPrice: '29.9' })).toMatchObject({
      errors: [{ path: 'retailPrice', message: '零售价不能低于最低售价 30' }],
    })
    expect(await save(owner, ids.filter, { minStock: '5', maxStock: '4' })).toMatchObject({
      errors: [{ path: 'maxStock', message: '库存上限不能小于下限' }],
    })
    expect(await save(owner, ids.filter, { defaultLocationId: locationId })).toMatchObject({
      errors: [{ path: 'defaultLocationId', message: '货位不属于默认仓库' }],
    })
    const place = { defaultWarehouseId: shop.warehouseId, defaultLocationId: locationId }
    expect(await save(owner, ids.filter, place)).toMatchObject({ status: 200 })
    expect(await read(owner, ids.filter)).toMatchObject({
      defaultLocationCode: 'A-01-01-01',
      defaultWarehouseName: '主仓',
    })
  })

  it('hide prices from who may not see them, and keep them when he saves', async () => {
    const buyer = await shop.signIn('buyer')
    const seen = await read(buyer, ids.filter)
    expect(seen).toMatchObject({ purchasePrice: '20.0000' })
    for (const field of ['wholesalePrice1', 'minSalePrice']) expect(seen).not.toHaveProperty(field)
    await save(buyer, ids.filter, { purchasePrice: '21', wholesalePrice1: '1' })
    expect(await read(owner, ids.filter)).toMatchObject({ purchasePrice: '21.0000', wholesalePrice1: '35.0000' })
    // Nor does a refusal tell the floor.
    const refused = '零售价不能低于最低售价'
    expect(await save(buyer, ids.filter, { retailPrice: '0.01' })).toMatchObject({
      errors: [{ path: 'retailPrice', message: refused }],
    })
    expect(
      await buyer.ask(productRoutes.setMany, { body: { ids: [ids.filter], set: { retailPrice: '0.01' } } }),
    ).toMatchObject({ msg: `[04152-YZZA1] ${refused}` })
    const inBulk = [{ partId: shop.parts.filter, retailPrice: '0.01' }]
    expect(await shop.db.as(await testCaller(shop, 'buyer'), (tx) => bulkProductErrors(tx, inBulk))).toEqual([
      { path: '0.retailPrice', message: refused },
    ])
    const keeper = await shop.signIn('warehouse_keeper')
    for (const field of ['purchasePrice', 'retailPrice', 'lastPurchasePrice'])
      expect((await list(keeper))[0]).not.toHaveProperty(field)
    expect(await save(keeper, ids.filter, { minStock: '1' })).toMatchObject({ status: 403 })
  })

  it('are priced and placed many at once', async () => {
    await save(owner, ids.pad, { purchasePrice: '100.05' })
    const both = [ids.filter, ids.pad]
    await owner.call(productRoutes.setMany, {
      body: {
        ids: both,
        set: { minStock: '2' },
        markup: { price: 'retailPrice', base: 'purchasePrice', factor: '1.5' },
      },
    })
    expect(await read(owner, ids.pad)).toMatchObject({ retailPrice: '150.0800', minStock: '2.0000' })
    expect(await owner.ask(productRoutes.setMany, { body: { ids: both, set: { retailPrice: '25' } } })).toMatchObject({
      status: 400,
      msg: '[04152-YZZA1] 零售价不能低于最低售价 30',
    })
    expect(await owner.call(productRoutes.shelf, { body: { ids: both, onShelf: false } })).toEqual({ count: 2 })
    expect((await list(owner, { onShelf: 'true' })).map((row) => row.code)).toEqual(['5W-30'])
  })

  it('come by the thousand; what is left out stays', async () => {
    await shop.db.as(await testCaller(shop, 'owner'), (tx) =>
      saveProductsBulk(tx, [
        { partId: shop.parts.pad, wholesalePrice1: '120' },
        { partId: shop.parts.oil, retailPrice: '68', minSalePrice: '60' },
      ]),
    )
    expect(await read(owner, ids.pad)).toMatchObject({ wholesalePrice1: '120.0000', purchasePrice: '100.0500' })
    await expect(
      shop.db.as(await testCaller(shop, 'owner'), (tx) =>
        saveProductsBulk(tx, [{ partId: shop.parts.oil, retailPrice: '59' }]),
      ),
    ).rejects.toMatchObject({ errors: [{ path: '0.retailPrice', message: '零售价不能低于最低售价 60' }] })
  })
})
