import { productRoutes } from '@chepu/contract/basics/product'
import { setLimits } from '@chepu/contract/warehouse/inventory-warning'
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

  it('have limits that their unit can have, however they are set', async () => {
    const whole = '单位“个”的数量只能录入整数'
    expect(await save(owner, ids.pad, { minStock: '1.5', maxStock: '2.50' })).toMatchObject({
      status: 400,
      errors: [
        { path: 'minStock', message: `库存下限：${whole}` },
        { path: 'maxStock', message: `库存上限：${whole}` },
      ],
    })
    const limits = [{ warehouseId: shop.warehouseId, minStock: null, maxStock: '9.5' }]
    expect(await save(owner, ids.pad, { limits })).toMatchObject({
      errors: [{ path: 'limits.0.maxStock', message: `库存上限：${whole}` }],
    })
    expect(
      await owner.ask(productRoutes.setMany, { body: { ids: [ids.pad], set: { minStock: '1.5' } } }),
    ).toMatchObject({ status: 400, msg: `[04465-02220] 库存下限：${whole}` })
    for (const warehouseId of [undefined, shop.warehouseId]) {
      const body = { partIds: [shop.parts.pad], warehouseId, minStock: null, maxStock: '1.5' }
      expect(await owner.ask(setLimits, { body })).toMatchObject({
        status: 400,
        msg: `[04465-02220] 库存上限：${whole}`,
      })
    }
    const inBulk = [
      { partId: shop.parts.pad, minStock: '1.5' },
      { partId: shop.parts.oil, minStock: '1.25', maxStock: '2.505' },
    ]
    expect(await shop.db.as(await testCaller(shop, 'owner'), (tx) => bulkProductErrors(tx, inBulk))).toEqual([
      { path: '0.minStock', message: `库存下限：${whole}` },
      { path: '1.maxStock', message: '库存上限：单位“升”的数量最多2位小数' },
    ])
    expect(await save(owner, ids.pad, { minStock: '2.0000', maxStock: null })).toMatchObject({ status: 200 })
  })

  it('have limits of their own in single warehouses', async () => {
    const second = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'warehouse', { org_id: shop.orgId, code: 'EC', name: '二号仓', kind: 'normal' }),
    )
    await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1')
    const rows = [
      { warehouseId: second, minStock: '2', maxStock: '6' },
      { warehouseId: shop.warehouseId, minStock: null, maxStock: '9' },
    ]
    const stored = [
      { warehouseId: second, minStock: '2.0000', maxStock: '6.0000' },
      { warehouseId: shop.warehouseId, minStock: null, maxStock: '9.0000' },
    ]
    const faults = async (limits: object[]) => (await save(owner, ids.pad, { limits })).errors
    expect((await save(owner, ids.pad, { limits: rows })).status).toBe(200)
    expect((await read(owner, ids.pad)).limits).toEqual(stored)
    expect(
      await faults([
        { warehouseId: second, minStock: '7', maxStock: '6' },
        { warehouseId: second, minStock: '1', maxStock: null },
        { warehouseId: shop.warehouseId, minStock: null, maxStock: null },
        { warehouseId: 999_999, minStock: '1', maxStock: null },
      ]),
    ).toMatchObject([
      { path: 'limits.0.maxStock', message: '库存上限不能小于下限' },
      { path: 'limits.1.warehouseId', message: '同一仓库只能设一行' },
      { path: 'limits.2.minStock', message: '请填写下限或上限' },
      { path: 'limits.3.warehouseId', message: '仓库不存在，或不存放可售配件' },
    ])
    await save(owner, ids.pad, { pricingNote: '随车' })
    expect((await read(owner, ids.pad)).limits).toEqual(stored)
    const { version } = await read(owner, ids.pad)
    const body = { partIds: [shop.parts.pad], warehouseId: second, minStock: '3', maxStock: null }
    await owner.call(setLimits, { body })
    expect(await owner.ask(productRoutes.save, { body: { id: ids.pad, version, limits: [] } })).toMatchObject({
      status: 409,
    })
    // Who does not view a warehouse leaves its limits as they are.
    await shop.sql('update warehouse set is_active = false where group_id = $1 and id = $2 returning id', second)
    await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1')
    expect((await read(owner, ids.pad)).limits).toEqual(stored.slice(1))
    await save(owner, ids.pad, { limits: [] })
    expect(
      await shop.sql(
        'select warehouse_id, min_stock from product_limit where group_id = $1 and part_id = $2',
        shop.parts.pad,
      ),
    ).toEqual([{ warehouseId: second, minStock: '3.0000' }])
  })

  it('are found by the cars that they fit', async () => {
    await shop.sql(
      `update part set fitment = '凯美瑞 2.0' where group_id = $1 and id = $2 returning id`,
      shop.parts.pad,
    )
    expect((await list(owner, { fitment: '凯美瑞' })).map((row) => row.partId)).toEqual([shop.parts.pad])
    expect((await owner.call(productRoutes.totals, { query: { fitment: '凯美瑞' } })).count).toBe(1)
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
