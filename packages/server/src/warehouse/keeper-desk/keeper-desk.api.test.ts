import { button, pageOf } from '@chepu/contract/access/catalogue'
import { pickingQueue } from '@chepu/contract/picking/desk'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { dashboard } from '@chepu/contract/shell/dashboard'
import { menuTree } from '@chepu/contract/shell/session'
import { actInbound, inboundTabs } from '@chepu/contract/warehouse/inbound'
import { lowStock } from '@chepu/contract/warehouse/inventory-warning'
import { type DeskQueue, keeperDesk, type KeeperQueue } from '@chepu/contract/warehouse/keeper-desk'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { outboundTabs } from '@chepu/contract/warehouse/outbound'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { deskTabs } from '@chepu/contract/warehouse/transfer-desk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save } from '../../../test/desk'
import { withdraw, type Worker, worker } from '../../../test/people'
import { type Client, openShop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { openTransfers } from '../transfers/transfers.fixture'

let desk: Awaited<ReturnType<typeof openTransfers>>
let keeper: Worker
let filter: number
beforeAll(async () => {
  desk = await openTransfers({ receiptTwoDesk: true, deliveryTwoDesk: true, creditCheck: false })
  keeper = await worker(desk.shop, 'warehouse_keeper')
  filter = desk.shop.parts.filter
  // 主仓 holds 30 filters. It keeps for the keeper as for everybody; 后仓 has to be given to him.
  await mayUse(keeper, desk.rear.warehouseId, true)
})
afterAll(() => desk.shop.close())

/** Lets a person see and use a warehouse, or takes it from him. */
const mayUse = async ({ userId }: Worker, warehouseId: number, may: boolean) => {
  await desk.shop.sql(
    'delete from user_warehouse where group_id = $1 and user_id = $2 and warehouse_id = $3',
    userId,
    warehouseId,
  )
  if (may)
    await desk.shop.sql(
      `insert into user_warehouse (group_id, user_id, warehouse_id, can_view, can_in, can_out, can_count, can_transfer)
        values ($1, $2, $3, true, true, true, true, true) returning user_id`,
      userId,
      warehouseId,
    )
  await desk.shop.sql(
    'update shared.login set access_version = access_version + 1 where group_id = $1 and id = $2',
    userId,
  )
}
const received = (warehouseId = desk.main.warehouseId) =>
  post(desk.main.client, goodsReceipt.routes, {
    header: { bizDate: shanghaiDay(), partnerId: desk.shop.supplierId, warehouseId },
    lines: [
      { partId: filter, qty: '3', price: '100' },
      { partId: desk.shop.parts.pad, qty: '1', price: '250' },
    ],
  })
const delivered = () =>
  post(desk.main.client, salesDelivery.routes, {
    header: { bizDate: shanghaiDay(), partnerId: desk.shop.customerId, warehouseId: desk.main.warehouseId },
    lines: [{ partId: filter, qty: '2', price: '180' }],
  })
const countIn = async (warehouseId: number, by: Client) => {
  const draft = await save(by, stockCount.routes, {
    header: { bizDate: shanghaiDay(), warehouseId },
    lines: [],
  } as never)
  return act(by, stockCount.routes, draft, 'begin')
}
const queuesOf = async (client: Client, warehouseId?: number): Promise<Record<string, KeeperQueue>> => {
  const { queues } = await client.call(keeperDesk, { query: { warehouseId } as never })
  return Object.fromEntries(queues.map((queue) => [queue.key, queue]))
}
const countsOf = async (client: Client, warehouseId?: number) =>
  Object.fromEntries(Object.entries(await queuesOf(client, warehouseId)).map(([key, { count }]) => [key, count]))

/** What the boards themselves say of each queue, and the pages of counts and warnings. */
async function boardsSay(client: Client, warehouseId?: number): Promise<Record<DeskQueue | 'low', number>> {
  const query = { warehouseId } as never
  const sum = async (tabs: readonly { totals: never }[], more: object) => {
    const totals = await Promise.all(
      tabs.map(({ totals }) => client.call(totals, { query: { warehouseId, ...more } as never })),
    )
    return totals.reduce((all, { count }: { count: number }) => all + count, 0)
  }
  return {
    inbound: await sum(inboundTabs as never, { status: 'waiting' }),
    outbound: await sum(outboundTabs as never, { status: 'waiting' }),
    picking: (await client.call(pickingQueue.totals, { query: { status: 'waiting', warehouseId } as never })).count,
    sending: (await client.call(deskTabs.sending.totals, { query })).count,
    receiving: (await client.call(deskTabs.receiving.totals, { query })).count,
    counting: (
      await client.call(stockCount.routes.totals, { query: { state: 'counting,recount', warehouseId } as never })
    ).count,
    low: (await client.call(lowStock.totals, { query })).count,
  }
}
/** What the desk says of the same. */
async function deskSays(client: Client, warehouseId?: number) {
  const { low } = await client.call(keeperDesk, { query: { warehouseId } as never })
  return { ...(await countsOf(client, warehouseId)), low: low?.count }
}

describe('仓库工作台', () => {
  it('tells what waits, the latest first, with its partner and without prices', async () => {
    const first = await received()
    const second = await received()
    await delivered()
    const answer = await keeper.client.call(keeperDesk)
    const [inbound, outbound] = answer.queues
    expect(inbound).toMatchObject({ key: 'inbound', count: 2 })
    expect(inbound?.rows).toMatchObject([
      {
        kind: 'goods_receipt',
        billNo: second.billNo,
        state: '已审核',
        sideName: '测试供应商',
        warehouseName: '主仓',
        lineCount: 2,
        qty: '4.0000',
        days: 0,
      },
      { billNo: first.billNo },
    ])
    expect(inbound?.places[0]).toEqual({
      title: '采购入库',
      count: 2,
      screen: 'purWareHous',
      params: { tab: 'goods_receipt' },
    })
    expect(outbound).toMatchObject({ key: 'outbound', count: 1, rows: [{ kind: 'sales_delivery', qty: '2.0000' }] })
    expect(JSON.stringify(answer)).not.toMatch(/price|amount|cost|taxed|value/i)
  })

  it('counts each queue as its board does, as a whole and for one warehouse, and so does the home page', async () => {
    const { main, rear, sister, shop } = desk
    await received(rear.warehouseId)
    await desk.approveOrder(main, sister, [{ partId: filter, qty: '1', price: '12' }])
    await desk.ship(main, rear, [{ partId: filter, qty: '2' }])
    await post(main.client, otherIn.routes, {
      header: { bizDate: shanghaiDay(), warehouseId: rear.warehouseId, reason: '赠品' },
      lines: [{ partId: filter, qty: '5', price: '10' }],
    } as never)
    await countIn(rear.warehouseId, keeper.client)
    await shop.sql(
      `insert into product (group_id, org_id, part_id, min_stock) values ($1, $2, $3, 100)
        on conflict (group_id, org_id, part_id) do update set min_stock = 100 returning id`,
      shop.orgId,
      filter,
    )
    expect(await deskSays(keeper.client)).toEqual({
      inbound: 3,
      outbound: 1,
      picking: 0,
      sending: 1,
      receiving: 1,
      counting: 1,
      low: 1,
    })
    for (const warehouseId of [undefined, main.warehouseId, rear.warehouseId])
      expect(await deskSays(keeper.client, warehouseId)).toEqual(await boardsSay(keeper.client, warehouseId))
    expect(await countsOf(keeper.client, main.warehouseId)).toMatchObject({ inbound: 2, outbound: 1, counting: 0 })
    const { queues } = await keeper.client.call(keeperDesk, { query: { warehouseId: rear.warehouseId } })
    expect(queues[0]?.places[0]).toMatchObject({
      count: 1,
      params: { tab: 'goods_receipt', warehouseId: String(rear.warehouseId) },
    })
    const { tasks, stockWarnings } = await keeper.client.call(dashboard)
    const home = Object.fromEntries(tasks.map(({ title, count }) => [title, count]))
    expect(home).toMatchObject({
      '待入库：采购入库': 3,
      '待出库：销售出库': 1,
      调拨待我发货: 1,
      调拨待我收货: 1,
      盘点中: 1,
    })
    expect(stockWarnings?.low).toBe(1)
  })

  it('falls when the document is done, names the other side of a transfer, and how far a count is', async () => {
    const { main, rear } = desk
    const { sending, receiving, counting } = await queuesOf(keeper.client)
    expect(sending?.rows).toMatchObject([
      { kind: 'transfer_order', sideName: '测试分店 分仓', qty: '1.0000', state: '待发货' },
    ])
    expect(receiving?.rows).toMatchObject([{ sideName: expect.stringContaining('主仓'), qty: '2.0000', state: '在途' }])
    const [count] = counting?.rows ?? []
    expect(count).toMatchObject({ sideName: '全盘', warehouseName: '后仓', qty: null, countedCount: 0 })
    const entered = await keeper.client.ask(enterCount, {
      params: { id: count?.id as number },
      body: { lines: [{ partId: filter, countedQty: '0' }] } as never,
    })
    expect(entered.status).toBe(200)
    expect((await queuesOf(keeper.client)).counting?.rows[0]).toMatchObject({ countedCount: 1, lineCount: 1 })
    const extra = await received()
    const before = (await countsOf(keeper.client))['inbound'] as number
    const params = { kind: goodsReceipt.kind, id: extra.id, action: 'receive' }
    await keeper.client.call(actInbound, { params, body: { version: extra.version } })
    expect((await countsOf(keeper.client))['inbound']).toBe(before - 1)
    // What one warehouse has sent the other one gets.
    expect((await countsOf(keeper.client, main.warehouseId))['receiving']).toBe(0)
    expect((await countsOf(keeper.client, rear.warehouseId))['receiving']).toBe(1)
  })

  it('shows at most 20 documents of a queue and counts all', async () => {
    for (let i = 0; i < 21; i += 1) {
      await save(keeper.client, otherIn.routes, {
        header: { bizDate: shanghaiDay(), warehouseId: desk.main.warehouseId, reason: '赠品' },
        lines: [{ partId: filter, qty: '1' }],
      } as never)
    }
    const { inbound } = await queuesOf(keeper.client)
    expect(inbound?.rows).toHaveLength(20)
    expect(inbound?.count).toBe((await boardsSay(keeper.client)).inbound)
    expect(inbound?.count).toBeGreaterThan(20)
  })

  it('keeps to the warehouses, the organisation and the company of whoever looks', async () => {
    const { main, rear, sister, shop } = desk
    const narrow = await worker(shop, 'warehouse_keeper')
    await mayUse(narrow, rear.warehouseId, true)
    await mayUse(narrow, main.warehouseId, false)
    const seen = await countsOf(narrow.client)
    expect(seen).toMatchObject({ inbound: 1, outbound: 0, sending: 0, receiving: 1, counting: 1 })
    expect(await countsOf(narrow.client, main.warehouseId)).toMatchObject({ inbound: 0, outbound: 0, counting: 0 })
    const there = await shop.signIn('warehouse_keeper', sister.orgId)
    expect(await countsOf(there)).toEqual({
      inbound: 0,
      outbound: 0,
      picking: 0,
      sending: 0,
      receiving: 0,
      counting: 0,
    })
    expect(await countsOf(there, main.warehouseId)).toEqual({
      inbound: 0,
      outbound: 0,
      picking: 0,
      sending: 0,
      receiving: 0,
      counting: 0,
    })
    const others = await openShop()
    try {
      const stranger = await others.signIn('warehouse_keeper')
      expect(await countsOf(stranger, main.warehouseId)).toMatchObject({ inbound: 0, outbound: 0, counting: 0 })
    } finally {
      await others.close()
    }
  })

  it('is closed to who only looks, and shows the queues of which the page is open', async () => {
    const { shop } = desk
    for (const role of ['buyer', 'salesperson', 'cashier_accountant'])
      expect((await (await shop.signIn(role)).ask(keeperDesk)).status).toBe(403)
    const entriesOf = async (client: Client) =>
      (await client.call(menuTree)).flatMap(({ children }) => children.map(({ jsondata }) => jsondata.path))
    expect(await entriesOf(await shop.signIn('buyer'))).not.toContain('/warehouse')
    expect(await entriesOf(keeper.client)).toContain('/warehouse')
    const receiver = await worker(shop, 'warehouse_keeper')
    const pages = [
      'outbound',
      'picking',
      'transfer_request',
      'transfer_order',
      'transfer_receipt',
      'stock_count',
      'stock',
    ].map(pageOf)
    const others = [
      button('picking', 'add'),
      button('transfer_order', 'approve'),
      button('transfer_receipt', 'post'),
      button('stock_count', 'update'),
    ]
    await withdraw(shop, receiver, { buttons: pages })
    const answer = await receiver.client.call(keeperDesk)
    expect([answer.queues.map(({ key }) => key), answer.low]).toEqual([['inbound'], undefined])
    await withdraw(shop, receiver, { buttons: [...others, button('inbound', 'post'), button('outbound', 'post')] })
    expect((await receiver.client.ask(keeperDesk)).status).toBe(403)
  })
})
