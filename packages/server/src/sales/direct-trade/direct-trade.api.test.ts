import { listSourcePrices } from '@chepu/contract/basics/lookups'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { directTrade } from '@chepu/contract/sales/direct-trade'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { collection } from '@chepu/contract/finance/collection'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
import { post, reverse, undo } from '../../../test/desk'
import { openBranch, worker } from '../../../test/people'
import { one } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = directTrade

let shop: Counter
beforeAll(async () => {
  shop = await openCounter()
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

type More = Record<string, unknown>
const line = (partId: number, qty: string, purchasePrice: string | null, price: string, more: More = {}) => ({
  partId,
  qty,
  price,
  purchasePrice,
  ...more,
})
const save = (lines: ReturnType<typeof line>[], more: More = {}, client = shop.owner) =>
  shop.save(routes, lines, { supplierId: shop.supplierId, ...more }, client)
async function traded(lines: ReturnType<typeof line>[], more: More = {}): Promise<Saved> {
  const saved = await save(lines, more)
  const posted = await shop.act(routes, saved.data, 'approve')
  expect(posted).toMatchObject({ status: 200, data: { state: 'done' } })
  return posted.data
}
/** What a trade has made: its receipt and its delivery. */
async function madeBy({ id }: { id: number }) {
  const rows = await shop.owner.call(routes.related, { params: { id } })
  const of = (kind: string) =>
    rows.find((row) => row.kind === kind && row.relation === 'target' && row.state !== 'voided')
  return {
    receipt: of('goods_receipt') as (typeof rows)[number],
    delivery: of('sales_delivery') as (typeof rows)[number],
  }
}
const headerOf = async (of: typeof goodsReceipt.routes | typeof salesDelivery.routes, id: number) =>
  (await shop.owner.call(of.read, { params: { id } })).header

describe('采购转销售单', () => {
  it('buys and sells at once: goods leave for exactly what they came at, other stock keeps its average', async () => {
    // 10 pieces at 100.00 lie there; 4 are bought at 70.00 with 13 % and sold at 90.00 with 13 %, less 20.00.
    const part = await shop.stocked('0')
    await shop.buy(part, '10', '100')
    const trade = await traded([line(part, '4', '70', '90', { purchaseTaxRate: '0.13', taxRate: '0.13' })], {
      orderDiscount: '20',
      purchaseInvoiceKind: 'special',
    })
    expect(trade.billNo).toMatch(/^ZX01\d{10}$/)
    expect(await shop.books.pool(part)).toBe('10.0000 / 1000.00')
    const { receipt, delivery } = await madeBy(trade)
    expect(receipt).toMatchObject({
      billNo: expect.stringMatching(/^RK01/),
      state: 'done',
      qty: '4.0000',
      amount: '280.00',
    })
    expect(delivery).toMatchObject({
      billNo: expect.stringMatching(/^CK01/),
      state: 'done',
      qty: '4.0000',
      amount: '340.00',
    })
    expect(await shop.books.openItems('goods_receipt', receipt.id)).toMatchObject([
      { partnerId: shop.supplierId, side: 'AP', original: '280.00' },
    ])
    expect(await shop.books.openItems('sales_delivery', delivery.id)).toMatchObject([
      { partnerId: shop.customerId, side: 'AR', original: '340.00' },
    ])
    // 360.00 ÷ 1.13 = 318.58; 20.00 ÷ 1.13 = 17.70. A small taxpayer deducts no tax: the goods cost 280.00.
    expect(await shop.books.pnl('sales_delivery', delivery.id)).toEqual({
      revenue_part: '318.58',
      discount: '17.70',
      cogs_part: '280.00',
    })
    const [row] = (await shop.owner.call(routes.list, { query: { billNo: trade.billNo } })).rows
    expect(row).toMatchObject({
      partnerName: '测试修理厂',
      supplierName: '测试供应商',
      purchaseTaxed: '280.00',
      totalTaxed: '340.00',
      costAmount: '280.00',
      // 340.00 without 39.12 of tax is 300.88.
      grossProfit: '20.88',
      paid: 'none',
      collected: 'none',
      openAmount: '340.00',
    })
    // The price that the customer paid is told once, of the delivery.
    const { rows: told } = await shop.owner.call(listSourcePrices, {
      params: { target: 'sales_delivery' },
      query: { partId: part, partnerId: shop.customerId },
    })
    expect(told.map(({ billNo, price }) => [billNo, price])).toEqual([[delivery.billNo, '90.0000']])
    const back = await shop.owner.call(goodsReceipt.routes.related, { params: { id: receipt.id } })
    expect(back).toContainEqual(expect.objectContaining({ kind: 'direct_trade', id: trade.id, relation: 'source' }))
  })

  it('keeps the average of a dear piece beside many cheap ones, and gives it back when undone', async () => {
    const part = await shop.stocked('0')
    await shop.buy(part, '1', '1000')
    const trade = await traded([line(part, '100', '1', '2')])
    expect(await shop.books.pool(part)).toBe('1.0000 / 1000.00')
    const undone = await undo(shop.owner, routes, trade)
    expect(undone.state).toBe('draft')
    expect(await shop.books.pool(part)).toBe('1.0000 / 1000.00')
    expect((await madeBy(trade)).receipt).toBeUndefined()
    const again = await shop.act(routes, undone, 'approve')
    const gone = await reverse(shop.owner, routes, again.data)
    expect(gone.state).toBe('reversed')
    expect(await shop.books.pool(part)).toBe('1.0000 / 1000.00')
    const related = await shop.owner.call(routes.related, { params: { id: trade.id } })
    const red = related.find(({ relation }) => relation === 'red')
    const { receipt, delivery } = await madeBy({ id: red?.id as number })
    expect([receipt.amount, delivery.amount]).toEqual(['-100.00', '-200.00'])
    expect(await headerOf(goodsReceipt.routes, receipt.id)).toMatchObject({ isRed: true, state: 'done' })
  })

  it('takes nothing of what customers wait for, and what they wait for takes nothing of it', async () => {
    const part = await shop.stocked('0')
    await shop.confirmed([line(part, '3', null, '20')], { allowBackorder: true })
    const trade = await traded([line(part, '2', '10', '20')])
    expect(await shop.books.held(part)).toBe('0 + 3')
    await undo(shop.owner, routes, trade)
    expect(await shop.books.held(part)).toBe('0 + 3')
    expect(await shop.books.pool(part)).toBe('0.0000 / 0.00')
  })

  it('refuses every action on what it made, and every change of it', async () => {
    const part = await shop.stocked('0')
    const trade = await traded([line(part, '1', '10', '20')])
    const { receipt, delivery } = await madeBy(trade)
    const words = `随采购转销售单 ${trade.billNo} 生成，请在该单上操作`
    for (const [of, id] of [
      [goodsReceipt.routes, receipt.id],
      [salesDelivery.routes, delivery.id],
    ] as const) {
      const { header, can } = await shop.owner.call(of.read, { params: { id } })
      expect(can).toEqual([])
      for (const action of ['unapprove', 'reverse'])
        expect(await shop.act(of, header, action)).toMatchObject({ status: 400, msg: words })
      const preview = await shop.owner.call(of.preview, { params: { id, action: 'unapprove' } })
      expect(preview.refusals).toEqual([words])
      const body = { id, version: header.version, header: { ...header }, lines: [line(part, '1', null, '20')] }
      expect(await shop.owner.ask(of.save, { body: body as never })).toMatchObject({ status: 400, msg: words })
    }
  })

  it('is not undone under what came after its receipt or its delivery, which is named', async () => {
    const part = await shop.stocked('0')
    const trade = await traded([line(part, '2', '10', '20')])
    const { receipt, delivery } = await madeBy(trade)
    const [[bought], [sold]] = [
      await shop.lineIds(goodsReceipt.routes, receipt.id),
      await shop.lineIds(salesDelivery.routes, delivery.id),
    ]
    const backFromCustomer = await shop.done(
      salesReturn.routes,
      [{ ...line(part, '1', null, '20'), sourceLineId: sold }],
      { reason: '质量问题', disposal: 'good' },
    )
    expect(await shop.act(routes, trade, 'unapprove')).toMatchObject({
      status: 400,
      msg: `单据 ${delivery.billNo} 已被下游单据 ${backFromCustomer.billNo} 引用，请先处理该单据`,
    })
    const toSupplier = await shop.done(
      purchaseReturn.routes,
      [{ ...line(part, '1', null, '10'), sourceLineId: bought }],
      { partnerId: shop.supplierId, reason: '质量问题' },
    )
    expect((await shop.act(routes, trade, 'reverse')).msg).toContain(toSupplier.billNo)
    await undo(shop.owner, purchaseReturn.routes, toSupplier)
    const other = await traded([line(part, '1', '10', '20')])
    const ofOther = await madeBy(other)
    const [item] = await shop.books.openItems('sales_delivery', ofOther.delivery.id)
    const slip = await post(shop.owner, collection.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.customerId, purpose: 'trade' },
      tenders: [{ storeAccountId: shop.cashId, amount: '8' }],
      items: [{ openItemId: item?.id as number, amount: '8' }],
    })
    expect((await shop.act(routes, other, 'unapprove')).msg).toContain(slip.billNo)
    const [row] = (await shop.owner.call(routes.list, { query: { billNo: other.billNo } })).rows
    expect(row).toMatchObject({ paid: 'none', collected: 'part', settledAmount: '8.00', openAmount: '12.00' })
    const found = await shop.owner.call(routes.list, { query: { billNo: other.billNo, settled: 'part' } })
    expect(found.rows).toHaveLength(1)
  })

  it('wants both prices, both partners and goods from a supplier', async () => {
    const part = await shop.stocked('0')
    const open = await save([line(part, '1', '10', '20'), line(part, '1', null, '20')])
    const refused = await shop.act(routes, open.data, 'approve')
    expect(refused).toMatchObject({ status: 400, errors: [{ path: 'lines.1.purchasePrice' }] })
    expect(refused.msg).toMatch(/^第2行 \[P\w+\] 请填写进价$/)
    expect(await shop.act(routes, open.data, 'submit')).toMatchObject({ status: 400 })
    expect(await save([line(part, '1', '10', '20')], { supplierId: shop.customerId })).toMatchObject({
      status: 400,
      msg: '供应商不存在或已停用',
    })
    expect(await save([line(part, '1', '10', '20')], { partnerId: shop.supplierId })).toMatchObject({
      status: 400,
      msg: '测试供应商不是客户，请先在其资料中勾选角色“客户”',
    })
    const left = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner', { code: 'G70001', name: '停用供应商', kind: 'unit', cus_flag: 2 }),
    )
    const late = await save([line(part, '1', '10', '20')], { supplierId: left })
    await shop.sql('update partner set is_active = false where group_id = $1 and id = $2 returning id', left)
    expect(await shop.act(routes, late.data, 'approve')).toMatchObject({
      status: 400,
      msg: '供应商 停用供应商 已停用',
    })
  })

  it('keeps the price floor and the customer’s credit, and may be let pass', async () => {
    const part = await shop.stocked('1')
    await shop.sql('update product set min_sale_price = 25 where group_id = $1 and part_id = $2 returning id', part)
    const seller = await worker(shop, 'salesperson')
    await shop.sql(
      `insert into user_button (group_id, user_id, org_id, button_id, is_granted) values ($1, $2, $3, 98, true) returning user_id`,
      seller.userId,
      shop.orgId,
    )
    await shop.db.shared({ text: 'update shared.login set access_version = access_version + 1' })
    const low = await save([line(part, '1', '10', '20')], {}, seller.client)
    expect(await shop.act(routes, low.data, 'approve', { client: seller.client })).toMatchObject({
      status: 400,
      override: 'belowMin',
      errors: [{ path: 'lines.0.price' }],
    })
    expect((await shop.act(routes, low.data, 'approve')).status).toBe(200)
    const poor = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'partner', {
        code: 'K70001',
        name: '小额客户',
        kind: 'unit',
        cus_flag: 1,
        credit_policy: 'block',
      })
      await tx.insert(
        'partner_org',
        ['group_id', 'org_id', 'partner_id', 'credit_limit'],
        [[tx.groupId, shop.orgId, id, '50']],
      )
      return id
    })
    const big = await save([line(part, '3', '10', '30')], { partnerId: poor })
    const refused = await shop.act(routes, big.data, 'approve')
    expect(refused).toMatchObject({ status: 400, override: 'credit' })
    expect(refused.msg).toContain('客户 小额客户 超出信用额度：额度 50.00，已占用 90.00（含本单）')
    expect(await shop.act(routes, big.data, 'passCredit')).toMatchObject({ status: 200, data: { state: 'done' } })
  })

  it('tells purchase prices to who may see them; others leave them as they are', async () => {
    const part = await shop.stocked('0')
    const seller = await shop.signIn('salesperson')
    const typed = await save([line(part, '2', '12.5', '20')], {}, seller)
    expect(typed).toMatchObject({ status: 200 })
    const { id } = typed.data
    const blind = await seller.call(routes.read, { params: { id } })
    expect(JSON.stringify(blind)).not.toContain('12.5')
    expect((await seller.call(routes.list, { query: {} })).rows[0]).not.toHaveProperty('purchaseTaxed')
    const again = await seller.call(routes.save, {
      body: {
        id,
        version: typed.data.version,
        header: { ...blind.header, remark: '改过' },
        lines: [line(part, '3', null, '20')],
      } as never,
    })
    const { lines, header } = await shop.owner.call(routes.read, { params: { id: again.id } })
    expect(lines).toMatchObject([{ qty: '3.0000', purchasePrice: '12.5000' }])
    expect(header).toMatchObject({ remark: '改过', supplierName: '测试供应商' })
    expect(
      (await seller.ask(routes.act, { params: { id, action: 'approve' }, body: { version: again.version } })).status,
    ).toBe(403)
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await keeper.ask(routes.list, { query: {} })).status).toBe(403)
  })

  it('is nothing to another organisation, and names nothing of another group', async () => {
    const part = await shop.stocked('0')
    const trade = await traded([line(part, '1', '10', '20')])
    const { orgId } = await openBranch(shop)
    const abroad = await worker(shop, 'owner', orgId)
    expect(await shop.act(routes, trade, 'unapprove', { client: abroad.client })).toMatchObject({ status: 404 })
    expect(await save([line(part, '1', '10', '20')], { supplierId: 999_999 })).toMatchObject({ status: 400 })
    expect(await save([line(part, '1', '10', '20')], { purchaseSettlementMethodId: 999_999 })).toMatchObject({
      status: 400,
    })
  })

  it('is posted once by two who press at once, and not by who read an older one', async () => {
    const part = await shop.stocked('0')
    const saved = (await save([line(part, '1', '10', '20')])).data
    const answers = await Promise.all([shop.act(routes, saved, 'approve'), shop.act(routes, saved, 'approve')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const count = await shop.sql<{ count: number }>(
      'select count(*)::int as count from goods_document where group_id = $1 and made_by = $2',
      saved.id,
    )
    expect(count).toEqual([{ count: 2 }])
  })
})
