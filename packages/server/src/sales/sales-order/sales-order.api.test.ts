import { button, pageOf } from '@chepu/contract/access/catalogue'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { one } from '../../../test/shop'
import { type Counter, openCounter } from '../../../test/counter'
import { sessionByToken } from '../../shell/sign-in/session'

const { routes } = salesOrder

let shop: Counter
// Over-receipt is for purchases; an order of a customer is never exceeded.
beforeAll(async () => {
  shop = await openCounter({ approveRequired: ['sales_order'], overReceiptTolerance: '0.5' })
})
afterEach(() => shop.assertBooks())
afterAll(() => shop.close())

describe('销售订单', () => {
  it('holds its goods when it is confirmed, and lets its own delivery have them', async () => {
    const part = await shop.stocked('5')
    const order = await shop.confirmed([{ partId: part, qty: '4', price: '20' }])
    expect(await shop.books.held(part)).toBe('4 + 0')
    const other = await shop.save(salesDelivery.routes, [{ partId: part, qty: '2', price: '20' }])
    expect((await shop.approveDelivery(other.data)).msg).toMatch(/^第1行 \[P\w+\] 可用量 1，需要 2$/)
    await shop.deliver(order, '3')
    expect(await shop.headerOf(order)).toMatchObject({
      state: 'partial',
      executedQty: '3.0000',
      confirmState: 'confirmed',
    })
    expect(await shop.books.held(part)).toBe('1 + 0')
    const last = await shop.deliver(order, '1')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'done' })
    expect(await shop.books.held(part)).toBe('0 + 0')
    await shop.act(salesDelivery.routes, last, 'unapprove')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'partial' })
    expect(await shop.books.held(part)).toBe('1 + 0')
  })

  it('is held again when its delivery is reversed in red', async () => {
    const part = await shop.stocked('5')
    const order = await shop.confirmed([{ partId: part, qty: '4', price: '20' }])
    const sent = await shop.deliver(order, '4')
    await shop.act(salesDelivery.routes, sent, 'reverse')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'approved', executedQty: '0.0000' })
    expect(await shop.books.held(part)).toBe('4 + 0')
    expect(await shop.books.pool(part)).toBe('5.0000 / 50.00')
  })

  it('is never delivered beyond what remains', async () => {
    const part = await shop.stocked('9')
    const order = await shop.confirmed([{ partId: part, qty: '2', price: '20' }])
    expect(await shop.delivery(order, '3')).toMatchObject({
      status: 400,
      msg: `第1行 来源单据 ${order.billNo} 剩余数量 2，本次 3`,
    })
  })

  it('is not delivered beyond what remains by several lines together either', async () => {
    const part = await shop.stocked('9')
    const order = await shop.confirmed([{ partId: part, qty: '5', price: '20' }])
    const [sourceLineId] = await shop.lineIds(routes, order.id)
    const line = (qty: string) => ({ partId: part, qty, price: '20', sourceLineId })
    expect(await shop.save(salesDelivery.routes, [line('4'), line('2')])).toMatchObject({
      status: 400,
      msg: `第2行 来源单据 ${order.billNo} 剩余数量 5，本单合计 6`,
    })
  })

  it('tells a line that is short what earlier lines hold', async () => {
    const part = await shop.stocked('10')
    const line = (qty: string) => ({ partId: part, qty, price: '20' })
    const short = await shop.submitted([line('8'), line('3')])
    expect((await shop.act(routes, short, 'approve')).msg).toMatch(
      /^第2行 \[P\w+\] 可用量 2，需要 3（本单前面的行已用 8）$/,
    )
  })

  it('names the line that is short, and waits for goods when the customer agrees to', async () => {
    const part = await shop.stocked('2')
    const short = await shop.submitted([{ partId: part, qty: '3', price: '20' }])
    const refused = await shop.act(routes, short, 'approve')
    expect(refused.msg).toMatch(/^第1行 \[P\w+\] 可用量 2，需要 3$/)
    expect(refused.errors).toEqual([{ path: 'lines.0.qty', message: refused.msg }])
    await shop.confirmed([{ partId: part, qty: '3', price: '20' }], { allowBackorder: true })
    expect(await shop.books.held(part)).toBe('2 + 1')
    await shop.buy(part, '5', '10')
    expect(await shop.books.held(part)).toBe('3 + 0')
  })

  it('is confirmed in part: the rest is not promised', async () => {
    const part = await shop.stocked('2')
    const order = await shop.submitted([{ partId: part, qty: '3', price: '20' }])
    const [lineId] = await shop.lineIds(routes, order.id)
    const input = { lines: [{ lineId, qty: '2' }] }
    const answer = await shop.act(routes, order, 'confirm', { input })
    expect(answer.data).toMatchObject({ state: 'approved' })
    expect(await shop.headerOf(order)).toMatchObject({ confirmState: 'part' })
    expect(await shop.books.held(part)).toBe('2 + 0')
    expect((await shop.delivery(answer.data, '3')).msg).toBe(`第1行 来源单据 ${order.billNo} 剩余数量 2，本次 3`)
    await shop.deliver(answer.data, '2')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'done' })
    const none = await shop.submitted([{ partId: part, qty: '3', price: '20' }])
    const [noneId] = await shop.lineIds(routes, none.id)
    const nothing = await shop.act(routes, none, 'confirm', { input: { lines: [{ lineId: noneId, qty: '0' }] } })
    expect(nothing).toMatchObject({ status: 400, msg: '确认数量全部为0，请改用驳回' })
    const tooMuch = await shop.act(routes, none, 'confirm', { input: { lines: [{ lineId: noneId, qty: '4' }] } })
    expect(tooMuch).toMatchObject({ status: 400, msg: '第1行 确认数量不能大于订单数量' })
  })

  it('is confirmed by lines of its own, each once and in whole pieces', async () => {
    const part = await shop.stocked('2')
    const order = await shop.submitted([{ partId: part, qty: '3', price: '20' }])
    const [lineId] = await shop.lineIds(routes, order.id)
    const confirm = (...lines: object[]) => shop.act(routes, order, 'confirm', { input: { lines } })
    expect((await confirm({ lineId, qty: '1.5' })).errors).toMatchObject([{ path: 'input.lines.0.qty' }])
    expect((await confirm({ lineId: 1e9, qty: '1' })).errors).toMatchObject([{ path: 'input.lines.0.lineId' }])
    expect((await confirm({ lineId, qty: '1' }, { lineId, qty: '2' })).errors).toMatchObject([
      { path: 'input.lines.1.lineId', message: '第1行 重复' },
    ])
  })

  it('waits for what was promised alone, in rows and sums', async () => {
    const part = await shop.stocked('6')
    const order = await shop.submitted([{ partId: part, qty: '10', price: '20' }])
    const query = { billNo: order.billNo }
    const waitsFor = async () => {
      const [row] = (await shop.owner.call(routes.list, { query })).rows
      const { sums, waiting } = await shop.owner.call(routes.totals, { query })
      expect((waiting?.sums ?? sums)['openQty']).toBe(row?.openQty)
      return row?.openQty
    }
    expect(await waitsFor()).toBe('0.0000')
    const [lineId] = await shop.lineIds(routes, order.id)
    const input = { lines: [{ lineId, qty: '6' }] }
    const confirmed = (await shop.act(routes, order, 'confirm', { input })).data
    expect(await waitsFor()).toBe('6.0000')
    await shop.deliver(confirmed, '4')
    expect(await waitsFor()).toBe('2.0000')
    await shop.deliver(confirmed, '2')
    expect(await shop.headerOf(order)).toMatchObject({ state: 'done' })
    expect(await waitsFor()).toBe('0.0000')
  })

  it('closes its remainder and holds nothing more; another order that waits gets the goods', async () => {
    const part = await shop.stocked('4')
    const order = await shop.confirmed([{ partId: part, qty: '4', price: '20' }])
    await shop.confirmed([{ partId: part, qty: '2', price: '20' }], { allowBackorder: true })
    expect(await shop.books.held(part)).toBe('4 + 2')
    await shop.deliver(order, '1')
    const partial = await shop.headerOf(order)
    const closed = await shop.act(routes, { id: order.id, version: partial.version as number }, 'close')
    expect(closed.data).toMatchObject({ state: 'closed' })
    expect(await shop.books.held(part)).toBe('2 + 0')
    expect((await shop.delivery(order, '1')).msg).toBe(`第1行 来源单据 ${order.billNo} 当前状态不能引用`)
    const refused = await shop.act(routes, closed.data, 'reopen')
    expect(refused.msg).toMatch(/可用量 1，需要 3$/)
    await shop.buy(part, '2', '10')
    const reopened = await shop.act(routes, closed.data, 'reopen')
    expect(reopened.data).toMatchObject({ state: 'partial' })
    expect(await shop.books.held(part)).toBe('5 + 0')
  })

  it('gives its goods back by 反审核, which waits for its deliveries', async () => {
    const part = await shop.stocked('4')
    const order = await shop.confirmed([{ partId: part, qty: '4', price: '20' }])
    const draft = await shop.delivery(order, '1')
    expect(await shop.act(routes, order, 'unapprove')).toMatchObject({
      msg: `单据 ${order.billNo} 已被下游单据 ${draft.data.billNo} 引用，请先处理该单据`,
    })
    await shop.act(salesDelivery.routes, draft.data, 'void')
    expect((await shop.act(routes, order, 'unapprove')).data).toMatchObject({ state: 'draft' })
    expect(await shop.books.held(part)).toBe('0 + 0')
  })

  it('is rejected with a reason, and not voided under a deposit', async () => {
    const part = await shop.stocked('1')
    const order = await shop.submitted([{ partId: part, qty: '1', price: '20' }])
    const rejected = await shop.act(routes, order, 'reject', { reason: '价格需重谈' })
    expect(rejected.data).toMatchObject({ state: 'draft' })
    expect(await shop.headerOf(order)).toMatchObject({ confirmState: 'rejected' })
    await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'money_slip', {
        org_id: shop.orgId,
        kind: 'collection',
        bill_no: 'SK01',
        biz_date: '2026-01-01',
        period: 202601,
        state: 'draft',
        partner_id: shop.customerId,
        purpose: 'deposit',
        total: '0',
        source_kind: 'sales_order',
        source_id: order.id,
        creator_id: 1,
      }),
    )
    expect(await shop.act(routes, rejected.data, 'void')).toMatchObject({
      msg: `销售订单 ${order.billNo} 已收订金，收款单 SK01，请先处理该收款单`,
    })
    await shop.sql(`update money_slip set state = 'voided' where group_id = $1 returning id`)
  })

  it('needs the desk of 订单确认, and credit', async () => {
    const part = await shop.stocked('9')
    const accountant = await shop.signIn(['salesperson', 'cashier_accountant'])
    const order = await shop.submitted([{ partId: part, qty: '4', price: '20' }])
    for (const step of ['approve', 'confirm'])
      expect((await shop.act(routes, order, step, { client: shop.seller })).status).toBe(403)
    expect((await shop.act(routes, order, 'changeWarehouse', { client: accountant })).status).toBe(403)
    const customer = (code: string, name: string, limit: string) =>
      shop.db.tenant(shop.groupId, async (tx) => {
        const id = await one(tx, 'partner', { code, name, kind: 'unit', cus_flag: 1 })
        const limits = [[tx.groupId, shop.orgId, id, limit]]
        await tx.insert('partner_org', ['group_id', 'org_id', 'partner_id', 'credit_limit'], limits)
        return id
      })
    const partnerId = await customer('KX', '紧信用', '50')
    const risky = await shop.submitted([{ partId: part, qty: '3', price: '20' }], { partnerId })
    expect((await shop.act(routes, risky, 'approve')).msg).toBe(
      '客户 紧信用 超出信用额度：额度 50.00，已占用 0.00，本单 60.00',
    )
    const [lineId] = await shop.lineIds(routes, risky.id)
    const input = { lines: [{ lineId, qty: '2' }] }
    expect((await shop.act(routes, risky, 'confirm', { input })).data).toMatchObject({ state: 'approved' })
    const whole = await shop.submitted([{ partId: part, qty: '3', price: '20' }], { partnerId })
    expect((await shop.act(routes, whole, 'passCredit', { reason: '老板同意' })).data).toMatchObject({
      state: 'approved',
    })
    // 4 of 10 pieces bear 60.00 of the discount of 150.00.
    const little = await customer('KY', '小额度', '15')
    const discounted = await shop.submitted([{ partId: part, qty: '10', price: '20' }], {
      partnerId: little,
      orderDiscount: '150',
      allowBackorder: true,
    })
    const [first] = await shop.lineIds(routes, discounted.id)
    const four = { lines: [{ lineId: first, qty: '4' }] }
    expect((await shop.act(routes, discounted, 'confirm', { input: four })).msg).toBe(
      '客户 小额度 超出信用额度：额度 15.00，已占用 0.00，本单 20.00',
    )
  })

  it('is confirmed by who approves orders where orders have no desk of their own', async () => {
    const part = await shop.stocked('2')
    const chief = await shop.signIn('salesperson')
    const { loginId } = await sessionByToken(shop.db, chief.token)
    await shop.sql(
      `insert into user_button (group_id, user_id, org_id, button_id, is_granted) values ($1, $2, $3, $4, true)
        returning user_id`,
      loginId,
      shop.orgId,
      button('sales_order', 'approve'),
    )
    const needsDesk = async (needs: boolean) => {
      await shop.sql(
        `update org set config = config || jsonb_build_object('requireConfirmOrder', $3::boolean)
          where group_id = $1 and id = $2 returning id`,
        shop.orgId,
        needs,
      )
      await shop.sql('update shared.login set access_version = access_version + 1 where group_id = $1 returning id')
    }
    const draft = (await shop.save(routes, [{ partId: part, qty: '2', price: '20' }], {}, chief)).data
    const order = (await shop.act(routes, draft, 'submit', { client: chief })).data
    const desk = '销售订单需在「订单确认」中确认，您没有确认权限'
    expect(await shop.act(routes, order, 'approve', { client: chief })).toMatchObject({ status: 403, msg: desk })
    // Nobody is offered or asked for what he would be refused.
    const offered = async () => (await shop.read(routes, order.id, chief)).can
    expect(await offered()).not.toContain('approve')
    const asked = async () => {
      const rows = await shop.sql<{ userId: number }>(
        `select user_id from notification where group_id = $1 and message like '%' || $2 || ' 待您审核'`,
        order.billNo,
      )
      return rows.map((row) => row.userId)
    }
    expect(await asked()).not.toContain(loginId)
    expect(await asked()).not.toHaveLength(0)
    const tasks = async () => (await chief.call(dashboard)).tasks.map(({ title, screen }) => `${title} ${screen}`)
    expect(await tasks()).toContain('待确认销售订单 orderConfirm')
    await needsDesk(false)
    expect(await tasks()).toContain('待审核销售订单 saleOrder')
    expect(await tasks()).not.toContain('待确认销售订单 orderConfirm')
    const page = [loginId, shop.orgId, pageOf('sales_order')]
    await shop.sql(
      'insert into user_button (group_id, user_id, org_id, button_id, is_granted) values ($1, $2, $3, $4, false) returning user_id',
      ...page,
    )
    await needsDesk(false)
    expect(await tasks()).not.toContain('待审核销售订单 saleOrder')
    await shop.sql(
      'delete from user_button where group_id = $1 and user_id = $2 and org_id = $3 and button_id = $4 returning user_id',
      ...page,
    )
    await needsDesk(false)
    expect(await offered()).toContain('approve')
    const again = (await shop.act(routes, order, 'withdraw', { client: chief })).data
    const waiting = (await shop.act(routes, again, 'submit')).data
    expect(await asked()).toContain(loginId)
    expect((await shop.act(routes, waiting, 'approve', { client: chief })).data).toMatchObject({ state: 'approved' })
    expect(await shop.books.held(part)).toBe('2 + 0')
    await needsDesk(true)
  })

  it('changes its warehouse with its goods, before and after it is confirmed', async () => {
    const part = await shop.stocked('3')
    const branch = await shop.db.tenant(shop.groupId, async (tx) => {
      const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'FC', name: '分仓' })
      await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
      return id
    })
    const owner = await shop.signIn('owner')
    const order = await shop.confirmed([{ partId: part, qty: '3', price: '20' }])
    const input = { warehouseId: branch }
    expect((await shop.act(routes, order, 'changeWarehouse', { client: owner, input })).msg).toMatch(
      /可用量 0，需要 3$/,
    )
    const back = await shop.act(routes, order, 'unapprove', { client: owner })
    const waiting = await shop.act(routes, back.data, 'submit', { client: owner })
    const moved = await shop.act(routes, waiting.data, 'changeWarehouse', { client: owner, input })
    expect(moved).toMatchObject({ status: 200, data: { state: 'submitted' } })
    const home = { warehouseId: shop.warehouseId }
    const stock = await shop.act(routes, moved.data, 'changeWarehouse', { client: owner, input: home })
    const again = await shop.act(routes, stock.data, 'confirm', { client: owner })
    expect(again.data).toMatchObject({ state: 'approved' })
    const [lineId] = await shop.lineIds(routes, order.id)
    const typed = { partId: part, qty: '1', price: '20', sourceLineId: lineId }
    expect((await shop.save(salesDelivery.routes, [typed], { warehouseId: branch }, owner)).msg).toBe(
      `第1行 订单 ${order.billNo} 的货在主仓占用，请在该仓出库，或先为订单换仓`,
    )
  })

  it('takes a substitute at the customer’s price', async () => {
    const asked = await shop.stocked('0')
    const instead = await shop.stocked('5')
    const stranger = await shop.stocked('5')
    await standsIn(asked, instead, '26')
    const order = await shop.submitted([
      { partId: asked, qty: '2', price: '20', taxRate: '0.13' },
      { partId: stranger, qty: '1', price: '10' },
    ])
    const [lineId] = await shop.lineIds(routes, order.id)
    const wrong = await shop.act(routes, order, 'substitute', { input: { lineId, partId: stranger } })
    expect(wrong.msg).toMatch(/^第1行 \[P\w+\] 所选配件不是它的替换件$/)
    const changed = await shop.act(routes, order, 'substitute', { input: { lineId, partId: instead } })
    const shown = await shop.read(routes, order.id)
    expect(shown.header).toMatchObject({ totalTaxed: '62.00', totalTax: '5.98' })
    expect(shown.lines[0]).toMatchObject({ partId: instead, price: '26.0000', taxed: '52.00' })
    expect((await shop.act(routes, changed.data, 'confirm')).data).toMatchObject({ state: 'approved' })
  })

  it('refuses a substitute that is worth less than the order discount', async () => {
    const [asked, instead] = [await shop.stocked('0'), await shop.stocked('5')]
    await standsIn(asked, instead, '3')
    const order = await shop.submitted([{ partId: asked, qty: '2', price: '20' }], { orderDiscount: '15' })
    const [lineId] = await shop.lineIds(routes, order.id)
    expect(await shop.act(routes, order, 'substitute', { input: { lineId, partId: instead } })).toMatchObject({
      status: 400,
      msg: '整单优惠 15.00 不能超过明细价税合计 6.00（不含运费）',
    })
    expect((await shop.read(routes, order.id)).header).toMatchObject({ totalTaxed: '25.00', state: 'submitted' })
  })

  it('counts a substitute in its own unit, which then can be delivered', async () => {
    const [asked, instead] = [await shop.stocked('0'), await shop.stocked('24')]
    await standsIn(asked, instead, '20')
    const boxId = await shop.db.tenant(shop.groupId, async (tx) => {
      const unitId = await one(tx, 'unit', { name: '整箱' })
      await one(tx, 'part_aux_unit', { part_id: asked, unit_id: unitId, factor: '12', used_for: 'sale' })
      return unitId
    })
    const line = { partId: asked, qty: '12', price: '20', auxUnitId: boxId, auxQty: '1' }
    const order = await shop.submitted([line])
    const [lineId] = await shop.lineIds(routes, order.id)
    const changed = (await shop.act(routes, order, 'substitute', { input: { lineId, partId: instead } })).data
    const sold = (await shop.read(routes, order.id)).lines[0]
    expect(sold).toMatchObject({ partId: instead, qty: '12.0000', auxUnitId: null, auxQty: null })
    expect(await shop.act(routes, changed, 'confirm')).toMatchObject({ status: 200 })
  })
})

/** `instead` may be sold in place of `asked`, at its own retail price. */
async function standsIn(asked: number, instead: number, retailPrice: string): Promise<void> {
  await shop.sql(
    'insert into part_substitute (group_id, part_id, substitute_id) values ($1, $2, $3) returning id',
    instead,
    asked,
  )
  await shop.sql(
    'update product set retail_price = $3 where group_id = $1 and part_id = $2 returning id',
    instead,
    retailPrice,
  )
}
