import { payment } from '@chepu/contract/finance/payment'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { add, round } from '@chepu/contract/kernel/decimal'
import { orderLines, orderParts } from '@chepu/contract/purchasing/order-query'
import { purchaseOrderPrepayments, purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, shanghaiDay } from '../../kernel/base/calendar'
import { type Known, post, tryAct, trySave, undo } from '../../../test/desk'
import { assertBooks, type Client, one, openShop, type Shop } from '../../../test/shop'

const { routes } = purchaseOrder

let shop: Shop
let owner: Client
let buyer: Client
beforeAll(async () => {
  shop = await openShop({ config: { approveRequired: ['purchase_order'] } })
  owner = await shop.signIn('owner')
  buyer = await shop.signIn('buyer')
})
afterAll(() => shop.close())

const header = () => ({ bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId })
const order = (lines: { partId: number; qty: string; price: string }[], more: Record<string, unknown> = {}) => ({
  header: { ...header(), ...more },
  lines,
})

const act = (client: Client, saved: Known, action: string, reason = '') =>
  tryAct(client, routes, saved, action, { reason })

/** An approved order of 10 filters at 100.00 and 4 pads at 250.00. */
async function approvedOrder() {
  const body = order([
    { partId: shop.parts.filter, qty: '10', price: '100' },
    { partId: shop.parts.pad, qty: '4', price: '250' },
  ])
  const saved = await buyer.call(routes.save, { body })
  expect(await act(buyer, saved, 'approve')).toMatchObject({ status: 400, msg: '采购订单需先提交，再审核' })
  const submitted = await act(buyer, saved, 'submit')
  const approved = await act(buyer, submitted.data, 'approve')
  expect(approved).toMatchObject({ status: 200, data: { state: 'approved' } })
  return approved.data
}

/** A posted receipt of one line of the order. */
async function receive(orderId: number, lineIndex: number, qty: string) {
  const { lines } = await owner.call(routes.read, { params: { id: orderId } })
  const line = lines[lineIndex] as (typeof lines)[number]
  const body = {
    header: header(),
    lines: [{ partId: line.partId, qty, price: line.price as string, sourceLineId: line.id }],
  }
  const saved = await trySave(owner, goodsReceipt.routes, body)
  return saved.status === 200 ? tryAct(owner, goodsReceipt.routes, saved.data, 'approve') : saved
}

const read = (id: number) => owner.call(routes.read, { params: { id } })

/** 超收比例 from now on, and an owner who works by it. */
async function tolerate(share: string) {
  await shop.sql(
    `update org set config = config || jsonb_build_object('overReceiptTolerance', $2::text) where group_id = $1`,
    share,
  )
  owner = await shop.signIn('owner')
}

it('answers with every save and step what the caller may do next, as reading the document does', async () => {
  const body = order([{ partId: shop.parts.filter, qty: '1', price: '100' }])
  const offered = async (id: number) => (await buyer.call(routes.read, { params: { id } })).can
  const first = await buyer.call(routes.save, { body })
  // This organisation wants purchase orders submitted before they are approved.
  expect(first.can).toEqual(['submit', 'void'])
  const again = await owner.call(routes.save, { body: { ...body, id: first.id, version: first.version } })
  expect(again.can).toEqual((await read(first.id)).can)
  const submitted = await act(buyer, again, 'submit')
  expect(submitted.data.can).toEqual(expect.arrayContaining(['withdraw', 'approve']))
  expect(submitted.data.can).toEqual(await offered(first.id))
  const approved = await act(buyer, submitted.data, 'approve')
  expect(approved.data.can).toEqual(await offered(first.id))
})

describe('采购订单', () => {
  it('may be exceeded by the tolerance of that day, whatever it is afterwards', async () => {
    await tolerate('0.1')
    const saved = await approvedOrder()
    const receipt = await receive(saved.id, 0, '11')
    expect(receipt).toMatchObject({ status: 200, data: { state: 'done' } })
    await tolerate('0')
    await assertBooks(shop.db, shop.groupId)
    expect((await receive(saved.id, 1, '5')).msg).toBe(`第1行 来源单据 ${saved.billNo} 剩余数量 4，本次 5`)
    await tolerate('0.5')
    // More than was ever allowed is still found, however much would be allowed today.
    const damage = (more: number) =>
      shop.sql(
        'update goods_document_line set executed_qty = executed_qty + $3 where group_id = $1 and document_id = $2 and line_no = 1',
        saved.id,
        more,
      )
    await damage(1)
    await expect(assertBooks(shop.db, shop.groupId)).rejects.toThrow('i11-executed-in-bounds')
    await damage(-1)
    await tolerate('0')
    expect(await undo(owner, goodsReceipt.routes, receipt.data)).toMatchObject({ state: 'draft' })
  })

  it('is executed by several receipts and closes by itself when all has come', async () => {
    const saved = await approvedOrder()
    await receive(saved.id, 0, '6')
    expect((await read(saved.id)).header).toMatchObject({ state: 'partial', executedQty: '6.0000' })
    await receive(saved.id, 0, '4')
    await receive(saved.id, 1, '4')
    const done = await read(saved.id)
    expect(done.header).toMatchObject({ state: 'done', executedQty: '14.0000', totalTaxed: '2000.00' })
    expect(done.lines.map((line) => line.executedQty)).toEqual(['10.0000', '4.0000'])
    const [row] = (await owner.call(routes.list, { query: { billNo: saved.billNo } })).rows
    expect(row).toMatchObject({ billNo: saved.billNo, executedQty: '14.0000', openQty: '0.0000' })
  })

  it('is never over-received', async () => {
    const saved = await approvedOrder()
    const refused = await receive(saved.id, 1, '5')
    expect(refused).toMatchObject({ status: 400, msg: `第1行 来源单据 ${saved.billNo} 剩余数量 4，本次 5` })
  })

  it('waits for the other line as long as one line has brought too much', async () => {
    await tolerate('0.1')
    const saved = await approvedOrder()
    const query = { billNo: saved.billNo }
    const openQty = async () => {
      const [row] = (await owner.call(routes.list, { query })).rows
      const totals = await owner.call(routes.totals, { query })
      const lines = await owner.call(orderLines.totals, { query })
      return [row?.state, row?.openQty, totals.sums['openQty'], lines.sums['openQty']]
    }
    await receive(saved.id, 0, '11')
    await receive(saved.id, 1, '3')
    expect(await openQty()).toEqual(['partial', '1.0000', '1.0000', '1.0000'])
    await receive(saved.id, 1, '1')
    expect(await openQty()).toEqual(['done', '0.0000', '0.0000', '0.0000'])
    await tolerate('0')
  })

  it('is open again when its receipt is taken back', async () => {
    const saved = await approvedOrder()
    const receipt = await receive(saved.id, 1, '4')
    await undo(owner, goodsReceipt.routes, receipt.data)
    expect((await read(saved.id)).header).toMatchObject({ state: 'approved', executedQty: '0.0000' })
  })

  it('closes its remainder and opens it again', async () => {
    const saved = await approvedOrder()
    await receive(saved.id, 0, '3')
    const partial = await read(saved.id)
    const version = { id: saved.id, version: partial.header.version }
    expect((await act(buyer, version, 'close')).errors?.[0]?.message).toBe('请填写关闭剩余原因')
    const closed = await act(buyer, version, 'close', '供应商缺货')
    expect(closed.data).toMatchObject({ state: 'closed' })
    expect((await read(saved.id)).lines.map((line) => line.closedQty)).toEqual(['7.0000', '4.0000'])
    expect(await receive(saved.id, 0, '1')).toMatchObject({
      status: 400,
      msg: `第1行 来源单据 ${saved.billNo} 当前状态不能引用`,
    })
    const reopened = await act(buyer, closed.data, 'reopen', '供应商到货')
    expect(reopened.data).toMatchObject({ state: 'partial' })
    expect((await read(saved.id)).lines.map((line) => line.closedQty)).toEqual(['0.0000', '0.0000'])
  })

  it('is approved by a buyer up to 20 000.00 only', async () => {
    const body = order([{ partId: shop.parts.filter, qty: '201', price: '100' }])
    const saved = await buyer.call(routes.save, { body })
    const submitted = await act(buyer, saved, 'submit')
    expect(await act(buyer, submitted.data, 'approve')).toMatchObject({
      status: 400,
      msg: '订单金额 20,100.00 元，超出您的采购审核额度 20,000.00 元，请提交后由店长审核',
    })
    const manager = await shop.signIn('manager')
    expect((await act(manager, submitted.data, 'approve')).data).toMatchObject({ state: 'approved' })
  })

  it('is unapproved only while no receipt refers to it', async () => {
    const saved = await approvedOrder()
    const { lines } = await read(saved.id)
    const draft = await buyer.call(goodsReceipt.routes.save, {
      body: {
        header: header(),
        lines: [{ partId: shop.parts.pad, qty: '1', price: '250', sourceLineId: lines[1]?.id ?? null }],
      },
    })
    expect(await act(owner, saved, 'unapprove', '改价')).toMatchObject({
      status: 400,
      msg: `单据 ${saved.billNo} 已被下游单据 ${draft.billNo} 引用，请先处理该单据`,
    })
    await buyer.call(goodsReceipt.routes.act, {
      params: { id: draft.id, action: 'void' },
      body: { version: draft.version, reason: '重开' },
    })
    expect((await act(owner, saved, 'unapprove', '改价')).data).toMatchObject({ state: 'draft' })
  })

  it('keeps the lines that a voided receipt names, and says so when one is taken out', async () => {
    const saved = await approvedOrder()
    const { lines } = await read(saved.id)
    const receipt = await buyer.call(goodsReceipt.routes.save, {
      body: {
        header: header(),
        lines: [{ partId: shop.parts.pad, qty: '1', price: '250', sourceLineId: lines[1]?.id ?? null }],
      },
    })
    await buyer.call(goodsReceipt.routes.act, {
      params: { id: receipt.id, action: 'void' },
      body: { version: receipt.version, reason: '重开' },
    })
    const draft = (await act(owner, saved, 'unapprove', '改价')).data
    const save = (typed: Parameters<typeof order>[0], version: number) =>
      buyer.ask(routes.save, { body: { id: saved.id, version, ...order(typed) } })
    const filters = { partId: shop.parts.filter, qty: '10', price: '100' }
    const named = `第2行 [04465-02220] 已被采购入库单 ${receipt.billNo}（已作废）引用，不能删除或更换配件`
    expect(await save([filters], draft.version)).toMatchObject({ status: 400, msg: named })
    expect(await save([filters, { ...filters, partId: shop.parts.oil }], draft.version)).toMatchObject({ msg: named })
    expect(await save([filters], draft.version - 1)).toMatchObject({ status: 409 })

    const changed = await save([{ partId: shop.parts.pad, qty: '6', price: '240' }, filters, filters], draft.version)
    expect(changed.status).toBe(200)
    const after = await read(saved.id)
    expect(after.lines.map(({ partId, qty, taxed }) => [partId, qty, taxed])).toEqual([
      [shop.parts.pad, '6.0000', '1440.00'],
      [shop.parts.filter, '10.0000', '1000.00'],
      [shop.parts.filter, '10.0000', '1000.00'],
    ])
    expect(after.lines[0]?.id).toBe(lines[1]?.id)
    const voided = await buyer.call(goodsReceipt.routes.read, { params: { id: receipt.id } })
    expect(voided.lines[0]?.sourceNo).toBe(saved.billNo)
  })

  it('refuses goods expected before they were ordered, and a stopped supplier', async () => {
    const lines = [{ partId: shop.parts.pad, qty: '1', price: '1' }]
    const early = await buyer.ask(routes.save, { body: order(lines, { expectedOn: addDays(shanghaiDay(), -1) }) })
    expect(early.errors).toEqual([{ path: 'header.expectedOn', message: '预计到货日不能早于业务日期' }])
    const stopped = await shop.db.tenant(shop.groupId, (tx) =>
      one(tx, 'partner', { code: 'G9', name: '停用供应商', kind: 'unit', cus_flag: 2, is_active: false }),
    )
    const refused = await buyer.ask(routes.save, { body: order(lines, { partnerId: stopped }) })
    expect(refused.errors).toEqual([{ path: 'header.partnerId', message: '供应商已停用' }])
  })

  it('shows what was paid ahead for it, and is not voided under that payment', async () => {
    const saved = await buyer.call(routes.save, {
      body: order([{ partId: shop.parts.pad, qty: '1', price: '1' }]),
    })
    const submitted = (await act(buyer, saved, 'submit')).data
    const header = {
      bizDate: shanghaiDay(),
      partnerId: shop.supplierId,
      purpose: 'deposit' as const,
      sourceId: saved.id,
    }
    const tenders = [{ storeAccountId: shop.cashId, amount: '300' }]
    const paid = await post(owner, payment.routes, { header, tenders })
    const shown = await buyer.call(purchaseOrderPrepayments, { params: { id: saved.id } })
    expect(shown).toMatchObject({ rows: [{ billNo: paid.billNo, amount: '300.00' }] })
    expect(await act(buyer, submitted, 'void', '不要了')).toMatchObject({
      status: 400,
      msg: `采购订单 ${saved.billNo} 已有预付款 ${paid.billNo}，请先处理该付款单`,
    })
  })

  it('shows what of each line and part is still to come', async () => {
    const saved = await approvedOrder()
    await receive(saved.id, 0, '6')
    const { rows } = await buyer.call(orderLines.list, { query: { billNo: saved.billNo } })
    expect(rows).toMatchObject([
      { partCode: '04152-YZZA1', qty: '10.0000', executedQty: '6.0000', openQty: '4.0000', taxed: '1000.00' },
      { partCode: '04465-02220', qty: '4.0000', executedQty: '0.0000', openQty: '4.0000', taxed: '1000.00' },
    ])
    const byPart = await buyer.call(orderParts.list, { query: { billNo: saved.billNo, part: 'yzza1' } })
    expect(byPart.rows).toMatchObject([
      { partCode: '04152-YZZA1', orders: 1, openQty: '4.0000', taxedAverage: '100.0000' },
    ])
    const totals = await buyer.call(orderLines.totals, { query: { billNo: saved.billNo, open: 'true' } })
    expect(totals).toMatchObject({ count: 2, sums: { qty: '14.0000', openQty: '8.0000', taxed: '2000.00' } })
    const whole = { count: 1, sums: { totalQty: '14.0000', executedQty: '6.0000', openQty: '8.0000' } }
    expect(await buyer.call(routes.totals, { query: { billNo: saved.billNo } })).toMatchObject(whole)
    const sorted = await buyer.call(orderLines.list, { query: { billNo: saved.billNo, sort: '-partCode' } })
    expect(sorted.rows[0]?.partCode).toBe('04465-02220')
    const { jobId } = await buyer.call(orderLines.export, {
      body: { filters: { billNo: saved.billNo }, columns: ['billNo'] },
    })
    expect(jobId).toBeGreaterThan(0)
  })

  it('tells price and average with tax, as the amount is, whatever the tax mode of the order', async () => {
    const ordered = async (taxIncluded: boolean, price: string | null) => {
      const line = { partId: shop.parts.oil, qty: '3', price, taxRate: '0.13' }
      const body = { header: { ...header(), taxIncluded, orderDiscount: price === null ? '0' : '1' }, lines: [line] }
      return buyer.call(routes.save, { body })
    }
    for (const taxIncluded of [false, true])
      await act(buyer, (await act(buyer, await ordered(taxIncluded, '10'), 'submit')).data, 'approve')
    await ordered(false, null)
    const query = { part: '5W-30', unposted: 'true' } as const
    const { rows } = await buyer.call(orderLines.list, { query })
    expect(rows.map(({ taxedPrice, taxed }) => [taxedPrice, taxed])).toEqual([
      [null, null],
      ['10.0000', '30.00'],
      ['11.3000', '33.90'],
    ])
    const byPart = await buyer.call(orderParts.list, { query })
    expect(byPart.rows).toMatchObject([{ qty: '6.0000', taxedAverage: '10.6500', taxed: '63.90' }])
    expect((await buyer.call(orderLines.totals, { query })).sums).toMatchObject({ taxed: '63.90' })
  })

  it('never sums drafts with approved orders, neither by line nor by part', async () => {
    await approvedOrder()
    const query = { unposted: 'true', part: '04465' } as const
    const before = await buyer.call(orderLines.totals, { query })
    const partsBefore = await buyer.call(orderParts.totals, { query })
    const line = { partId: shop.parts.pad, qty: '2', price: '10' }
    const draft = await buyer.call(routes.save, { body: order([line, { ...line, qty: '3' }]) })
    const after = await buyer.call(orderLines.totals, { query })
    expect(after.sums).toEqual(before.sums)
    // All lines are counted, of the drafts the documents.
    expect(after.count).toBe(before.count + 2)
    expect(after.waiting?.count).toBe((before.waiting?.count ?? 0) + 1)
    expect(after.waiting?.sums['qty']).toBe(round(add(before.waiting?.sums['qty'] ?? '0', '5'), 4))
    const partsAfter = await buyer.call(orderParts.totals, { query })
    const waitingQty = round(add(partsBefore.sums['waitingQty'] ?? '', '5'), 4)
    expect(partsAfter).toEqual({ count: 1, sums: { ...partsBefore.sums, waitingQty } })
    const { rows } = await buyer.call(orderParts.list, { query: { unposted: 'true', billNo: draft.billNo } })
    expect(rows).toMatchObject([{ orders: 0, qty: '0', waitingQty: '5.0000', taxed: '0', taxedAverage: null }])
  })

  it('is closed to a salesperson, and to other organisations', async () => {
    const saved = await approvedOrder()
    const salesperson = await shop.signIn('salesperson')
    expect((await salesperson.ask(routes.read, { params: { id: saved.id } })).status).toBe(403)
    expect(
      (await salesperson.ask(routes.save, { body: order([{ partId: shop.parts.pad, qty: '1', price: '1' }]) })).status,
    ).toBe(403)
    expect((await owner.ask(routes.read, { params: { id: 999_999 } })).status).toBe(404)
  })
})
