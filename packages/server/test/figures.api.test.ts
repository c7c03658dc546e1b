import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import type { GoodsRoutes } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import { type Counter, openCounter } from './counter'
import { newPartner } from './finance'

// A figure that two pages show is one figure, whichever page one looks at.

let shop: Counter
const today = shanghaiDay()
const yesterday = addDays(today, -1)
const day = { from: today, to: today }

beforeAll(async () => {
  shop = await openCounter({ creditCheck: false, goodsReturnDays: 365 })
  await shop.buy(shop.parts.filter, '100', '10')
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

type Routes = GoodsRoutes
const lines = (qty: string, price: string) => [{ partId: shop.parts.filter, qty, price }]
const customer = (name: string) => newPartner(shop as never, name)
const rowOf = async (routes: Routes, billNo: string) =>
  (await shop.owner.call(routes.list, { query: { billNo } })).rows[0]
const totalsOf = (routes: Routes, partnerId: number) => shop.owner.call(routes.totals, { query: { partnerId } })
const accountOf = async (partnerId: number) =>
  (await shop.owner.call(receivableRoutes.list, { query: { ...day, partnerId } })).rows[0]

describe('逾期', () => {
  it('is what a partner has left unpaid, whatever is credited to him or to others', async () => {
    const [late, credited] = [await customer('逾期客户'), await customer('有退货的客户')]
    await shop.sell(lines('2', '100'), { partnerId: late, dueOn: yesterday })
    await shop.done(salesReturn.routes, lines('1', '100'), {
      partnerId: late,
      dueOn: yesterday,
      reason: '质量问题',
      disposal: 'good',
    })
    await shop.done(salesReturn.routes, lines('1', '60'), {
      partnerId: credited,
      dueOn: yesterday,
      reason: '质量问题',
      disposal: 'good',
    })
    const account = await shop.owner.call(receivableRoutes.totals, { query: {} })
    const ageing = await shop.owner.call(receivableRoutes.ageingTotals, { query: {} })
    const { receivables } = await shop.owner.call(dashboard)
    expect(account.sums).toMatchObject({ overdue: '200.00' })
    expect(ageing.sums).toMatchObject({ total: '40.00', credits: '-160.00', days30: '200.00', overdue: '200.00' })
    expect(receivables).toEqual({ open: '40.00', overdue: '200.00', partners: 2, overduePartners: 1 })
    const overdue = { query: { overdue: 'true' } } as const
    expect((await shop.owner.call(receivableRoutes.list, overdue)).rows.map((row) => row.partnerId)).toEqual([late])
    expect((await shop.owner.call(receivableRoutes.ageing, overdue)).rows.map((row) => row.partnerId)).toEqual([late])
    const statement = await shop.owner.call(receivableRoutes.statement, { query: { ...day, partnerId: late } })
    expect(statement).toMatchObject({ closing: '100.00', overdue: '200.00' })
  })
})

describe('红冲 and 反审核', () => {
  it('take back what the original brought, in its own column', async () => {
    const partnerId = await customer('红冲客户')
    const sale = await shop.sell(lines('2', '50'), { partnerId })
    const back = await shop.done(salesReturn.routes, lines('1', '30'), {
      partnerId,
      reason: '质量问题',
      disposal: 'good',
    })
    expect(await accountOf(partnerId)).toMatchObject({ increased: '100.00', returned: '30.00', closing: '70.00' })
    expect(await shop.act(salesReturn.routes, back, 'reverse')).toMatchObject({ status: 200 })
    expect(await accountOf(partnerId)).toMatchObject({ increased: '100.00', returned: '0.00', closing: '100.00' })
    expect(await shop.act(salesDelivery.routes, sale, 'reverse')).toMatchObject({ status: 200 })
    const query = { ...day, partnerId, withZero: 'true' } as const
    const [row] = (await shop.owner.call(receivableRoutes.list, { query })).rows
    expect(row).toMatchObject({ increased: '0.00', returned: '0.00', settled: '0.00', closing: '0.00' })
    const statement = await shop.owner.call(receivableRoutes.statement, { query: { ...day, partnerId } })
    expect(statement.rows.map((each) => [each.summary, each.increase, each.decrease, each.balance])).toEqual([
      ['销售出库单', '100.00', null, '100.00'],
      ['销售退货单', null, '30.00', '70.00'],
      ['红冲销售退货单', null, '-30.00', '100.00'],
      ['红冲销售出库单', '-100.00', null, '0.00'],
    ])
  })

  it('stand against each other in 应付账款 as well', async () => {
    const supplierId = await newPartner(shop as never, '红冲供应商', 2)
    const receipt = await shop.buy(shop.parts.oil, '5', '20', { partnerId: supplierId })
    expect(await shop.act(goodsReceipt.routes, receipt, 'reverse')).toMatchObject({ status: 200 })
    const query = { ...day, partnerId: supplierId, withZero: 'true' } as const
    const [row] = (await shop.owner.call(payableRoutes.list, { query })).rows
    expect(row).toMatchObject({ increased: '0.00', returned: '0.00', closing: '0.00' })
  })
})

describe('毛利', () => {
  it('leaves out the freight on the bill, in row, sum and home page (business/documents 3.8)', async () => {
    const before = await shop.owner.call(dashboard)
    const partnerId = await customer('运费客户')
    const sale = await shop.sell(lines('2', '20'), {
      partnerId,
      orderDiscount: '4',
      freight: '5',
      freightPayer: 'partner',
      carrierId: shop.carrierId,
    })
    // 40 − 4 of goods that cost 20; the 5 of freight are on the bill and no profit.
    expect(await rowOf(salesDelivery.routes, sale.billNo)).toMatchObject({ totalTaxed: '41.00', grossProfit: '16.00' })
    expect((await totalsOf(salesDelivery.routes, partnerId)).sums).toMatchObject({ grossProfit: '16.00' })
    const after = await shop.owner.call(dashboard)
    expect(after.margin?.today).toBe((Number.parseFloat(before.margin?.today ?? '') + 16).toFixed(2))
    const red = await shop.act(salesDelivery.routes, sale, 'reverse')
    expect(red).toMatchObject({ status: 200 })
    expect((await totalsOf(salesDelivery.routes, partnerId)).sums).toMatchObject({
      totalTaxed: '0.00',
      costAmount: '0.00',
      grossProfit: '0.00',
    })
    expect((await shop.owner.call(dashboard)).margin).toEqual(before.margin)
  })
})

describe('采购额', () => {
  it('of the home page is what the suppliers bill, without the carriers', async () => {
    const before = await shop.owner.call(dashboard)
    await shop.buy(shop.parts.pad, '10', '10', { freight: '30', carrierId: shop.carrierId })
    const after = await shop.owner.call(dashboard)
    expect(Number.parseFloat(after.purchases?.today ?? '')).toBe(Number.parseFloat(before.purchases?.today ?? '') + 100)
    const { sums } = await shop.owner.call(goodsReceipt.routes.totals, { query: day })
    expect(after.purchases?.today).toBe(sums['totalTaxed'])
  })
})

describe('草稿', () => {
  it('show no cost, margin and payment, and are summed apart from what is posted', async () => {
    const partnerId = await customer('草稿客户')
    await shop.sell(lines('3', '50'), { partnerId })
    const draft = await shop.save(salesDelivery.routes, lines('2', '70'), { partnerId })
    const voided = await shop.save(salesDelivery.routes, lines('1', '99'), { partnerId })
    await shop.act(salesDelivery.routes, voided.data, 'void')
    expect(await rowOf(salesDelivery.routes, draft.data.billNo)).toMatchObject({
      totalTaxed: '140.00',
      costAmount: null,
      grossProfit: null,
      settledAmount: null,
      openAmount: null,
    })
    const found = await totalsOf(salesDelivery.routes, partnerId)
    expect(found).toMatchObject({
      count: 3,
      sums: {
        totalQty: '3.0000',
        totalTaxed: '150.00',
        grossProfit: '120.00',
        settledAmount: '0.00',
        openAmount: '150.00',
      },
      waiting: { count: 1, sums: { totalQty: '2.0000', totalTaxed: '140.00' } },
    })
    expect(found.waiting?.sums).not.toHaveProperty('grossProfit')
  })

  it('of orders are those that nobody has approved', async () => {
    const partnerId = await newPartner(shop as never, '订货供应商', 2)
    await shop.done(purchaseOrder.routes, lines('3', '10'), { partnerId })
    await shop.save(purchaseOrder.routes, lines('5', '10'), { partnerId })
    expect(await totalsOf(purchaseOrder.routes, partnerId)).toMatchObject({
      count: 2,
      sums: { totalTaxed: '30.00' },
      waiting: { count: 1, sums: { totalTaxed: '50.00' } },
    })
  })

  it('never stand in a sum: 已付 and 未付 make up 价税合计', async () => {
    const partnerId = await newPartner(shop as never, '部分付款', 2)
    await shop.buy(shop.parts.oil, '5', '20', { partnerId })
    const red = await shop.buy(shop.parts.oil, '1', '7', { partnerId })
    await shop.act(goodsReceipt.routes, red, 'reverse')
    await shop.save(goodsReceipt.routes, lines('9', '9'), { partnerId })
    const { sums } = await totalsOf(goodsReceipt.routes, partnerId)
    expect(sums).toMatchObject({ totalTaxed: '100.00', settledAmount: '0.00', openAmount: '100.00' })
  })
})
