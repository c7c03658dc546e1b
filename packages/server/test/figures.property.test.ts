import { payableRoutes, receivableRoutes } from '@chepu/contract/finance/accounts'
import { collection } from '@chepu/contract/finance/collection'
import { payment } from '@chepu/contract/finance/payment'
import { dailySheet, receiptRoutes } from '@chepu/contract/finance/receipts'
import { type WriteOffPurpose, writeOff } from '@chepu/contract/finance/write-off'
import { accountRoutes } from '@chepu/contract/finance/store-account'
import { add, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import { type DocumentDef } from '@chepu/contract/kernel/document'
import { countedStates } from '@chepu/contract/kernel/states'
import type { GoodsRoutes } from '@chepu/contract/kernel/goods-document'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { confirmTotals } from '@chepu/contract/sales/order-confirm'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { directTrade } from '@chepu/contract/sales/direct-trade'
import { salesQuotation } from '@chepu/contract/sales/sales-quotation'
import { assembly } from '@chepu/contract/warehouse/assembly'
import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { type DeskTab, deskTabs } from '@chepu/contract/warehouse/transfer-desk'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { inboundTab } from '@chepu/contract/warehouse/inbound'
import { outboundTab } from '@chepu/contract/warehouse/outbound'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../src/kernel/base/calendar'
import * as desk from './desk'
import { type Client, openShop, type Shop } from './shop'
import { walk } from './trade-walk'

let shop: Shop
let owner: Client
let failures: string[]
const today = shanghaiDay()
const monthStart = `${today.slice(0, 7)}-01`
const sides = { AR: receivableRoutes, AP: payableRoutes }
type Sums = Record<string, string>
type Row = Record<string, unknown>

beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false, goodsReturnDays: 365 } })
  const report = await walk(shop, { seed: 5, clients: 1, steps: 900 })
  failures = report.failures
  owner = await shop.signIn('owner')
  await post(goodsReceipt.routes, shop.supplierId, { freight: '12', carrierId: shop.carrierId })
  await post(salesReturn.routes, shop.customerId, { reason: '质量问题', disposal: 'good', dueOn: addDays(today, -2) })
  await post(goodsReceipt.routes, shop.supplierId, { dueOn: addDays(today, -40) })
  // Random trade sends little back.
  await post(purchaseReturn.routes, shop.supplierId, { reason: '质量问题' })
  const draft = await desk.save(owner, goodsReceipt.routes, bodyOf(shop.supplierId, {}))
  await desk.act(owner, goodsReceipt.routes, draft, 'submit')
}, 240_000)
afterAll(() => shop.close())

type Routes = GoodsRoutes
const bodyOf = (partnerId: number, more: Row) =>
  ({
    header: { bizDate: today, partnerId, warehouseId: shop.warehouseId, ...more },
    lines: [{ partId: shop.parts.pad, qty: '3', price: '41.37', taxRate: '0.13' }],
  }) as never
const post = (routes: Routes, partnerId: number, more: Row) => desk.post(owner, routes, bodyOf(partnerId, more))

/** Every row of a list, page by page. */
async function rowsOf(routes: Routes, query: Row = {}): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const found = await owner.call(routes.list, { query: { ...query, page, rows: 20 } as never })
    rows.push(...found.rows)
    if (!found.more) return rows
  }
}
const totalsOf = (routes: Routes, query: Row = {}) => owner.call(routes.totals, { query: query as never })
const sum = (rows: readonly Row[], key: string) => money(sumOf(rows, (row) => String(row[key] ?? '0')))
const less = (a: string | undefined, b: string | undefined) => money(sub(a ?? '0', b ?? '0'))

const kinds: [string, DocumentDef, Routes][] = [
  ['采购订单', purchaseOrder, purchaseOrder.routes],
  ['采购入库单', goodsReceipt, goodsReceipt.routes],
  ['采购退货单', purchaseReturn, purchaseReturn.routes],
  ['销售出库单', salesDelivery, salesDelivery.routes],
  ['销售退货单', salesReturn, salesReturn.routes],
]

describe('after random trade', () => {
  it('nothing has failed', () => expect(failures).toEqual([]))

  it.each(kinds)(
    '%s: the totals are those of the rows that count, and what waits stands apart',
    async (_, def, routes) => {
      const rows = await rowsOf(routes)
      const found = await totalsOf(routes)
      expect(found.count).toBe(rows.length)
      const counted = rows.filter((row) => (countedStates(def) as string[]).includes(String(row['state'])))
      const waiting = rows.filter((row) => !counted.includes(row) && row['state'] !== 'voided')
      for (const key of ['totalTaxed', 'totalUntaxed', 'totalTax', 'orderDiscount']) {
        expect([key, money(found.sums[key] ?? '')]).toEqual([key, sum(counted, key)])
        expect([key, money(found.waiting?.sums[key] ?? '0')]).toEqual([key, sum(waiting, key)])
      }
      expect(found.waiting?.count ?? 0).toBe(waiting.length)
      if (def.kind === 'purchase_order') return
      // Only what is sold brings a profit.
      expect('grossProfit' in found.sums).toBe(def.area === 'sales')
      expect(rows.filter((row) => 'grossProfit' in row)).toEqual(def.area === 'sales' ? rows : [])
      const profit = def.area === 'sales' ? ['grossProfit'] : []
      for (const key of ['costAmount', ...profit, 'settledAmount', 'openAmount']) {
        expect([key, money(found.sums[key] ?? '')]).toEqual([key, sum(counted, key)])
        expect(waiting.filter((row) => row[key] !== null)).toEqual([])
      }
      expect(counted.length).toBeGreaterThan(3)
      const owed = add(found.sums['settledAmount'] ?? '', found.sums['openAmount'] ?? '')
      expect(money(owed)).toBe(sum(counted, 'totalTaxed'))
    },
  )

  it.each(['AR', 'AP'] as const)('%s: account, items, ageing, statement and home page say the same', async (side) => {
    const routes = sides[side]
    const all = { rows: 200 }
    const accounts = (await owner.call(routes.list, { query: { ...all, withZero: 'true' } })).rows
    const ageing = new Map((await owner.call(routes.ageing, { query: all })).rows.map((row) => [row.partnerId, row]))
    for (const account of accounts) {
      const { partnerId } = account
      const changes = sub(
        account.increased ?? '',
        add(account.returned ?? '', account.settled ?? '', account.discounted ?? ''),
      )
      expect(money(add(account.opening ?? '', changes, account.adjusted ?? ''))).toBe(account.closing)
      const items = (await owner.call(routes.itemTotals, { query: { partnerId } })).sums
      const late = (await owner.call(routes.itemTotals, { query: { partnerId, overdue: 'true' } })).sums
      const query = { partnerId, from: '2026-01-01', to: today }
      const statement = await owner.call(routes.statement, { query })
      const aged = ageing.get(partnerId)
      expect([items['balance'], aged?.total ?? '0.00', statement.closing]).toEqual(Array(3).fill(account.closing))
      expect([late['balance'], aged?.overdue ?? '0.00', statement.overdue]).toEqual(Array(3).fill(account.overdue))
      const buckets = ['notDue', 'days30', 'days60', 'days90', 'days180', 'over180', 'credits'] as const
      expect(money(sumOf(buckets, (name) => aged?.[name] ?? '0'))).toBe(account.closing)
      expect(less(sum(statement.rows, 'increase'), sum(statement.rows, 'decrease'))).toBe(statement.closing)
    }
    const sums = (await owner.call(routes.totals, { query: {} })).sums
    const home = await owner.call(dashboard)
    const figures = side === 'AR' ? home.receivables : home.payables
    expect(figures).toMatchObject({
      open: sums['closing'],
      overdue: sums['overdue'],
      overduePartners: (await owner.call(routes.totals, { query: { overdue: 'true' } })).count,
    })
    const shown = (await owner.call(routes.ageingTotals, { query: {} })) as { count: number; sums: Sums }
    expect(figures).toMatchObject({ open: shown.sums['total'], overdue: shown.sums['overdue'], partners: shown.count })
  })

  it.each([
    ['AR', () => shop.customerId, salesDelivery.routes, salesReturn.routes, collection.routes],
    ['AP', () => shop.supplierId, goodsReceipt.routes, purchaseReturn.routes, payment.routes],
  ] as const)(
    '%s: the columns of the account are the totals of its documents',
    async (side, partner, there, back, slips) => {
      const partnerId = partner()
      const [account] = (await owner.call(sides[side].list, { query: { partnerId, withZero: 'true' } })).rows
      const paid = (await owner.call(slips.totals, { query: { partnerId } })).sums
      const written = (purpose: WriteOffPurpose) =>
        owner.call(writeOff.routes.totals, { query: { partnerId, purpose } }).then(({ sums }) => sums)
      const ahead = await written(side === 'AR' ? 'advance_ar' : 'advance_ap')
      const transferred = side === 'AR' ? (await written('transfer'))['writtenOff'] : '0'
      const lost = side === 'AR' ? (await written('bad_debt'))['writtenOff'] : '0'
      // Who is named on the work at a kit is owed its fee.
      const kits = side === 'AP' ? [assembly.routes, disassembly.routes] : []
      const fees = await Promise.all(kits.map((routes) => totalsOf(routes as never, { partnerId })))
      expect(account).toMatchObject({
        increased: money(
          add(
            (await totalsOf(there, { partnerId })).sums['totalTaxed'] ?? '',
            ...fees.map(({ sums }) => sums['fee'] ?? '0'),
          ),
        ),
        returned: (await totalsOf(back, { partnerId })).sums['totalTaxed'],
        settled: money(add(paid['writtenOff'] ?? '', ahead['writtenOff'] ?? '', transferred ?? '')),
        discounted: money(add(paid['discount'] ?? '', lost ?? '')),
        advance: money(add(paid['advance'] ?? '', ahead['advance'] ?? '')),
      })
    },
  )

  it('the home page has the totals of its lists, by day and month', async () => {
    const home = await owner.call(dashboard)
    const net = async (there: Routes, back: Routes, key: string, from: string, to: string) =>
      less((await totalsOf(there, { from, to })).sums[key], (await totalsOf(back, { from, to })).sums[key])
    const figures = [
      [home.sales, salesDelivery.routes, salesReturn.routes, 'totalTaxed'],
      [home.margin, salesDelivery.routes, salesReturn.routes, 'grossProfit'],
      [home.purchases, goodsReceipt.routes, purchaseReturn.routes, 'totalTaxed'],
    ] as const
    for (const [figure, there, back, key] of figures) {
      expect(figure?.today).toBe(await net(there, back, key, today, today))
      expect(figure?.month).toBe(await net(there, back, key, monthStart, today))
    }
    for (const day of home.trend.slice(-6)) {
      expect(day).toEqual({
        day: day.day,
        sales: await net(salesDelivery.routes, salesReturn.routes, 'totalTaxed', day.day, day.day),
        margin: await net(salesDelivery.routes, salesReturn.routes, 'grossProfit', day.day, day.day),
        purchases: await net(goodsReceipt.routes, purchaseReturn.routes, 'totalTaxed', day.day, day.day),
      })
    }
  })

  it('money on the accounts is that of 收付单据 and 日结', async () => {
    const { rows } = await owner.call(accountRoutes.list, { query: { active: 'true' } })
    const { accounts } = await owner.call(dashboard)
    const sheet = await owner.call(dailySheet, { query: { day: today } })
    for (const account of rows) {
      const { sums } = await owner.call(receiptRoutes.totals, { query: { accountId: account.id } })
      const moved = sub(sums['income'] ?? '', sums['expense'] ?? '')
      expect(money(add(account.openingBalance ?? '', moved))).toBe(account.balance)
      expect(accounts?.rows.find(({ id }) => id === account.id)?.balance).toBe(account.balance)
      expect(sheet.accounts.find(({ accountId }) => accountId === account.id)?.closing).toBe(account.balance)
    }
    expect(accounts?.total).toBe((await owner.call(accountRoutes.totals, { query: {} })).sums['balance'])
  })

  it('each task of the home page counts the rows of the list that it opens', async () => {
    const { tasks } = await owner.call(dashboard)
    const lists: Record<string, (params: Record<string, string>) => Promise<{ count: number }>> = {
      purchaseOrder: (params) => totalsOf(purchaseOrder.routes, params),
      purchase: (params) => totalsOf(goodsReceipt.routes, params),
      purchaseBack: (params) => totalsOf(purchaseReturn.routes, params),
      saleOrder: (params) => totalsOf(salesOrder.routes, params),
      sale: (params) => totalsOf(salesDelivery.routes, params),
      saleBack: (params) => totalsOf(salesReturn.routes, params),
      collection: (params) => owner.call(collection.routes.totals, { query: params as never }),
      payment: (params) => owner.call(payment.routes.totals, { query: params as never }),
      orderConfirm: (params) => owner.call(confirmTotals, { query: params as never }),
      receivableAccount: (params) => owner.call(receivableRoutes.totals, { query: params as never }),
      payableAccount: (params) => owner.call(payableRoutes.totals, { query: params as never }),
      purWareHous: ({ tab }) => owner.call(inboundTab(tab ?? '').totals, { query: {} }),
      priceSheet: (params) => totalsOf(salesQuotation.routes, params),
      purchaseAndSale: (params) => totalsOf(directTrade.routes, params),
      assembly: (params) => totalsOf(assembly.routes, params),
      disassembly: (params) => totalsOf(disassembly.routes, params),
      costAdjustment: (params) => totalsOf(costAdjustment.routes, params),
      price: (params) => owner.call(priceAdjustment.routes.totals, { query: params as never }),
      inventoryListByOrder: (params) => owner.call(stockCount.routes.totals, { query: params as never }),
      allocation: ({ tab }) => owner.call(deskTabs[tab as DeskTab].totals, { query: {} }),
      outWareHous: ({ tab }) => owner.call(outboundTab(tab ?? '').totals, { query: {} }),
    }
    for (const task of tasks)
      expect([task.title, (await lists[task.screen]?.(task.params))?.count]).toEqual([task.title, task.count])
    expect(tasks.map(({ screen }) => screen)).toEqual(expect.arrayContaining(['purchase', 'payableAccount']))
  })
})
