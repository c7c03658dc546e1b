// 采购退货查询 and 价格走势 over one small trade, figures worked out by hand.
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseLines, purchasePriceTrend } from '@chepu/contract/purchasing/purchase-query'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import {
  returnLines,
  returnsByDocument,
  returnsByPart,
  returnsBySupplier,
} from '@chepu/contract/purchasing/purchase-return-query'
import { drawSource } from '@chepu/contract/kernel/source-lines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { post, reverse, save, type Saved } from '../../../test/desk'
import { newPartner } from '../../../test/finance'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

const today = shanghaiDay()
const yesterday = addDays(today, -1)

let shop: Shop
let owner: Client
let other: number
let receipt: Saved
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  other = await newPartner(shop, '另一供应商', 2)
  await trade()
})
afterAll(() => shop.close())

const header = (partnerId: number, bizDate: string) => ({ bizDate, partnerId, warehouseId: shop.warehouseId })

/**
 * Eight filters of 100.00 are received, and of another supplier four of 125.00, two given away, and, reversed, one of 999.00. Two of the first go back
 * as they came for 质量问题, one of the other's for 110.00, 发错货; three more are a draft.
 */
async function trade() {
  const { filter } = shop.parts
  receipt = await post(owner, goodsReceipt.routes, {
    header: header(shop.supplierId, yesterday),
    lines: [{ partId: filter, qty: '8', price: '100' }],
  })
  await post(owner, goodsReceipt.routes, {
    header: header(other, today),
    lines: [
      { partId: filter, qty: '4', price: '125' },
      { partId: filter, qty: '2', price: '0' },
    ],
  })
  const wrong = await post(owner, goodsReceipt.routes, {
    header: header(other, today),
    lines: [{ partId: filter, qty: '1', price: '999' }],
  })
  await reverse(owner, goodsReceipt.routes, wrong)
  const drawn = await owner.call(drawSource, {
    params: { target: purchaseReturn.kind },
    body: { source: goodsReceipt.kind, documentId: receipt.id } as never,
  })
  await post(owner, purchaseReturn.routes, {
    header: { ...header(shop.supplierId, today), reason: '质量问题' },
    lines: [{ partId: filter, qty: '2', price: '100', sourceLineId: drawn.lines[0]?.sourceLineId as number }],
  })
  await post(owner, purchaseReturn.routes, {
    header: { ...header(other, today), reason: '发错货' },
    lines: [{ partId: filter, qty: '1', price: '110' }],
  })
  await save(owner, purchaseReturn.routes, {
    header: { ...header(other, today), reason: '发错货' },
    lines: [{ partId: filter, qty: '3', price: '110' }],
  })
}

const all = { unposted: 'true' } as const

describe('采购退货查询', () => {
  it('tells of each supplier what went back, its share and its rate of what was received', async () => {
    const { rows } = await owner.call(returnsBySupplier.list, { query: { ...all, sort: '-taxed' } })
    expect(rows).toMatchObject([
      {
        partnerId: shop.supplierId,
        documents: 1,
        qty: '2.0000',
        taxed: '200.00',
        settled: '0.00',
        open: '200.00',
        share: '0.6452',
        received: '800.00',
        rate: '0.2500',
        waiting: '0.00',
      },
      {
        partnerId: other,
        documents: 1,
        taxed: '110.00',
        share: '0.3548',
        received: '500.00',
        rate: '0.2200',
        waiting: '330.00',
      },
    ])
    const { sums } = await owner.call(returnsBySupplier.totals, { query: {} })
    expect(sums).toMatchObject({ qty: '3.0000', taxed: '310.00', open: '310.00', received: '1300.00' })
  })

  it('asks for a reason of returns alone', async () => {
    const query = { reason: '发错' }
    const suppliers = await owner.call(returnsBySupplier.list, { query })
    expect(suppliers.rows).toMatchObject([{ partnerId: other, taxed: '110.00', received: '500.00', rate: '0.2200' }])
    const parts = await owner.call(returnsByPart.list, { query })
    expect(parts.rows).toMatchObject([{ qty: '1.0000', receivedQty: '14.0000', rate: '0.0714' }])
    expect((await owner.call(returnsByDocument.list, { query })).rows).toMatchObject([{ totalTaxed: '110.00' }])
    expect((await owner.call(returnLines.totals, { query })).sums).toMatchObject({ qty: '1.0000', taxed: '110.00' })
  })

  it('lists documents and lines with their reason and the receipt', async () => {
    const { rows } = await owner.call(returnsByDocument.list, { query: { partnerId: shop.supplierId } })
    expect(rows).toMatchObject([
      { reason: '质量问题', sourceNo: receipt.billNo, totalTaxed: '200.00', openAmount: '200.00' },
    ])
    const lines = await owner.call(returnLines.list, { query: all })
    expect(lines.rows.map((row) => [row.state, row.reason, row.sourceNo, row.qty, row.price])).toEqual([
      ['draft', '发错货', null, '3.0000', '110.0000'],
      ['done', '发错货', null, '1.0000', '110.0000'],
      ['done', '质量问题', receipt.billNo, '2.0000', '100.0000'],
    ])
    expect(await owner.call(returnLines.totals, { query: all })).toMatchObject({
      count: 3,
      sums: { qty: '3.0000', taxed: '310.00' },
      waiting: { count: 1, sums: { qty: '3.0000', taxed: '330.00' } },
    })
  })

  it('sums a part, with its rate of what was received', async () => {
    const { rows } = await owner.call(returnsByPart.list, { query: all })
    expect(rows).toMatchObject([
      {
        qty: '3.0000',
        taxed: '310.00',
        average: '103.3333',
        highest: '110.0000',
        lowest: '100.0000',
        partners: 2,
        receivedQty: '14.0000',
        rate: '0.2143',
        waitingQty: '3.0000',
      },
    ])
  })
})

describe('价格走势', () => {
  it('has the price of each day with receipts that stand, gifts left out', async () => {
    const { days } = await owner.call(purchasePriceTrend, { query: { partId: shop.parts.filter } })
    expect(days).toEqual([
      { day: yesterday, price: '100.0000' },
      { day: today, price: '125.0000' },
    ])
  })

  it('tells nothing to who does not see purchase prices, and is closed without the page', async () => {
    const buyer = await worker(shop, 'buyer')
    await withdraw(shop, buyer, { fields: ['purchase_price'] })
    const query = { partId: shop.parts.filter }
    expect(await buyer.client.call(purchasePriceTrend, { query })).toEqual({ days: [] })
    const salesperson = await shop.signIn('salesperson')
    expect((await salesperson.ask(purchasePriceTrend, { query })).status).toBe(403)
    expect((await salesperson.ask(purchaseLines.list, { query: {} })).status).toBe(403)
  })
})
