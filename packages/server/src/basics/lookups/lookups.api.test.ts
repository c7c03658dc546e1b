import {
  listEmployees,
  listSourceLines,
  listSourcePrices,
  listLocations,
  listSettlements,
  listWarehouses,
  partStock,
  searchPartners,
} from '@chepu/contract/basics/lookups'
import { listAllWarehouses, listOrgWarehouses } from '@chepu/contract/basics/warehouse-lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../test/desk'
import { type Client, one, openShop, type Shop } from '../../../test/shop'

let shop: Shop
let owner: Client
let keeper: Client

beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
})
afterAll(() => shop.close())

const receipt = (price: string) => ({
  header: { bizDate: '2026-03-02', partnerId: shop.supplierId, warehouseId: shop.warehouseId },
  lines: [{ partId: shop.parts.filter, qty: '10', price, taxRate: '0.13' }],
})

const receive = (price: string) => post(owner, goodsReceipt.routes, receipt(price))

describe('places', () => {
  it('lists the warehouses that the caller may see, with their locations', async () => {
    const { rows } = await owner.call(listWarehouses)
    expect(rows).toEqual([
      { id: shop.warehouseId, code: 'ZC', name: '主仓', kind: 'normal', isDefault: true, allowSale: true },
    ])
    const located = await owner.call(listLocations, { body: { warehouseId: shop.warehouseId } })
    expect(located.rows[0]?.locations).toEqual([{ id: shop.locationId, code: '默认', zone: null }])
    expect((await owner.call(listAllWarehouses)).rows.map((row) => row.orgName)).toEqual(['测试配件店'])
    expect((await owner.call(listOrgWarehouses, { body: { orgId: shop.orgId } })).rows).toHaveLength(1)
    expect(await owner.ask(listOrgWarehouses, { body: { orgId: 999_999 } })).toMatchObject({ status: 404 })
  })

  it('shows where stock lies', async () => {
    await receive('20')
    const { rows } = await keeper.call(partStock, { query: { partIds: `${shop.parts.filter},${shop.parts.pad}` } })
    expect(rows).toEqual([
      expect.objectContaining({
        partId: shop.parts.filter,
        locationCode: '默认',
        qty: '10.0000',
        available: '10.0000',
      }),
    ])
  })
})

describe('lists', () => {
  it('gives settlement methods and employees', async () => {
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'settlement_method', { name: '月结', kind: 'monthly', month_day: 25, term_days: 5 }),
    )
    const { rows } = await owner.call(listSettlements)
    expect(rows).toEqual([expect.objectContaining({ name: '月结', dayOfMonth: 25, graceDays: 5 })])
    expect((await owner.call(listEmployees)).rows.length).toBeGreaterThanOrEqual(2)
  })
})

describe('partners', () => {
  it('are found by name, code and mobile tail, in the asked role', async () => {
    const names = async (q: string, role?: number) =>
      (await owner.call(searchPartners, { query: { q, cus_flag: role } })).rows.map((row) => row.name)
    expect(await names('修理', 1)).toEqual(['测试修理厂'])
    expect(await names('修理', 2)).toEqual([])
    expect(await names('g000', 2)).toEqual(['测试供应商'])
    expect(await names('lsk', 1)).toEqual(['零散客户'])
  })

  it('are shown without balances and with a masked mobile to who may not see them', async () => {
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner', { code: 'K09999', name: '李四', mobile: '13812341234', cus_flag: 1 }),
    )
    const [full] = (await owner.call(searchPartners, { query: { q: '1234', cus_flag: 1 } })).rows
    expect(full).toMatchObject({ name: '李四', mobile: '13812341234', receivable: '0.00' })
    const [masked] = (await keeper.call(searchPartners, { query: { q: '1234', cus_flag: 1 } })).rows
    expect(masked).toMatchObject({ name: '李四', mobile: '138****1234' })
    expect(masked).not.toHaveProperty('receivable')
    expect(masked).not.toHaveProperty('creditLimit')
  })

  it('of another salesperson do not exist for a salesperson', async () => {
    const seller = await shop.signIn('salesperson')
    await shop.db.tenant(shop.groupId, async (tx) => {
      const other = await one(tx, 'employee', { org_id: shop.orgId, emp_no: 'E9', name: '别人' })
      const partner = await one(tx, 'partner', { code: 'K08888', name: '别人的客户', kind: 'unit', cus_flag: 1 })
      await tx.insert(
        'partner_org',
        ['group_id', 'org_id', 'partner_id', 'salesperson_id'],
        [[tx.groupId, shop.orgId, partner, other]],
      )
    })
    const names = async (client: Client) =>
      (await client.call(searchPartners, { query: { q: '别人', cus_flag: 1 } })).rows.map((row) => row.name)
    expect(await names(seller)).toEqual([])
    expect(await names(owner)).toEqual(['别人的客户'])
  })
})

describe('former documents', () => {
  it('offers lines of the kinds that the target may refer to, and prices by permission', async () => {
    const done = await receive('21.5')
    const { rows } = await owner.call(listSourceLines, {
      params: { target: 'goods_receipt' },
      query: { source: 'goods_receipt', billNo: done.billNo },
    })
    expect(rows).toEqual([
      expect.objectContaining({
        billNo: done.billNo,
        partCode: '04152-YZZA1',
        remainingQty: '10.0000',
        price: '21.5000',
      }),
    ])
    const prices = await owner.call(listSourcePrices, {
      params: { target: 'goods_receipt' },
      query: { partId: shop.parts.filter, partnerId: shop.supplierId },
    })
    expect(prices.rows[0]).toMatchObject({ billNo: done.billNo, price: '21.5000', partnerName: '测试供应商' })
  })

  it('refuses who may not open the target, and unknown kinds', async () => {
    const technician = await shop.signIn('technician')
    const params = { target: 'goods_receipt' }
    expect(await technician.ask(listSourceLines, { params, query: { source: 'goods_receipt' } })).toMatchObject({
      status: 403,
    })
    expect(await owner.ask(listSourceLines, { params, query: { source: 'nonsense' } })).toMatchObject({ status: 404 })
  })
})
