// 销售查询 and 销售退货查询 over one small trade, figures worked out by hand.
import { pageOf } from '@chepu/contract/access/catalogue'
import { userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { saleLines, salePriceTrend, salesByDocument, salesByPart } from '@chepu/contract/sales/sales-query'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { saleReturnLines, saleReturnsByDocument, saleReturnsByPart } from '@chepu/contract/sales/sales-return-query'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { post, save } from '../../../test/desk'
import { newPartner } from '../../../test/finance'
import { openBranch, withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

const today = shanghaiDay()
const yesterday = addDays(today, -1)

let shop: Shop
let owner: Client
let other: number
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
  other = await newPartner(shop, '另一客户')
  await trade()
})
afterAll(() => shop.close())

const header = (partnerId: number, bizDate: string) => ({ bizDate, partnerId, warehouseId: shop.warehouseId })

/**
 * Filters lie there for 50.00, pads for 20.00. Four filters are sold for 113.00 with 13 % tax and two pads for 30.00; a day later one filter for 100.00 to
 * another customer, and one of the first comes back for 113.00. Three pads for 33.00 are a draft.
 */
async function trade() {
  const { filter, pad } = shop.parts
  await post(owner, goodsReceipt.routes, {
    header: header(shop.supplierId, yesterday),
    lines: [
      { partId: filter, qty: '10', price: '50' },
      { partId: pad, qty: '10', price: '20' },
    ],
  })
  const taxed = { partId: filter, price: '113', taxRate: '0.13' }
  await post(owner, salesDelivery.routes, {
    header: header(shop.customerId, yesterday),
    lines: [
      { ...taxed, qty: '4' },
      { partId: pad, qty: '2', price: '30' },
    ],
  })
  await post(owner, salesDelivery.routes, {
    header: header(other, today),
    lines: [{ partId: filter, qty: '1', price: '100' }],
  })
  await post(owner, salesReturn.routes, {
    header: { ...header(shop.customerId, today), reason: '型号不符', disposal: 'good' },
    lines: [{ ...taxed, qty: '1' }],
  })
  await save(owner, salesDelivery.routes, {
    header: header(other, today),
    lines: [{ partId: pad, qty: '3', price: '33' }],
  })
}

const all = { unposted: 'true' } as const

describe('销售查询-按商品', () => {
  it('sums what was sold of a part and what came back, with cost, margin and customers', async () => {
    const { rows } = await owner.call(salesByPart.list, { query: all })
    expect(rows).toMatchObject([
      {
        partCode: '04152-YZZA1',
        qty: '5.0000',
        average: '110.4000',
        taxed: '552.00',
        returnedQty: '1.0000',
        returned: '113.00',
        net: '439.00',
        cost: '200.00',
        profit: '200.00',
        profitRate: '0.5000',
        partners: 2,
        lastOn: today,
        waitingQty: '0.0000',
      },
      {
        partCode: '04465-02220',
        qty: '2.0000',
        net: '60.00',
        cost: '40.00',
        profit: '20.00',
        profitRate: '0.3333',
        partners: 1,
        lastOn: yesterday,
        waitingQty: '3.0000',
      },
    ])
    expect(await owner.call(salesByPart.totals, { query: {} })).toEqual({
      count: 2,
      sums: {
        qty: '7.0000',
        taxed: '612.00',
        returnedQty: '1.0000',
        returned: '113.00',
        net: '499.00',
        cost: '240.00',
        profit: '220.00',
        waitingQty: '0.0000',
      },
    })
  })

  it('lists lines of deliveries and, the other way, of returns', async () => {
    const { rows } = await owner.call(saleLines.list, { query: all })
    expect(rows.map((row) => [row.kind, row.state, row.qty, row.taxed, row.cost, row.profit, row.profitRate])).toEqual([
      ['sales_delivery', 'draft', '3.0000', '99.00', null, null, null],
      ['sales_return', 'done', '-1.0000', '-113.00', '-50.00', '-50.00', '0.5000'],
      ['sales_delivery', 'done', '1.0000', '100.00', '50.00', '50.00', '0.5000'],
      ['sales_delivery', 'done', '4.0000', '452.00', '200.00', '200.00', '0.5000'],
      ['sales_delivery', 'done', '2.0000', '60.00', '40.00', '20.00', '0.3333'],
    ])
    expect(await owner.call(saleLines.totals, { query: all })).toMatchObject({
      count: 5,
      sums: { qty: '6.0000', untaxed: '460.00', tax: '39.00', taxed: '499.00', cost: '240.00', profit: '220.00' },
      waiting: { count: 1, sums: { qty: '3.0000', taxed: '99.00' } },
    })
  })

  it('turns pages of parts and of lines in the order asked for', async () => {
    const parts = async (page: number, sort: string) => {
      const { rows, more } = await owner.call(salesByPart.list, { query: { page, rows: 1, sort } })
      return [rows.map(({ partCode, net, partners }) => [partCode, net, partners]), more]
    }
    const [filter, pad] = [
      ['04152-YZZA1', '439.00', 2],
      ['04465-02220', '60.00', 1],
    ]
    expect(await parts(1, '-net')).toEqual([[filter], true])
    expect(await parts(2, '-net')).toEqual([[pad], false])
    expect(await parts(3, '-net')).toEqual([[], false])
    expect(await parts(1, 'net')).toEqual([[pad], true])
    const lines = async (query: object) => {
      const { rows, more } = await owner.call(saleLines.list, { query: { rows: 2, ...query } })
      return [rows.map(({ taxed }) => taxed), more]
    }
    expect(await lines({ page: 1 })).toEqual([['-113.00', '100.00'], true])
    expect(await lines({ page: 2 })).toEqual([['452.00', '60.00'], false])
    expect(await lines({ page: 1, sort: 'taxed' })).toEqual([['-113.00', '60.00'], true])
    expect(await lines({ page: 1, part: '04465' })).toEqual([['60.00'], false])
  })

  it('has the price of each day', async () => {
    const { days } = await owner.call(salePriceTrend, { query: { partId: shop.parts.filter } })
    expect(days).toEqual([
      { day: yesterday, price: '113.0000' },
      { day: today, price: '100.0000' },
    ])
  })
})

it('销售查询-按单据 has the deliveries with cost and margin', async () => {
  const { rows } = await owner.call(salesByDocument.list, { query: {} })
  expect(rows).toMatchObject([
    { totalTaxed: '100.00', openAmount: '100.00', costAmount: '50.00', grossProfit: '50.00' },
    { totalTaxed: '512.00', openAmount: '512.00', costAmount: '240.00', grossProfit: '220.00' },
  ])
  const sums = { totalTaxed: '612.00', costAmount: '290.00', grossProfit: '270.00' }
  expect((await owner.call(salesByDocument.totals, { query: {} })).sums).toMatchObject(sums)
})

it('销售退货查询 has documents, lines and parts of returns, and the rate of what was sold', async () => {
  const documents = await owner.call(saleReturnsByDocument.list, { query: {} })
  expect(documents.rows).toMatchObject([
    { reason: '型号不符', disposal: 'good', totalTaxed: '113.00', costAmount: '50.00', grossProfit: '50.00' },
  ])
  const { rows } = await owner.call(saleReturnLines.list, { query: { reason: '型号' } })
  expect(rows).toMatchObject([
    { qty: '1.0000', untaxed: '100.00', tax: '13.00', taxed: '113.00', cost: '50.00', sourceNo: null },
  ])
  expect((await owner.call(saleReturnLines.list, { query: { reason: '质量' } })).rows).toEqual([])
  const parts = await owner.call(saleReturnsByPart.list, { query: {} })
  expect(parts.rows).toMatchObject([
    { qty: '1.0000', cost: '50.00', partners: 1, deliveredQty: '5.0000', rate: '0.2000' },
  ])
  const sums = {
    qty: '1.0000',
    untaxed: '100.00',
    tax: '13.00',
    taxed: '113.00',
    cost: '50.00',
    deliveredQty: '5.0000',
  }
  expect((await owner.call(saleReturnsByPart.totals, { query: {} })).sums).toMatchObject(sums)
})

describe('who sees it', () => {
  const figures = [
    [saleLines, ['cost', 'profit', 'profitRate']],
    [salesByPart, ['cost', 'profit', 'profitRate']],
    [salesByDocument, ['costAmount', 'grossProfit']],
    [saleReturnLines, ['cost']],
    [saleReturnsByPart, ['cost']],
    [saleReturnsByDocument, ['costAmount', 'grossProfit']],
  ] as const
  const keysOf = async (client: Client, query: (typeof figures)[number][0]) => {
    const { rows } = await client.call(query.list, { query: {} })
    const { sums } = await client.call(query.totals, { query: {} })
    expect(rows.length).toBeGreaterThan(0)
    return [...rows, sums].flatMap((row) => Object.keys(row))
  }

  it('leaves out costs and prices for who may not see them', async () => {
    const manager = await worker(shop, 'owner')
    await withdraw(shop, manager, { fields: ['cost_price', 'gross_profit', 'doc_price'] })
    const money = ['price', 'untaxed', 'tax', 'taxed', 'net', 'average', 'totalTaxed', 'settledAmount', 'openAmount']
    for (const [query, hidden] of figures) {
      const keys = await keysOf(manager.client, query)
      expect(keys.filter((key) => money.includes(key) || hidden.some((each) => each === key))).toEqual([])
    }
    const { days } = await manager.client.call(salePriceTrend, { query: { partId: shop.parts.filter } })
    expect(days).toEqual([])
  })

  it('leaves out costs of a warehouse whose costs the caller may not see, in sums as a whole', async () => {
    const { client, userId } = await worker(shop, ['buyer', 'salesperson'])
    expect((await keysOf(client, salesByPart)).includes('cost')).toBe(true)
    const { users } = await owner.call(userWarehouseRoutes.read, { query: { orgId: shop.orgId } })
    const version = users.find((user) => user.userId === userId)?.version as number
    const cells = [{ warehouseId: shop.warehouseId, flags: ['view' as const] }]
    await owner.call(userWarehouseRoutes.save, { body: { orgId: shop.orgId, users: [{ userId, version, cells }] } })
    for (const [query, hidden] of figures) {
      const keys = await keysOf(client, query)
      expect(keys.filter((key) => hidden.some((each) => each === key))).toEqual([])
    }
  })

  it('shows lines of returns to whom their page is open, and counts them for all', async () => {
    const manager = await worker(shop, 'owner')
    await withdraw(shop, manager, { buttons: [pageOf('sales_return')] })
    const { rows } = await manager.client.call(saleLines.list, { query: {} })
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['sales_delivery']))
    expect((await manager.client.call(salesByPart.totals, { query: {} })).sums).toMatchObject({ net: '499.00' })
    expect((await manager.client.ask(saleReturnLines.list, { query: {} })).status).toBe(403)
  })

  it('keeps to the own documents of a salesperson, and to the organisation', async () => {
    const salesperson = await shop.signIn('salesperson')
    const branch = await openBranch(shop)
    const there = await shop.signIn('owner', branch.orgId)
    for (const [query] of figures) {
      expect((await salesperson.call(query.list, { query: {} })).rows).toEqual([])
      expect((await there.call(query.list, { query: {} })).rows).toEqual([])
    }
    const buyer = await shop.signIn('buyer')
    for (const [query] of figures) expect((await buyer.ask(query.list, { query: {} })).status).toBe(403)
  })
})
