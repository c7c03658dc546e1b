// The fixed scenario of business/demo 5.2 and the promises of business/ledgers 7, with the figures written out. The steps of picking
// belong to a document that does not exist yet; their arithmetic is tested on the cost pool itself.
import { collection } from '@chepu/contract/finance/collection'
import { currentReceive } from '@chepu/contract/finance/lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../src/kernel/base/calendar'
import * as desk from './desk'
import { type Client, openShop, type Shop } from './shop'
import { secondWarehouse } from './transfer-makers'

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop({ config: { creditCheck: false } })
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

type Desk =
  | typeof goodsReceipt.routes
  | typeof purchaseReturn.routes
  | typeof salesDelivery.routes
  | typeof salesReturn.routes

interface Line {
  partId: number
  qty: string
  price: string
  sourceLineId?: number
}

/** Saves and approves a document; returns its id and lines. */
async function post(routes: Desk, partnerId: number, lines: Line[], header: Record<string, unknown> = {}) {
  const body = { header: { bizDate: shanghaiDay(), partnerId, warehouseId: shop.warehouseId, ...header }, lines }
  const posted = await desk.post(owner, routes, body as never)
  const { lines: written } = await owner.call(routes.read, { params: { id: posted.id } })
  return { ...posted, lines: written }
}

describe('the fixed scenario', () => {
  it('gives every figure of business/demo 5.2', async () => {
    const part = shop.parts.filter
    await post(goodsReceipt.routes, shop.supplierId, [{ partId: part, qty: '10', price: '100' }])
    const second = await post(goodsReceipt.routes, shop.supplierId, [{ partId: part, qty: '5', price: '130' }])
    expect(await shop.books.pool(part)).toBe('15.0000 / 1650.00')

    const delivery = await post(salesDelivery.routes, shop.customerId, [{ partId: part, qty: '4', price: '200' }])
    expect(delivery.lines[0]).toMatchObject({ costAmount: '440.00', unitCost: '110.000000' })

    const back = { partId: part, qty: '1', price: '200', sourceLineId: delivery.lines[0]?.id as number }
    const returned = await post(salesReturn.routes, shop.customerId, [back], { reason: '型号不符' })
    expect(returned.lines[0]?.costAmount).toBe('110.00')
    expect(await shop.books.pool(part)).toBe('12.0000 / 1320.00')

    const toSupplier = { partId: part, qty: '2', price: '130', sourceLineId: second.lines[0]?.id as number }
    await post(purchaseReturn.routes, shop.supplierId, [toSupplier], { reason: '质量问题' })
    expect(await shop.books.pool(part)).toBe('10.0000 / 1060.00')
    expect(await shop.sql(`select amount from pnl_ledger where group_id = $1 and kind = 'stock_variance'`)).toEqual([])

    const toWarehouseId = await secondWarehouse(shop)
    const order = await desk.post(owner, transferOrder.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, counterOrgId: null, toWarehouseId },
      lines: [{ partId: part, qty: '3' }],
    } as never)
    const sent = await desk.act(owner, transferOrder.routes, order, 'ship')
    const { lines } = await owner.call(transferOrder.routes.read, { params: { id: sent.id } })
    expect(lines[0]?.costAmount).toBe('318.00')
    expect(await shop.books.pool(part, shop.warehouseId)).toBe('7.0000 / 742.00')
  })

  it('leaves what is owed on both sides', async () => {
    const { rows: owed } = await owner.call(currentReceive, { query: { partnerId: shop.customerId, side: 'AR' } })
    expect(owed.map((row) => row.balance).sort()).toEqual(['-200.00', '800.00'])
    const { rows: owing } = await owner.call(currentReceive, { query: { partnerId: shop.supplierId, side: 'AP' } })
    expect(owing.map((row) => row.balance).sort()).toEqual(['-260.00', '1000.00', '650.00'])
  })

  it('collects 600.00 against both items of the customer', async () => {
    const { rows } = await owner.call(currentReceive, { query: { partnerId: shop.customerId, side: 'AR' } })
    const items = rows.map((row) => ({ openItemId: row.id, amount: row.balance as string, discount: '0' }))
    await desk.post(owner, collection.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.customerId, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '600' }],
      items,
    })
    const after = await owner.call(currentReceive, { query: { partnerId: shop.customerId, side: 'AR' } })
    expect(after.rows).toEqual([])
  })
})

describe('the promises of business/ledgers 7', () => {
  it('gives the last piece to exactly one of two sellers', async () => {
    const part = shop.parts.pad
    await post(goodsReceipt.routes, shop.supplierId, [{ partId: part, qty: '1', price: '50' }])
    const draft = () =>
      desk.save(owner, salesDelivery.routes, {
        header: { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId: shop.warehouseId },
        lines: [{ partId: part, qty: '1', price: '90' }],
      })
    const drafts = [await draft(), await draft()]
    const answers = await Promise.all(drafts.map((doc) => desk.tryAct(owner, salesDelivery.routes, doc, 'approve')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
    expect(answers.find((answer) => answer.status === 400)?.msg).toBe('第1行 [04465-02220] 可用量 0，需要 1')
    expect(await shop.books.pool(part)).toBe('0.0000 / 0.00')
  })

  it('takes a return at its own cost after the pool was emptied and refilled at another price', async () => {
    const part = shop.parts.pad
    const bought = await post(goodsReceipt.routes, shop.supplierId, [{ partId: part, qty: '2', price: '50' }])
    const sold = await post(salesDelivery.routes, shop.customerId, [{ partId: part, qty: '2', price: '90' }])
    await post(goodsReceipt.routes, shop.supplierId, [{ partId: part, qty: '1', price: '70' }])
    await post(
      salesReturn.routes,
      shop.customerId,
      [{ partId: part, qty: '1', price: '90', sourceLineId: sold.lines[0]?.id as number }],
      { reason: '型号不符' },
    )
    expect(await shop.books.pool(part)).toBe('2.0000 / 120.00')
    await post(
      purchaseReturn.routes,
      shop.supplierId,
      [{ partId: part, qty: '1', price: '50', sourceLineId: bought.lines[0]?.id as number }],
      { reason: '质量问题' },
    )
    expect(await shop.books.pool(part)).toBe('1.0000 / 70.00')
  })
})
