import { confirmTotals, listConfirm, purchaseShortage, readConfirm } from '@chepu/contract/sales/order-confirm'
import { purchaseOrderRoutes } from '@chepu/contract/purchasing/purchase-order'
import { salesOrderRoutes } from '@chepu/contract/sales/sales-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Counter, openCounter, type Saved } from '../../../test/counter'
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
  await shop.tenant('update product set min_sale_price = 25 where group_id = $1 and part_id = $2 returning id', [
    instead,
  ])
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
      sums: { totalQty: '4.0000', totalTaxed: '84.00' },
    })
  })

  it('shows free stock here and elsewhere, and substitutes, by line', async () => {
    const { lines, can } = await shop.owner.call(readConfirm, { params: { id: order.id } })
    expect(can).toEqual(expect.arrayContaining(['confirm', 'reject', 'changeWarehouse', 'substitute', 'passCredit']))
    expect(lines[0]).toMatchObject({ available: '2.0000', isShort: true, isBelowMin: false, elsewhere: [] })
    expect(lines[0]?.substitutes).toEqual([
      expect.objectContaining({ partId: instead, available: '5.0000', note: '通用' }),
    ])
    expect(lines[1]).toMatchObject({ isShort: false, isBelowMin: true, minSalePrice: '25.0000' })
    expect((await shop.seller.ask(readConfirm, { params: { id: order.id } })).status).toBe(404)
  })

  it('orders what is short from the part’s supplier, or from the one that is named', async () => {
    const { lines } = await shop.owner.call(readConfirm, { params: { id: order.id } })
    const wish = [{ lineId: lines[0]?.id as number, qty: '1' }]
    const made = await shop.owner.call(purchaseShortage, { params: { id: order.id }, body: { lines: wish } })
    expect(made.orders).toEqual([expect.objectContaining({ supplierName: '测试供应商' })])
    const draft = await shop.read(purchaseOrderRoutes, made.orders[0]?.id as number)
    expect(draft.header).toMatchObject({ state: 'draft', remark: `销售订单 ${order.billNo} 缺货` })
    expect(draft.lines[0]).toMatchObject({ partId: part, qty: '1.0000', price: '10.0000' })
    await shop.tenant('update product set last_supplier_id = null where group_id = $1 and part_id = $2 returning id', [
      part,
    ])
    const refused = await shop.owner.ask(purchaseShortage, { params: { id: order.id }, body: { lines: wish } })
    expect(refused.msg).toMatch(/^第1行 \[P\w+\] 没有默认供应商，请选择供应商$/)
    const named = { lines: wish, supplierId: shop.supplierId }
    expect((await shop.owner.ask(purchaseShortage, { params: { id: order.id }, body: named })).status).toBe(200)
    expect((await shop.seller.ask(purchaseShortage, { params: { id: order.id }, body: named })).status).toBe(403)
  })

  it('orders with the supplier’s terms, the part’s tax rate, the day of delivery and the caller as buyer', async () => {
    const method = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'settlement_method', { name: '月结', kind: 'monthly' }),
    )
    await shop.tenant(
      `update partner set settlement_method_id = $2, default_invoice_kind = 'special' where group_id = $1 and id = $3 returning id`,
      [method, shop.supplierId],
    )
    const late = await shop.submitted([{ partId: part, qty: '3', price: '20' }], { deliveryOn: '2099-01-02' })
    const { lines } = await shop.owner.call(readConfirm, { params: { id: late.id } })
    const body = { lines: [{ lineId: lines[0]?.id as number, qty: '1' }], supplierId: shop.supplierId }
    const made = await shop.owner.call(purchaseShortage, { params: { id: late.id }, body })
    const draft = await shop.read(purchaseOrderRoutes, made.orders[0]?.id as number)
    const [buyer] = await shop.tenant<{ employeeId: number }>(
      'select id as employee_id from employee where group_id = $1 and user_id = $2',
      [draft.header.creatorId],
    )
    expect(draft.header).toMatchObject({
      settlementMethodId: method,
      invoiceKind: 'special',
      expectedOn: '2099-01-02',
      handlerId: buyer?.employeeId,
      warehouseId: shop.warehouseId,
    })
    expect(draft.lines[0]).toMatchObject({ taxRate: '0.1300' })
    await shop.act(salesOrderRoutes, late, 'reject')
  })

  it('is for its own desk', async () => {
    const buyer = await shop.signIn('buyer')
    expect((await buyer.ask(listConfirm, { query: {} })).status).toBe(403)
    expect((await buyer.ask(readConfirm, { params: { id: order.id } })).status).toBe(403)
    const own = await shop.seller.call(listConfirm, { query: { state: 'submitted' } })
    expect(own.rows).toEqual([])
    await shop.act(salesOrderRoutes, order, 'reject')
    expect((await shop.owner.call(listConfirm, { query: {} })).rows).toEqual([])
  })
})
