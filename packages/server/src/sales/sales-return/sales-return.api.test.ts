import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { passwordInfo } from '@chepu/contract/shell/session'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { type Counter, openCounter, type Saved, type TypedLine } from '../../../test/counter'
import { one } from '../../../test/shop'

const { routes } = salesReturn

let shop: Counter
beforeAll(async () => {
  shop = await openCounter({ approveRequired: ['sales_return'] })
})
afterEach(() => shop.assertBooks())
afterAll(() => shop.close())

/** Lines that return `qty` of a delivery's lines, at its prices. */
async function linesOf(delivery: Saved, ...quantities: string[]): Promise<TypedLine[]> {
  const { lines } = await shop.read(salesDelivery.routes, delivery.id)
  return quantities.map((qty, i) => ({
    partId: lines[i]?.partId as number,
    qty,
    price: lines[i]?.price as string,
    discountRate: lines[i]?.discountRate as string,
    taxRate: lines[i]?.taxRate as string,
    sourceLineId: lines[i]?.id,
  }))
}

async function takeBack(lines: TypedLine[], more: Record<string, unknown> = {}) {
  const saved = await shop.save(routes, lines, more)
  expect(saved).toMatchObject({ status: 200 })
  const submitted = await shop.act(routes, saved.data, 'submit')
  return shop.act(routes, submitted.data, 'approve')
}

/** An owner of the shop as a general taxpayer, for whom the tax of a special invoice is no cost. */
async function generalTaxpayer() {
  await shop.sql(`update org set taxpayer_kind = 'general' where group_id = $1 returning id`)
  return shop.signIn('owner')
}

describe('销售退货单', () => {
  it('brings goods back at what they cost, also after the price has moved', async () => {
    const { filter } = shop.parts
    await shop.buy(filter, '10', '100')
    await shop.buy(filter, '5', '130')
    const sale = await shop.sell([{ partId: filter, qty: '4', price: '180' }])
    expect(await shop.books.pool(filter)).toBe('11.0000 / 1210.00')
    await shop.buy(filter, '1', '500')
    const back = await takeBack(await linesOf(sale, '1'))
    expect(back.data).toMatchObject({ state: 'done', billNo: expect.stringMatching(/^XT01/) })
    // 440.00 ÷ 4 × 1 = 110.00, whatever the average is now.
    expect(await shop.books.pool(filter)).toBe('13.0000 / 1820.00')
    expect(await shop.books.balance(shop.customerId, 'AR')).toBe('540.00')
    expect(await shop.books.pnl('sales_return', back.data.id)).toEqual({
      revenue_part: '-180.00',
      cogs_part: '-110.00',
    })
    const { lines } = await shop.read(salesDelivery.routes, sale.id)
    expect(lines[0]).toMatchObject({ returnedQty: '1.0000' })
    const [row] = (await shop.owner.call(routes.list, { query: { billNo: back.data.billNo } })).rows
    expect(row).toMatchObject({
      totalTaxed: '180.00',
      settledAmount: '0.00',
      openAmount: '180.00',
      sourceNo: sale.billNo,
    })
    expect((await shop.read(routes, back.data.id)).header).toMatchObject({
      settledAmount: '0.00',
      openAmount: '180.00',
    })
  })

  it('lets the last piece take the remainder, and undoes it by the fen', async () => {
    const { pad } = shop.parts
    await shop.buy(pad, '3', '33.3333')
    const sale = await shop.sell([{ partId: pad, qty: '3', price: '50' }])
    expect(await shop.books.pool(pad)).toBe('0.0000 / 0.00')
    await takeBack(await linesOf(sale, '1'))
    expect(await shop.books.pool(pad)).toBe('1.0000 / 33.33')
    const last = await takeBack(await linesOf(sale, '2'))
    expect(await shop.books.pool(pad)).toBe('3.0000 / 100.00')
    const undone = await shop.act(routes, last.data, 'unapprove')
    expect(await shop.books.pool(pad)).toBe('1.0000 / 33.33')
    const again = await shop.act(routes, undone.data, 'submit')
    const posted = await shop.act(routes, again.data, 'approve')
    expect(await shop.books.pool(pad)).toBe('3.0000 / 100.00')
    await shop.act(routes, posted.data, 'reverse')
    expect(await shop.books.pool(pad)).toBe('1.0000 / 33.33')
  })

  it('agrees with the stock when it is undone after the average has moved and the goods are the last ones', async () => {
    const part = await shop.stocked('0')
    await shop.buy(part, '1', '10')
    const sale = await shop.sell([{ partId: part, qty: '1', price: '50' }])
    const back = await takeBack(await linesOf(sale, '1'))
    await shop.buy(part, '1', '30')
    await shop.sell([{ partId: part, qty: '1', price: '50' }])
    expect(await shop.books.pool(part)).toBe('1.0000 / 20.00')
    // It came in at 10.00 and takes the pool's last 20.00 out: the cost of sales is even, the rest is a variance.
    await shop.act(routes, back.data, 'unapprove')
    expect(await shop.books.pool(part)).toBe('0.0000 / 0.00')
    expect(await shop.books.pnl('sales_return', back.data.id)).toMatchObject({
      cogs_part: '0.00',
      stock_variance: '-10.00',
    })
  })

  it('is never more than was delivered', async () => {
    const part = await shop.stocked('5')
    const sale = await shop.sell([{ partId: part, qty: '2', price: '20' }])
    const lines = await linesOf(sale, '3')
    expect(await shop.save(routes, lines)).toMatchObject({
      status: 400,
      msg: `第1行 来源单据 ${sale.billNo} 剩余数量 2，本次 3`,
    })
    await takeBack(await linesOf(sale, '2'))
    expect((await shop.save(routes, await linesOf(sale, '1'))).msg).toBe(
      `第1行 来源单据 ${sale.billNo} 剩余数量 0，本次 1`,
    )
  })

  it('keeps its delivery from being undone', async () => {
    const part = await shop.stocked('5')
    const sale = await shop.sell([{ partId: part, qty: '2', price: '20' }])
    const back = await takeBack(await linesOf(sale, '1'))
    expect((await shop.act(salesDelivery.routes, sale, 'unapprove')).msg).toBe(
      `单据 ${sale.billNo} 已被下游单据 ${back.data.billNo} 引用，请先处理该单据`,
    )
    await shop.act(routes, back.data, 'reverse')
    expect((await shop.act(salesDelivery.routes, sale, 'unapprove')).data).toMatchObject({ state: 'draft' })
  })

  it('after the term is handed in only by who may approve', async () => {
    const part = await shop.stocked('0')
    const bizDate = addDays(shanghaiDay(), -31)
    await shop.buy(part, '5', '10', { bizDate })
    const { user } = await shop.seller.call(passwordInfo)
    const [own] = await shop.sql<{ id: number }>(
      'select id from employee where group_id = $1 and user_id = $2',
      user.userid,
    )
    const terms = { bizDate, dueOn: shanghaiDay(), salespersonId: own?.id }
    const sale = await shop.sell([{ partId: part, qty: '2', price: '20' }], terms)
    const saved = await shop.save(routes, await linesOf(sale, '1'), {}, shop.seller)
    const refused = await shop.act(routes, saved.data, 'submit', { client: shop.seller })
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.msg).toMatch(/^第1行 \[P\w+\] 原出库单 CK\d+（[\d-]+）已超过退货期限30天，请由有审核权限的人提交$/)
    expect((await shop.act(routes, saved.data, 'submit')).data).toMatchObject({ state: 'submitted' })
  })

  it('without a delivery takes the average, the last receipt’s cost, or a cost typed by who sees cost', async () => {
    const part = await shop.stocked('4')
    const line = { partId: part, qty: '2', price: '20' }
    await takeBack([line])
    expect(await shop.books.pool(part)).toBe('6.0000 / 60.00')
    await shop.sell([{ partId: part, qty: '6', price: '20' }])
    await shop.buy(part, '1', '14')
    await shop.sell([{ partId: part, qty: '1', price: '20' }])
    await takeBack([line])
    expect(await shop.books.pool(part)).toBe('2.0000 / 28.00')
    const unknown = await shop.stocked('0')
    const typed = { partId: unknown, qty: '2', price: '20' }
    const refused = await takeBack([typed])
    expect(refused.msg).toMatch(/^第1行 \[P\w+\] 没有可参考的成本，请录入成本单价$/)
    expect((await shop.save(routes, [{ ...typed, unitCost: '9.5' }], {}, shop.seller)).msg).toBe(
      '第1行 您没有查看成本的权限，不能录入成本单价',
    )
    await takeBack([{ ...typed, unitCost: '9.5' }])
    expect(await shop.books.pool(unknown)).toBe('2.0000 / 19.00')
  })

  it('without a delivery into an empty warehouse costs what the last standing receipt cost, tax and discounts taken off', async () => {
    const client = await generalTaxpayer()
    const part = await shop.stocked('0')
    const line = { partId: part, qty: '1', price: '200' }
    // 113.00 with tax is 100.00 without; the discount of 11.30 takes 10.00 of it.
    const typed = [{ partId: part, qty: '1', price: '113', taxRate: '0.13' }]
    const header = { partnerId: shop.supplierId, invoiceKind: 'special', orderDiscount: '11.3' }
    const saved = await shop.save(goodsReceipt.routes, typed, header, client)
    expect((await shop.act(goodsReceipt.routes, saved.data, 'approve', { client })).status).toBe(200)
    await shop.sell([line])
    await takeBack([line])
    expect(await shop.books.pool(part)).toBe('1.0000 / 90.00')
  })

  it('without a delivery asks no receipt that was undone or reversed', async () => {
    const part = await shop.stocked('0')
    await shop.buy(part, '1', '10')
    const undone = await shop.buy(part, '1', '999')
    const reversed = await shop.buy(part, '1', '777')
    const lastPrice = async () => {
      const [row] = await shop.sql<{ price: string; on: string; supplierId: number }>(
        'select last_purchase_price as price, last_purchase_on as on, last_supplier_id as supplier_id from product where group_id = $1 and part_id = $2',
        part,
      )
      return row
    }
    expect(await lastPrice()).toMatchObject({ price: '777.0000' })
    await shop.act(goodsReceipt.routes, undone, 'unapprove')
    expect(await lastPrice()).toMatchObject({ price: '777.0000' })
    await shop.act(goodsReceipt.routes, reversed, 'reverse')
    expect(await lastPrice()).toEqual({ price: '10.0000', on: shanghaiDay(), supplierId: shop.supplierId })
    const line = { partId: part, qty: '1', price: '20' }
    await shop.sell([line])
    await takeBack([line])
    expect(await shop.books.pool(part)).toBe('1.0000 / 10.00')
  })

  it('puts scrap into the scrap warehouse at the same value', async () => {
    const part = await shop.stocked('4')
    const sale = await shop.sell([{ partId: part, qty: '2', price: '20' }])
    const lines = await linesOf(sale, '1')
    expect((await shop.save(routes, lines, { disposal: 'scrap' })).msg).toBe(
      '本企业还没有报废仓，请先在仓库资料中新增类型为“报废仓”的仓库',
    )
    const scrapId = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'warehouse', {
        org_id: shop.orgId,
        code: 'BF',
        name: '报废仓',
        kind: 'scrap',
        allow_sale: false,
      })
      await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
      return id
    })
    const back = await takeBack(lines, { disposal: 'scrap' })
    expect(back.data).toMatchObject({ state: 'done' })
    expect(await shop.books.pool(part, shop.warehouseId)).toBe('2.0000 / 20.00')
    expect(await shop.books.pool(part, scrapId)).toBe('1.0000 / 10.00')
    await shop.act(routes, back.data, 'reverse')
    expect(await shop.books.pool(part, scrapId)).toBe('0.0000 / 0.00')
  })

  it('is closed to who has no right', async () => {
    const part = await shop.stocked('4')
    const saved = await shop.save(routes, [{ partId: part, qty: '1', price: '20' }])
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(routes.read, { params: { id: saved.data.id } })).status).toBe(403)
    expect((await shop.seller.ask(routes.read, { params: { id: saved.data.id } })).status).toBe(404)
    expect((await shop.act(routes, saved.data, 'approve', { client: shop.seller })).status).toBe(403)
  })
})
