import { picking } from '@chepu/contract/picking/picking'
import { orderMaterial, pickingByParts, pickingQueue } from '@chepu/contract/picking/desk'
import {
  pickingReturnsByNumber,
  pickingReturnsByPart,
  pickingsByNumber,
  pickingsByPart,
} from '@chepu/contract/picking/queries'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { workOrder } from '@chepu/contract/repair/work-order'
import { orderStock } from '@chepu/contract/repair/shortage'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { orderLowStock } from '@chepu/contract/warehouse/inventory-warning'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { keeperDesk } from '@chepu/contract/warehouse/keeper-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, type Saved, tryAct, trySave, undo } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { confirmedOrder, workshopOf, orderBody, type Workshop } from '../../../test/workshop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = picking
let shop: Shop
let owner: Client
let keeper: Client
let workshop: Workshop
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  keeper = await shop.signIn('warehouse_keeper')
  workshop = await workshopOf(shop)
})
afterAll(() => shop.close())

const parts = () => shop.parts
/** Goods come in at a price. */
const stock = (partId: number, qty: string, price: string) =>
  post(owner, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [{ partId, qty, price }],
  } as never)

/** An order for some of one part that the customer has agreed to, with its material line. */
async function ordered(partId: number, qty: string, more: object = {}) {
  const body = orderBody(shop, workshop)
  const order = await confirmedOrder(owner, {
    ...body,
    materials: [{ partId, qty, price: '45', ...more }],
  } as never)
  return { ...order, lineId: (await lineOf(order.id)).id }
}
const lineOf = async (orderId: number) => {
  const { materials } = await owner.call(workOrder.routes.read, { params: { id: orderId } })
  return materials[0] as (typeof materials)[number]
}
const issue = (order: { id: number; lineId: number }, partId: number, qty: string) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, workOrderId: order.id },
  lines: [{ partId, qty, workOrderLineId: order.lineId }],
})
/** What a keeper says that he has seen of 待领. */
const asSeen = ({ lineId }: { lineId: number }, waitingQty: string) => ({
  input: { seen: [{ workOrderLineId: lineId, waitingQty }] },
})
const back = async (order: { id: number }, picked: Saved, qty: string) => {
  const { lines } = await owner.call(routes.read, { params: { id: picked.id } })
  return {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, workOrderId: order.id, reason: '多领' },
    lines: [{ partId: lines[0]?.partId as number, qty, sourceLineId: lines[0]?.id as number }],
  }
}
/** What is held for the order, and what it waits for. */
const held = async (orderId: number) => {
  const [row] = await shop.sql<{ held: string; waits: string }>(
    `select coalesce(sum(qty - released_qty - backorder_qty), 0)::text as held, coalesce(sum(backorder_qty), 0)::text as waits
      from stock_reservation where group_id = $1 and source_kind = 'work_order' and source_id = $2 and is_live`,
    orderId,
  )
  return `${row?.held} / ${row?.waits}`
}
const inWork = async (orderId: number) => {
  const [row] = await shop.sql<{ qty: string; value: string }>(
    'select sum(qty)::text as qty, sum(value)::text as value from wip_ledger where group_id = $1 and work_order_id = $2',
    orderId,
  )
  return `${row?.qty} / ${row?.value}`
}

describe('领料单', () => {
  it('takes goods out of the stock at the average into the work, and is undone as if it had never been', async () => {
    const { filter } = parts()
    await stock(filter, '3', '10')
    await stock(filter, '4', '12')
    // 7 pieces worth 78.00; 2 of them cost 22.29.
    const order = await ordered(filter, '5')
    const done = await post(keeper, routes, issue(order, filter, '2'))
    expect(done).toMatchObject({ state: 'done', billNo: expect.stringMatching(/^LL/) })
    expect(await shop.books.pool(filter)).toBe('5.0000 / 55.71')
    expect(await shop.books.pnl('picking', done.id)).toEqual({})
    expect(await inWork(order.id)).toBe('2.0000 / 22.29')
    expect(await lineOf(order.id)).toMatchObject({ issuedQty: '2.0000', returnedQty: '0.0000' })
    const { header, lines } = await owner.call(routes.read, { params: { id: done.id } })
    expect(header).toMatchObject({
      partnerName: '车主甲',
      workOrderName: order.billNo,
      vehicleName: '京A88888',
      costAmount: '22.29',
    })
    expect(lines).toMatchObject([{ workOrderLineId: order.lineId, costAmount: '22.29' }])
    const { rows } = await owner.call(routes.list, { query: { workOrderId: order.id } })
    expect(rows).toMatchObject([{ id: done.id, workOrderName: order.billNo, vehicleName: '京A88888' }])

    await undo(owner, routes, done)
    expect(await shop.books.pool(filter)).toBe('7.0000 / 78.00')
    expect(await inWork(order.id)).toBe('0.0000 / 0.00')
    expect(await lineOf(order.id)).toMatchObject({ issuedQty: '0.0000' })
    await act(owner, workOrder.routes, order, 'cancel')
  })

  it('gives goods back at what they cost, the last taking the rest', async () => {
    const { pad } = parts()
    await stock(pad, '3', '3.3333')
    // 3 pieces worth 10.00.
    const order = await ordered(pad, '3')
    const picked = await post(keeper, routes, issue(order, pad, '3'))
    expect(await shop.books.pool(pad)).toBe('0.0000 / 0.00')
    const first = await post(keeper, pickingReturn.routes, await back(order, picked, '1'))
    expect(await shop.books.pool(pad)).toBe('1.0000 / 3.33')
    expect(await inWork(order.id)).toBe('2.0000 / 6.67')
    const rest = await post(keeper, pickingReturn.routes, await back(order, picked, '2'))
    expect(await shop.books.pool(pad)).toBe('3.0000 / 10.00')
    expect(await inWork(order.id)).toBe('0.0000 / 0.00')
    expect(await lineOf(order.id)).toMatchObject({ issuedQty: '3.0000', returnedQty: '3.0000' })
    expect(await trySave(keeper, pickingReturn.routes, await back(order, picked, '1'))).toMatchObject({ status: 400 })
    expect(await tryAct(owner, routes, picked, 'unapprove')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('已被下游单据'),
    })
    // The order waits for them again, and has them: undone, they are in the car.
    expect(await held(order.id)).toBe('3.0000 / 0.0000')
    await undo(keeper, pickingReturn.routes, rest)
    expect(await inWork(order.id)).toBe('2.0000 / 6.67')
    expect(await held(order.id)).toBe('1.0000 / 0.0000')
    await undo(keeper, pickingReturn.routes, first)
    expect(await held(order.id)).toBe('0 / 0')
  })

  it('is for material that the customer has agreed to, of an order that is worked on', async () => {
    const { oil } = parts()
    await stock(oil, '20', '50')
    const body = orderBody(shop, workshop)
    const open = await save(owner, workOrder.routes, {
      ...body,
      materials: [{ partId: oil, qty: '4', price: '60' }],
    } as never)
    const lineId = (await lineOf(open.id)).id
    const draft = await save(keeper, routes, issue({ id: open.id, lineId }, oil, '4'))
    const early = await tryAct(keeper, routes, draft, 'approve')
    expect([early.status, early.msg]).toEqual([400, `工单 ${open.billNo} 当前为「报价中」，不能领料`])
    const sure = await act(owner, workOrder.routes, open, 'confirm', { input: { method: 'phone', by: '车主' } })
    expect(await held(open.id)).toBe('4.0000 / 0.0000')
    const done = await act(keeper, routes, draft, 'approve')
    expect(await held(open.id)).toBe('0 / 0')
    expect(await tryAct(owner, workOrder.routes, sure, 'cancel')).toMatchObject({
      status: 400,
      msg: expect.stringContaining('请先退料'),
    })
    // What he brings himself never leaves the stock.
    const own = await ordered(oil, '1', { isCustomerSupplied: true })
    expect(await trySave(keeper, routes, issue(own, oil, '1'))).toMatchObject({
      status: 400,
      msg: expect.stringContaining('客户自带件'),
    })
    expect(await trySave(keeper, routes, issue(own, shop.parts.pad, '1'))).toMatchObject({
      errors: [{ path: 'lines.0.partId' }],
    })
    await undo(keeper, routes, done)
  })

  it('keeps its line on the order, and follows an order that is changed', async () => {
    const { oil, pad } = parts()
    const order = await ordered(oil, '4')
    await save(keeper, routes, issue(order, oil, '1'))
    const change = (materials: object[]) =>
      trySave(owner, workOrder.routes, {
        ...orderBody(shop, workshop),
        id: order.id,
        version: order.version,
        labour: [],
        materials,
      } as never)
    expect(await change([{ partId: pad, qty: '1', price: '9' }])).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^材料第1行 \[5W-30\] 在领料单 LL\d+ 上，不能删除$/),
    })
    expect(await held(order.id)).toBe('4.0000 / 0.0000')
    expect(await change([{ id: order.lineId, partId: oil, qty: '3', price: '45' }])).toMatchObject({ status: 200 })
    expect(await held(order.id)).toBe('3.0000 / 0.0000')
  })

  it('issues beyond the plan by who may, and asks the customer again for what costs him more', async () => {
    const { oil } = parts()
    const order = await ordered(oil, '4')
    const some = await worker(shop, 'warehouse_keeper')
    await withdraw(shop, some, { buttons: [170] })
    const draft = await save(some.client, routes, issue(order, oil, '5'))
    const refused = await tryAct(some.client, routes, draft, 'approve')
    expect([refused.status, refused.msg]).toEqual([400, '第1行 [5W-30] 待领 4，本次 5，您没有「超计划领料」的权限'])
    await act(keeper, routes, draft, 'approve', asSeen(order, '4'))
    expect(await lineOf(order.id)).toMatchObject({ qty: '5.0000', netAmount: '225.00', agreement: 'open' })
    const { header } = await owner.call(workOrder.routes.read, { params: { id: order.id } })
    expect(header).toMatchObject({ version: order.version + 1, materialAmount: '225.00' })
  })

  it('is told who hands over once more what another keeper has handed over meanwhile', async () => {
    const { filter } = parts()
    await stock(filter, '9', '10')
    const order = await ordered(filter, '3')
    const other = (await worker(shop, 'warehouse_keeper')).client
    // Both see that 3 are awaited, and one of them has a draft of it.
    const draft = await save(keeper, routes, issue(order, filter, '3'))
    const desk = { name: 'approve', ...asSeen(order, '3.0000') }
    const issues = () => trySave(other, routes, { ...issue(order, filter, '2'), action: desk } as never)
    const [first, second] = [await issues(), await issues()]
    expect(first.status).toBe(200)
    const message = `第1行 [04152-YZZA1] 待领已由 3 变为 1（最近领料单 ${first.data?.billNo}），请核对刷新后的待领再领料`
    expect(second).toMatchObject({ status: 409, reason: 'stale', msg: message })
    expect(await lineOf(order.id)).toMatchObject({ qty: '3.0000', issuedQty: '2.0000', agreement: 'agreed' })
    // The draft has been overtaken: who does not say what he has seen does not issue more than is awaited.
    const blind = await tryAct(keeper, routes, draft, 'approve')
    expect([blind.status, blind.msg]).toEqual([400, '第1行 [04152-YZZA1] 待领 1，本次 3，超计划领料请先核对待领'])
    expect(await tryAct(keeper, routes, draft, 'approve', asSeen(order, '3'))).toMatchObject({ reason: 'stale' })
    // Who knows may.
    await act(keeper, routes, draft, 'approve', asSeen(order, '1'))
    expect(await lineOf(order.id)).toMatchObject({ qty: '5.0000', issuedQty: '5.0000' })
  })

  it('of two keepers at once one hands over what is awaited', async () => {
    const { filter } = parts()
    const order = await ordered(filter, '1')
    const body = { ...issue(order, filter, '1'), action: { name: 'approve', ...asSeen(order, '1') } } as never
    const answers = await Promise.all([trySave(keeper, routes, body), trySave(owner, routes, body)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await lineOf(order.id)).toMatchObject({ qty: '1.0000', issuedQty: '1.0000' })
  })

  it('leaves the last piece to one of two keepers', async () => {
    const { pad } = parts()
    const [{ free } = { free: '0' }] = await shop.sql<{ free: string }>(
      'select qty::text as free from stock_cost where group_id = $1 and part_id = $2',
      pad,
    )
    expect(free).toBe('0.0000')
    await stock(pad, '1', '8')
    const orders = [await ordered(pad, '1'), await ordered(pad, '1')]
    const drafts = await Promise.all(orders.map((order) => save(keeper, routes, issue(order, pad, '1'))))
    const answers = await Promise.all(drafts.map((draft) => tryAct(keeper, routes, draft, 'approve')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const late = answers.find(({ status }) => status === 400)
    expect(late?.msg).toContain('可用量 0，需要 1')
    // It waits, and has the next one that comes, which the adviser hears of.
    const waiting = orders[answers.findIndex(({ status }) => status === 400)] as { id: number; billNo: string }
    expect(await held(waiting.id)).toBe('0.0000 / 1.0000')
    await stock(pad, '2', '8')
    expect(await held(waiting.id)).toBe('1.0000 / 0.0000')
    const news = await shop.sql<{ message: string }>(
      `select message from notification where group_id = $1 and msg_type = 3 and message like $2`,
      `%${waiting.billNo}%`,
    )
    expect(news.map(({ message }) => message)).toEqual([
      `工单 ${waiting.billNo}（京A88888）等待的配件 [04465-02220] 前制动片 到货 1，已为其占用`,
    ])
  })

  it('is nobody’s of another organisation, and nothing for who may not issue', async () => {
    const adviser = await shop.signIn('adviser')
    const order = await ordered(parts().oil, '1')
    expect(await trySave(adviser, routes, issue(order, parts().oil, '1'))).toMatchObject({ status: 403 })
    expect(await trySave(keeper, routes, issue({ ...order, id: 999_999 }, parts().oil, '1'))).toMatchObject({
      errors: [{ path: 'header.workOrderId', message: '工单不存在' }],
    })
  })

  it('waits in the queue of the warehouse, by order and by part, and on the keeper’s desk', async () => {
    const { pad, oil } = parts()
    const order = await ordered(pad, '6')
    const queued = async () => (await keeper.call(pickingQueue.list, { query: { order: order.billNo } })).rows
    const [free] = await shop.sql<{ free: string }>(
      `select (c.qty - coalesce(sum(r.qty - r.released_qty - r.backorder_qty), 0))::text as free from stock_cost c
        left join stock_reservation r on r.group_id = c.group_id and r.part_id = c.part_id and r.warehouse_id = c.warehouse_id
          and r.is_live and r.source_id <> $3
        where c.group_id = $1 and c.part_id = $2 group by c.qty`,
      pad,
      order.id,
    )
    // One piece was left of the two that came; the other order has the other.
    expect(free?.free).toBe('1.0000')
    expect(await queued()).toMatchObject([
      {
        plate: '京A88888',
        lineCount: 1,
        waitingQty: '6.0000',
        heldQty: '1.0000',
        shortQty: '5.0000',
        issuedQty: '0.0000',
      },
    ])
    expect(await keeper.call(orderMaterial, { params: { id: order.id } })).toMatchObject({
      order: { billNo: order.billNo, isIssuing: true },
      lines: [{ partId: pad, plannedQty: '6.0000', waitingQty: '6.0000', available: '1.0000' }],
    })
    await post(keeper, routes, issue(order, pad, '1'))
    expect(await queued()).toMatchObject([{ waitingQty: '5.0000', issuedQty: '1.0000' }])
    const waiting = await keeper.call(pickingByParts.list, { query: { part: '04465-02220' } })
    // The order of the test before waits since earlier, and holds its piece.
    expect(waiting.rows.map(({ place, billNo, waitingQty }) => [place, billNo === order.billNo, waitingQty])).toEqual([
      [1, false, '1.0000'],
      [2, true, '5.0000'],
    ])
    const { queues } = await keeper.call(keeperDesk)
    const { count } = await keeper.call(pickingQueue.totals, { query: { status: 'waiting' } })
    expect(queues.find(({ key }) => key === 'picking')).toMatchObject({ count, places: [{ screen: 'picking', count }] })
    // Who holds the goods decides, not who asks first: of the oil nobody has to wait.
    expect(
      (await keeper.call(pickingByParts.list, { query: { part: '5W-30' } })).rows.map(({ partId }) => partId),
    ).toEqual(expect.arrayContaining([oil]))
  })

  it('is found again by its document and by its parts, with what it sells for, and costs for who sees them', async () => {
    const { filter } = parts()
    const order = await ordered(filter, '2', { discountRate: '0.9' })
    const done = await post(keeper, routes, issue(order, filter, '2'))
    const asked = { query: { order: order.billNo } }
    const [document] = (await owner.call(pickingsByNumber.list, asked)).rows
    expect(document).toMatchObject({
      billNo: done.billNo,
      workOrderNo: order.billNo,
      plate: '京A88888',
      qty: '2.0000',
      amount: '81.00',
    })
    const [line] = (await owner.call(pickingsByPart.list, asked)).rows
    expect(line).toMatchObject({
      partCode: '04152-YZZA1',
      qty: '2.0000',
      price: '45.0000',
      amount: '81.00',
      cost: document?.cost,
    })
    const [seen] = (await keeper.call(pickingsByPart.list, asked)).rows
    expect(seen).not.toHaveProperty('cost')
    expect(seen).not.toHaveProperty('amount')
    const brought = await post(keeper, pickingReturn.routes, await back(order, done, '1'))
    expect((await owner.call(pickingReturnsByNumber.list, asked)).rows).toMatchObject([
      { billNo: brought.billNo, qty: '1.0000', reason: '多领', amount: '40.50' },
    ])
    expect((await owner.call(pickingReturnsByPart.list, asked)).rows).toMatchObject([{ qty: '1.0000', reason: '多领' }])
  })
})

describe('缺料', () => {
  const part = () => shop.parts.oil
  const stockOf = async (workOrderId?: number, client = owner) => {
    const query = { ...(workOrderId && { workOrderId }), warehouseId: shop.warehouseId, partIds: String(part()) }
    return (await client.call(orderStock, { query })).rows[0]
  }
  const buy = (workOrderId: number, qty: string, comingQty = '0', client = owner) => {
    const lines = [{ partId: part(), warehouseId: shop.warehouseId, qty, comingQty }]
    return client.ask(orderLowStock, { body: { workOrderId, supplierId: shop.supplierId, lines } })
  }
  const related = async (routes: typeof workOrder.routes | typeof purchaseOrder.routes, id: number) =>
    (await owner.call(routes.related, { params: { id } })).map(({ relation, billNo }) => `${relation} ${billNo}`)

  it('of an order is bought in one step, shows what is on its way for it, and is held for it as it comes', async () => {
    // 7 of it are free.
    await shop.sql('update product set purchase_price = 10 where group_id = $1 and part_id = $2', part())
    const body = orderBody(shop, workshop)
    const typed = { ...body, materials: [{ partId: part(), qty: '10', price: '45' }] }
    const estimate = await save(owner, workOrder.routes, typed as never)
    expect(await stockOf(estimate.id)).toEqual({
      partId: part(),
      available: '7.0000',
      onOrder: '0',
      bringers: [],
      comingQty: '0.0000',
    })
    const { data } = await buy(estimate.id, '3')
    const [made] = data?.orders ?? []
    expect((await owner.call(purchaseOrder.routes.read, { params: { id: made?.id as number } })).header).toMatchObject({
      wantedFor: estimate.id,
      remark: `工单 ${estimate.billNo} 缺料`,
    })
    expect(await stockOf(estimate.id)).toMatchObject({
      onOrder: '3',
      bringers: [{ kind: 'purchase_order', billNo: made?.billNo, stateName: '草稿', qty: '3.0000' }],
      comingQty: '3.0000',
    })
    expect(await related(workOrder.routes, estimate.id)).toContain(`target ${made?.billNo}`)
    expect(await related(purchaseOrder.routes, made?.id as number)).toEqual([`source ${estimate.billNo}`])
    // Who has not seen that does not ask for it once more.
    expect(await buy(estimate.id, '3')).toMatchObject({ status: 409, reason: 'stale' })

    const agreed = { input: { method: 'phone', by: '车主' } }
    const order = await act(owner, workOrder.routes, estimate, 'confirm', agreed as never)
    expect(await held(order.id)).toBe('7.0000 / 3.0000')
    // What it holds itself is there for it, and for nobody else.
    expect([(await stockOf(order.id))?.available, (await stockOf())?.available]).toEqual(['7.0000', '0.0000'])

    const { header } = await owner.call(purchaseOrder.routes.read, { params: { id: made?.id as number } })
    const saved = await act(owner, purchaseOrder.routes, header, 'submit')
    await act(owner, purchaseOrder.routes, saved, 'approve')
    expect(await stockOf(order.id)).toMatchObject({ onOrder: '3', bringers: [{ stateName: '已审核' }] })
    const [line] = (await owner.call(purchaseOrder.routes.read, { params: { id: saved.id } })).lines
    await post(owner, goodsReceipt.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.supplierId, warehouseId: shop.warehouseId },
      lines: [{ partId: part(), qty: '3', price: '10', sourceLineId: line?.id as number }],
    })
    expect(await held(order.id)).toBe('10.0000 / 0.0000')
    expect(await stockOf(order.id)).toMatchObject({ available: '10.0000', onOrder: '0', bringers: [] })
    await act(owner, workOrder.routes, order, 'cancel')
    expect((await buy(order.id, '1')).msg).toBe(`工单 ${order.billNo} 当前为「已取消」，不能要货`)
  })

  it('is asked for by who may buy, of orders that he sees', async () => {
    const order = await ordered(part(), '9')
    expect(await buy(999_999, '1')).toMatchObject({ status: 400, errors: [{ path: 'workOrderId' }] })
    const adviser = await shop.signIn('adviser')
    expect((await buy(order.id, '1', '0', adviser)).status).toBe(200)
    expect((await buy(order.id, '1', '1', keeper)).status).toBe(403)
    expect(await stockOf(order.id, keeper)).toMatchObject({ onOrder: '1' })
    const seller = await shop.signIn('salesperson')
    const query = { workOrderId: order.id, warehouseId: shop.warehouseId, partIds: '1' }
    expect((await seller.ask(orderStock, { query })).status).toBe(403)
  })
})
