import { resolveParts, searchParts } from '@chepu/contract/basics/lookups'
import { partRoutes } from '@chepu/contract/basics/part'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { worker } from '../../../test/people'
import { type Client, one, openShop, type Shop } from '../../../test/shop'
import { post } from '../../../test/desk'

let shop: Shop
let owner: Client
let base: { brandId: number; categoryId: number; unitId: number; taxRateId: number }

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  const { brandId, categoryId, unitId, taxRateId } = await owner.call(partRoutes.read, {
    params: { id: shop.parts.filter },
  })
  base = { brandId, categoryId, unitId, taxRateId }
})
afterAll(() => shop.close())

const add = (part: object) => owner.call(partRoutes.save, { body: { name: '火花塞', ...base, ...part } })
const found = async (q: string, query: object = {}) =>
  (await owner.call(searchParts, { query: { q, ...query } })).rows.map((row) => row.partCode)

describe('the part search', () => {
  it('finds by code, name, pinyin, initials, OE number in any spelling, factory number and barcode', async () => {
    const { code } = await add({
      code: 'SRCH-01',
      name: '银行专用雨刮片',
      factoryNo: 'WB 24/18',
      oes: [{ oeNo: '85222-0R030' }],
      barcodes: ['6900000000017'],
    })
    for (const q of [
      'srch-01',
      'SRCH01',
      '雨刮片',
      'yinhangzhuan',
      'yhzy',
      '85222-0R030',
      '852220r030',
      '85222 0r030',
      '85222.0R.030',
      'wb24/18',
      '6900000000017',
      '雨刮 银行',
    ])
      expect([q, await found(q)]).toEqual([q, [code]])
  })

  it('puts the whole code before its beginning, and answers a scan with the one part', async () => {
    await add({ code: 'RANK1', name: '甲' })
    await add({ code: 'RANK10', name: '乙' })
    await add({ code: 'ZZZ', name: 'RANK1 说明' })
    expect(await found('rank1')).toEqual(['RANK1', 'RANK10', 'ZZZ'])
    expect(await found('rank1', { exact: 'true' })).toEqual(['RANK1'])
  })

  it('answers a scanned OE or factory number, in any spelling, with every part that has it, and a code before it', async () => {
    await add({ code: 'BOX-1', name: '盒上印OE甲', oes: [{ oeNo: '99XX-YY001' }, { oeNo: 'ONLY.7' }] })
    await add({ code: 'BOX-2', name: '盒上印OE乙', oes: [{ oeNo: '99XXYY001' }] })
    await add({ code: 'ONLY8', name: '编码同他人OE', oes: [] })
    await add({ code: 'BOX-3', name: '盒上印OE丙', oes: [{ oeNo: 'ONLY8' }] })
    await add({ code: 'BOX-4', name: '盒上印厂家件号', factoryNo: 'HU 7019 z', oes: [{ oeNo: 'W-610/6' }] })
    await add({ code: 'BOX-5', name: '厂家件号同他人OE', factoryNo: 'W 610/6' })
    for (const [scan, codes] of [
      ['99XX-YY001', ['BOX-1', 'BOX-2']],
      ['99xxyy001', ['BOX-1', 'BOX-2']],
      ['only7', ['BOX-1']],
      ['ONLY8', ['ONLY8']],
      ['99XX', []],
      ['HU 7019 z', ['BOX-4']],
      ['hu7019Z', ['BOX-4']],
      ['W 610/6', ['BOX-4', 'BOX-5']],
      ['--', []],
    ] as const) {
      expect([scan, await found(scan, { exact: 'true' })]).toEqual([scan, codes])
      const { matches } = await owner.call(resolveParts, { body: { codes: [scan] } })
      expect(matches[0]?.parts.map((part) => part.partCode)).toEqual(codes)
    }
  })

  it('shows substitutes from both sides', async () => {
    const one = await add({ code: 'SUB-A', name: '替换甲' })
    await add({ code: 'SUB-B', name: '替换乙', substitutes: [{ substituteId: one.id }] })
    await add({ code: 'SUB-C', name: '替换丙', substitutes: [{ substituteId: one.id, direction: 'one_way' }] })
    const substitutesOf = async (q: string) =>
      (await owner.call(searchParts, { query: { q, exact: 'true' } })).rows[0]?.substitutes.map((each) => each.partCode)
    expect(await substitutesOf('SUB-A')).toEqual(['SUB-B'])
    expect(await substitutesOf('SUB-B')).toEqual(['SUB-A'])
    expect(await substitutesOf('SUB-C')).toEqual(['SUB-A'])
  })

  it('proposes contract, level, retail and last price, and hides what the caller may not see', async () => {
    const { id, code } = await add({ code: 'PRICE-1', name: '价格件' })
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: id, qty: '4', price: '25', taxRate: '0.13' }],
    })
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `update product set retail_price = 88, wholesale_price1 = 70, min_sale_price = 60, purchase_price = 26
          where group_id = $1 and part_id = $2`,
        values: [tx.groupId, id],
      })
      await tx.query({
        text: `update partner set price_level = 'wholesale1', discount_rate = 0.9 where group_id = $1 and id = $2`,
        values: [tx.groupId, shop.customerId],
      })
    })
    const priced = async (client: Client, query: object) =>
      (await client.call(searchParts, { query: { q: code, warehouseId: shop.warehouseId, ...query } })).rows[0]
    expect(await priced(owner, { partnerId: shop.customerId })).toMatchObject({
      price: '70.0000',
      priceSource: 'level',
      discountRate: '0.9000',
      stock: '4.0000',
      available: '4.0000',
      locationCode: '默认',
      purchasePrice: '26.0000',
      minSalePrice: '60.0000',
    })
    expect(await priced(owner, {})).toMatchObject({ price: '88.0000', priceSource: 'retail', discountRate: '1' })
    expect(await priced(owner, { mode: 'purchase', partnerId: shop.supplierId })).toMatchObject({
      price: '25.0000',
      priceSource: 'last',
      lastPrice: '25.0000',
      lastPriceOn: '2026-03-02',
    })
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner_price', {
        org_id: shop.orgId,
        partner_id: shop.customerId,
        part_id: id,
        price: '66',
        valid_from: '2026-01-01',
      }),
    )
    expect(await priced(owner, { partnerId: shop.customerId })).toMatchObject({
      price: '66.0000',
      priceSource: 'contract',
      discountRate: '1',
    })
    const { client: salesperson, userId } = await worker(shop, 'salesperson')
    const [employee] = await shop.sql<{ id: number }>(
      'select id from employee where group_id = $1 and user_id = $2',
      userId,
    )
    await shop.sql(
      'insert into partner_org (group_id, org_id, partner_id, salesperson_id) values ($1, $2, $3, $4)',
      shop.orgId,
      shop.customerId,
      employee?.id,
    )
    const seller = await priced(salesperson, { partnerId: shop.customerId })
    expect(seller).toMatchObject({ price: '66.0000', wholesalePrice1: '70.0000', minSalePrice: '60.0000' })
    expect(seller).not.toHaveProperty('purchasePrice')
    expect(seller).not.toHaveProperty('unitCost')
    const keeper = await priced(await shop.signIn('warehouse_keeper'), { partnerId: shop.customerId })
    expect(keeper).toMatchObject({ price: null, lastPrice: null, stock: '4.0000' })
    for (const field of ['retailPrice', 'wholesalePrice1', 'minSalePrice', 'purchasePrice', 'unitCost'])
      expect(keeper).not.toHaveProperty(field)
  })

  it('does not sell what is off the shelf, and still buys it', async () => {
    const { id, code } = await add({ code: 'SHELF-1', name: '下架件' })
    await shop.db.tenant(shop.groupId, (tx) => one(tx, 'product', { org_id: shop.orgId, part_id: id, on_shelf: false }))
    expect(await found(code)).toEqual([])
    expect(await found(code, { mode: 'purchase' })).toEqual([code])
  })

  it('resolves many codes at once: whole codes and barcodes first, else OE numbers', async () => {
    await add({ code: 'OE-A', name: '共用甲', oes: [{ oeNo: 'SHARED-1' }] })
    await add({ code: 'OE-B', name: '共用乙', oes: [{ oeNo: 'shared.1' }], barcodes: ['30303030'] })
    const { matches } = await owner.call(resolveParts, { body: { codes: ['oe-a', '30303030', 'Shared 1', 'NOPE'] } })
    expect(matches.map(({ code, parts }) => [code, parts.map((part) => part.partCode)])).toEqual([
      ['oe-a', ['OE-A']],
      ['30303030', ['OE-B']],
      ['Shared 1', ['OE-A', 'OE-B']],
      ['NOPE', []],
    ])
  })
})
