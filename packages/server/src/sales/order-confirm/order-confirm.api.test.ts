import { searchParts } from '@chepu/contract/basics/lookups'
import { confirmTotals, listConfirm, purchaseShortage, readConfirm } from '@chepu/contract/sales/order-confirm'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { passwordInfo } from '@chepu/contract/shell/session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved, type TypedLine } from '../../../test/counter'
import { assign, openBranch, worker } from '../../../test/people'
import { one } from '../../../test/shop'

let shop: Counter
let part: number
let instead: number
let order: Saved
beforeAll(async () => {
  shop = await openCounter({ approveRequired: ['sales_order'] })
  part = await shop.stocked('2')
  instead = await shop.stocked('7')
  await shop.db.tenant(shop.groupId, async (tx) => {
    await one(tx, 'part_substitute', { part_id: part, substitute_id: instead, note: '通用' })
    const limit = [[tx.groupId, shop.orgId, shop.customerId, '500']]
    await tx.insert('partner_org', ['group_id', 'org_id', 'partner_id', 'credit_limit'], limit)
  })
  await shop.sql('update product set min_sale_price = 25 where group_id = $1 and part_id = $2 returning id', instead)
  order = await shop.submitted([
    { partId: part, qty: '3', price: '20' },
    { partId: instead, qty: '1', price: '24' },
  ])
})
afterAll(async () => {
  await shop.assertBooks()
  await shop.close()
})

describe('订单确认', () => {
  it('shows what waits, with stock, floor and credit', async () => {
    await shop.sell([{ partId: instead, qty: '2', price: '30' }])
    const { rows } = await shop.owner.call(listConfirm, { query: {} })
    expect(rows).toEqual([
      expect.objectContaining({
        billNo: order.billNo,
        partnerName: '测试修理厂',
        totalTaxed: '84.00',
        creditLeft: '440.00',
        shortLines: 1,
        belowMinLines: 1,
        confirmState: 'pending',
      }),
    ])
    expect(await shop.owner.call(confirmTotals, { query: {} })).toEqual({
      count: 1,
      sums: { totalQty: '0', totalTaxed: '0' },
      waiting: { count: 1, sums: { totalQty: '4.0000', totalTaxed: '84.00' } },
    })
  })

  it('shows free stock here and elsewhere, and substitutes, by line', async () => {
    const { lines, can } = await shop.owner.call(readConfirm, { params: { id: order.id } })
    expect(can).toEqual(expect.arrayContaining(['confirm', 'reject', 'changeWarehouse', 'substitute', 'passCredit']))
    expect(lines[0]).toMatchObject({ available: '2.0000', shortage: '1.0000', isBelowMin: false, elsewhere: [] })
    expect(lines[0]?.substitutes).toEqual([
      expect.objectContaining({ partId: instead, available: '5.0000', note: '通用' }),
    ])
    expect(lines[1]).toMatchObject({ shortage: '0.0000', isBelowMin: true, minSalePrice: '25.0000' })
    expect((await shop.seller.ask(readConfirm, { params: { id: order.id } })).status).toBe(404)
  })

  it('orders what is short from the part’s supplier, or from the one that is named', async () => {
    const { lines } = await shop.owner.call(readConfirm, { params: { id: order.id } })
    const wish = [{ lineId: lines[0]?.id as number, qty: '1' }]
    const made = await shop.owner.call(purchaseShortage, { params: { id: order.id }, body: { lines: wish } })
    expect(made.orders).toEqual([expect.objectContaining({ supplierName: '测试供应商' })])
    const draft = await shop.read(purchaseOrder.routes, made.orders[0]?.id as number)
    expect(draft.header).toMatchObject({ state: 'draft', remark: `销售订单 ${order.billNo} 缺货` })
    expect(draft.lines[0]).toMatchObject({ partId: part, qty: '1.0000', price: '10.0000' })
    await shop.sql('update product set last_supplier_id = null where group_id = $1 and part_id = $2 returning id', part)
    const refused = await shop.owner.ask(purchaseShortage, { params: { id: order.id }, body: { lines: wish } })
    expect(refused.msg).toMatch(/^第1行 \[P\w+\] 没有默认供应商，请选择供应商$/)
    const named = { lines: wish, supplierId: shop.supplierId, again: true }
    expect((await shop.owner.ask(purchaseShortage, { params: { id: order.id }, body: named })).status).toBe(200)
    expect((await shop.seller.ask(purchaseShortage, { params: { id: order.id }, body: named })).status).toBe(403)
  })

  it('leaves the price of a part that was never bought open, also for a buyer who sees none', async () => {
    const never = await shop.stocked('0')
    const wanting = await shop.submitted([{ partId: never, qty: '3', price: '20' }])
    const { lines } = await shop.owner.call(readConfirm, { params: { id: wanting.id } })
    const body = { lines: [{ lineId: lines[0]?.id as number, qty: '3' }], supplierId: shop.supplierId, again: true }
    const blind = await shop.signIn('owner')
    await shop.sql(
      `insert into user_field (group_id, user_id, org_id, field, is_visible) values ($1, $2, $3, 'purchase_price', false) returning user_id`,
      (await blind.call(passwordInfo)).user.userid,
      shop.orgId,
    )
    await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')
    for (const client of [shop.owner, blind]) {
      const made = await client.call(purchaseShortage, { params: { id: wanting.id }, body })
      const draft = await shop.read(purchaseOrder.routes, made.orders[0]?.id as number)
      expect(draft.lines).toMatchObject([{ partId: never, qty: '3.0000', price: null, taxed: null }])
      const refused = await shop.act(purchaseOrder.routes, draft.header, 'approve')
      expect(refused).toMatchObject({ status: 400, errors: [{ path: 'lines.0.price' }] })
      await shop.act(purchaseOrder.routes, draft.header, 'void')
    }
    await shop.act(salesOrder.routes, wanting, 'reject')
  })

  it('counts lines below the floor by their price in the tax mode of the floor', async () => {
    const line = { partId: instead, qty: '1', taxRate: '0.13' }
    const prices = ['22.1238', '22.1239']
    const untaxed = await shop.submitted(
      prices.map((price) => ({ ...line, price })),
      { taxIncluded: false },
    )
    const { lines } = await shop.owner.call(readConfirm, { params: { id: untaxed.id } })
    expect(lines.map((each) => each.isBelowMin)).toEqual([true, false])
    const { rows } = await shop.owner.call(listConfirm, { query: { billNo: untaxed.billNo } })
    expect(rows).toMatchObject([{ belowMinLines: 1 }])
    await shop.act(salesOrder.routes, untaxed, 'reject')
  })

  it('orders at the price that the picker proposes, for which a gift is no price', async () => {
    const gift = { price: '0', taxRate: '0' }
    const givenOnly = await shop.stocked('0')
    const paid = await shop.stocked('0')
    const elsewhere = await shop.stocked('0')
    const supplier = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner', { code: 'G90001', name: '赠品供应商', kind: 'unit', cus_flag: 2 }),
    )
    const receive = (lines: TypedLine[], partnerId: number) => shop.done(goodsReceipt.routes, lines, { partnerId })
    await receive([{ partId: paid, qty: '5', price: '50' }], shop.supplierId)
    await receive([{ partId: elsewhere, qty: '5', price: '40' }], shop.supplierId)
    const both = [paid, paid, elsewhere, givenOnly].map((partId, i) => ({
      ...gift,
      partId,
      qty: '1',
      price: i ? '0' : '48',
    }))
    await receive(both, supplier)
    await receive(both.slice(1), shop.supplierId)
    await shop.sql('update product set purchase_price = 50.5 where group_id = $1 and part_id = any ($2) returning id', [
      givenOnly,
      paid,
      elsewhere,
    ])
    // What an earlier version remembered of a gift.
    await shop.sql(
      'update product set last_purchase_price = 0 where group_id = $1 and part_id = $2 returning id',
      givenOnly,
    )
    const wanted = [paid, elsewhere, givenOnly]
    const wanting = await shop.submitted(wanted.map((partId) => ({ partId, qty: '100', price: '90' })))
    const { lines } = await shop.owner.call(readConfirm, { params: { id: wanting.id } })
    const short = lines.map((line) => ({ lineId: line.id, qty: '1' }))
    const proposedBy = async (partnerId: number) => {
      const picked = lines.map(async (line) => {
        const query = { q: line.partCode, exact: 'true' as const, mode: 'purchase' as const, partnerId }
        const { rows } = await shop.owner.call(searchParts, { query })
        return rows.map(({ price, priceSource, lastPrice }) => ({ price, priceSource, lastPrice }))[0]
      })
      const body = { lines: short, supplierId: partnerId, again: true }
      const made = await shop.owner.call(purchaseShortage, { params: { id: wanting.id }, body })
      const draft = await shop.read(purchaseOrder.routes, made.orders[0]?.id as number)
      const ordered = draft.lines.map(({ price, priceSource }) => ({ price, priceSource }))
      const proposed = await Promise.all(picked)
      expect(ordered).toEqual(proposed.map((each) => ({ price: each?.price, priceSource: each?.priceSource })))
      return proposed
    }
    const standard = { price: '50.5000', priceSource: 'standard', lastPrice: null }
    expect(await proposedBy(supplier)).toEqual([
      { price: '48.0000', priceSource: 'last', lastPrice: '48.0000' },
      { price: '40.0000', priceSource: 'last', lastPrice: null },
      standard,
    ])
    expect(await proposedBy(shop.supplierId)).toEqual([
      { price: '50.0000', priceSource: 'last', lastPrice: '50.0000' },
      { price: '40.0000', priceSource: 'last', lastPrice: '40.0000' },
      standard,
    ])
    const sale = { partId: paid, qty: '1' }
    await shop.sell([{ ...sale, price: '90' }])
    await shop.sell([{ ...sale, price: '0' }])
    const query = { q: lines[0]?.partCode ?? '', exact: 'true' as const, partnerId: shop.customerId }
    expect((await shop.owner.call(searchParts, { query })).rows[0]).toMatchObject({
      lastPrice: '90.0000',
      price: '90.0000',
    })
    await shop.act(salesOrder.routes, wanting, 'reject')
  })

  it('orders with the supplier’s terms, the part’s tax rate, the day of delivery and the caller as buyer', async () => {
    const method = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'settlement_method', { name: '月结', kind: 'monthly' }),
    )
    await shop.sql(
      `update partner set settlement_method_id = $2, default_invoice_kind = 'special' where group_id = $1 and id = $3 returning id`,
      method,
      shop.supplierId,
    )
    const late = await shop.submitted([{ partId: part, qty: '3', price: '20' }], { deliveryOn: '2099-01-02' })
    const { lines } = await shop.owner.call(readConfirm, { params: { id: late.id } })
    const body = { lines: [{ lineId: lines[0]?.id as number, qty: '1' }], supplierId: shop.supplierId }
    const made = await shop.owner.call(purchaseShortage, { params: { id: late.id }, body })
    const draft = await shop.read(purchaseOrder.routes, made.orders[0]?.id as number)
    const [buyer] = await shop.sql<{ employeeId: number }>(
      'select id as employee_id from employee where group_id = $1 and user_id = $2',
      draft.header.creatorId,
    )
    expect(draft.header).toMatchObject({
      settlementMethodId: method,
      invoiceKind: 'special',
      expectedOn: '2099-01-02',
      handlerId: buyer?.employeeId,
      warehouseId: shop.warehouseId,
    })
    expect(draft.lines[0]).toMatchObject({ taxRate: '0.1300' })
    await shop.act(salesOrder.routes, late, 'reject')
  })

  it('gives the lines of a part what is free one after the other, and what each holds to itself', async () => {
    const shared = await shop.stocked('6')
    const both = await shop.submitted(
      [
        { partId: shared, qty: '5', price: '20' },
        { partId: shared, qty: '5', price: '20' },
      ],
      { allowBackorder: true },
    )
    const lacking = async (saved: Saved) =>
      (await shop.owner.call(readConfirm, { params: { id: saved.id } })).lines.map((line) => line.shortage)
    expect(await lacking(both)).toEqual(['0.0000', '4.0000'])
    const { rows } = await shop.owner.call(listConfirm, { query: { short: 'true', billNo: both.billNo } })
    expect(rows).toMatchObject([{ shortLines: 1 }])
    // Confirmed, the first line holds 5 and the second one 1.
    const confirmed = await shop.act(salesOrder.routes, both, 'confirm')
    expect(confirmed).toMatchObject({ status: 200 })
    expect(await lacking(both)).toEqual(['0.0000', '4.0000'])
    const later = await shop.submitted([{ partId: shared, qty: '1', price: '20' }])
    expect(await lacking(later)).toEqual(['1.0000'])
    await shop.act(salesOrder.routes, later, 'reject')
    await shop.act(salesOrder.routes, confirmed.data, 'close')
  })

  it('tells no price and no floor of a draft’s line that waits for its price', async () => {
    const draft = await shop.save(salesOrder.routes, [{ partId: instead, qty: '1', price: null as never }])
    const { order: row, lines } = await shop.owner.call(readConfirm, { params: { id: draft.data.id } })
    expect(row).toMatchObject({ belowMinLines: 0 })
    expect(lines).toMatchObject([{ price: null, netAmount: null, minSalePrice: '25.0000', isBelowMin: false }])
    await shop.act(salesOrder.routes, draft.data, 'void')
  })

  it('buys again only what is not yet on order, or when asked to', async () => {
    const twice = await shop.submitted([
      { partId: part, qty: '5', price: '20' },
      { partId: part, qty: '1', price: '20' },
    ])
    const at = { params: { id: twice.id } }
    const board = async () => (await shop.owner.call(readConfirm, at)).lines
    const [first] = await board()
    // 2 of the 6 pieces are in stock.
    const wish = (qty: string, more: object = {}) => ({
      ...at,
      body: { lines: [{ lineId: first?.id as number, qty }], supplierId: shop.supplierId, ...more },
    })
    const [bought] = (await shop.owner.call(purchaseShortage, wish('3'))).orders
    const billNo = bought?.billNo as string
    const onOrder = [{ id: bought?.id, billNo, qty: '3.0000' }]
    expect((await board()).map((line) => line.onOrder)).toEqual([onOrder, onOrder])

    const asked = await shop.owner.ask(purchaseShortage, wish('2'))
    const question = `销售订单 ${twice.billNo} 已转采购 ${billNo}（未到 3），确认再次转采购？`
    expect(asked).toMatchObject({ msg: question, errors: [{ path: 'again', message: question }] })
    // What is still missing beside the goods on order needs no question.
    const rest = (await shop.owner.call(purchaseShortage, wish('1'))).orders[0]
    const both = `已转采购 ${billNo}（未到 3）、${rest?.billNo}（未到 1），`
    expect((await shop.owner.ask(purchaseShortage, wish('1'))).msg).toContain(both)
    expect((await shop.owner.ask(purchaseShortage, wish('1', { again: true }))).status).toBe(200)

    // What a purchase comes to is for those who see purchase prices.
    const amounts = async (client: typeof shop.owner) =>
      (await client.call(salesOrder.routes.related, { params: { id: twice.id } })).map((row) => row.amount)
    expect(await amounts(shop.owner)).not.toContain(null)
    await shop.sql(`delete from role_field where group_id = $1 and field = 'purchase_price'
      and role_id = (select id from role where group_id = $1 and code = 'manager') returning role_id`)
    expect(new Set(await amounts(await shop.signIn('manager')))).toEqual(new Set([null]))
    const related = async (routes: typeof salesOrder.routes | typeof purchaseOrder.routes, id: number) =>
      (await shop.owner.call(routes.related, { params: { id } })).map((row) => [row.relation, row.billNo, row.qty])
    expect(await related(purchaseOrder.routes, bought?.id as number)).toEqual([['source', twice.billNo, '3.0000']])
    expect(await related(salesOrder.routes, twice.id)).toContainEqual(['target', billNo, '3.0000'])

    // Saved again it is still meant for the order; saved as another it is not; void it does not come.
    const draft = await shop.read(purchaseOrder.routes, bought?.id as number)
    const lines = [{ partId: part, qty: '2', price: '10' }]
    const header = { ...draft.header, remark: '' } as never
    const { version } = draft.header
    const saved = await shop.owner.call(purchaseOrder.routes.save, { body: { id: bought?.id, version, header, lines } })
    const copy = await shop.owner.call(purchaseOrder.routes.save, { body: { header, lines } })
    expect(await related(purchaseOrder.routes, copy.id)).toEqual([])
    const open = async () => (await board())[0]?.onOrder.map((each) => each.qty)
    expect(await open()).toEqual(['2.0000', '1.0000', '1.0000'])
    await shop.act(purchaseOrder.routes, saved, 'void')
    expect(await open()).toEqual(['1.0000', '1.0000'])

    // What has come is no longer on its way; goods of another order cannot be named.
    const coming = await shop.read(purchaseOrder.routes, rest?.id as number)
    const restSaved = { id: rest?.id as number, version: coming.header.version }
    const approved = await shop.act(purchaseOrder.routes, restSaved, 'submit')
    await shop.act(purchaseOrder.routes, approved.data, 'approve')
    const received = { partId: part, qty: '1', price: '10', sourceLineId: coming.lines[0]?.id }
    await shop.done(goodsReceipt.routes, [received], { partnerId: shop.supplierId })
    expect(await open()).toEqual(['1.0000'])
    const foreign = { params: { id: order.id }, body: wish('1').body }
    expect((await shop.owner.ask(purchaseShortage, foreign)).msg).toBe('所选明细不属于本单')
    expect((await shop.owner.ask(purchaseShortage, { ...wish('1'), params: { id: rest?.id as number } })).status).toBe(
      404,
    )
    await shop.act(salesOrder.routes, twice, 'reject')
  })

  it('buys for orders of the organisation one works in', async () => {
    const branch = await openBranch(shop)
    const abroad = await worker(shop, 'owner', branch.orgId)
    const [line] = await shop.lineIds(salesOrder.routes, order.id)
    const body = { lines: [{ lineId: line as number, qty: '1' }], supplierId: shop.supplierId, again: true }
    const ask = () => abroad.client.ask(purchaseShortage, { params: { id: order.id }, body })
    expect(await ask()).toMatchObject({ status: 404 })
    await assign(shop, abroad.userId, shop.orgId, ['owner'])
    expect(await ask()).toMatchObject({ status: 403, msg: '只能处理当前企业的单据' })
  })

  it('sums confirmed orders apart from those that wait', async () => {
    const confirmed = await shop.submitted([{ partId: instead, qty: '1', price: '30' }])
    await shop.act(salesOrder.routes, confirmed, 'confirm')
    const query = { state: 'submitted,approved,partial' }
    expect(await shop.owner.call(confirmTotals, { query })).toEqual({
      count: 2,
      sums: { totalQty: '1.0000', totalTaxed: '30.00' },
      waiting: { count: 1, sums: { totalQty: '4.0000', totalTaxed: '84.00' } },
    })
  })

  it('is for its own desk', async () => {
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(listConfirm, { query: {} })).status).toBe(403)
    expect((await buyer.ask(readConfirm, { params: { id: order.id } })).status).toBe(403)
    const own = await shop.seller.call(listConfirm, { query: { state: 'submitted' } })
    expect(own.rows).toEqual([])
    await shop.act(salesOrder.routes, order, 'reject')
    expect((await shop.owner.call(listConfirm, { query: {} })).rows).toEqual([])
  })
})
