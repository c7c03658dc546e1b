import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { act, reverse, tryAct, undo } from '../../../test/desk'
import { assertBooks } from '../../../test/shop'
import { openTransfers } from '../transfers/transfers.fixture'

const { routes } = transferOrder

let desk: Awaited<ReturnType<typeof openTransfers>>
let filter: number
let pad: number
beforeAll(async () => {
  desk = await openTransfers()
  ;({ filter, pad } = desk.shop.parts)
})
afterEach(() => assertBooks(desk.shop.db, desk.shop.groupId))
afterAll(() => desk.shop.close())

describe('调拨单 within an organisation', () => {
  it('holds its goods, sends them on their way at the average, and they arrive at that value', async () => {
    const { main, rear, stock, onItsWay } = desk
    const approved = await desk.approveOrder(main, rear, [
      { partId: filter, qty: '4' },
      { partId: pad, qty: '3' },
    ])
    expect(approved.state).toBe('approved')
    expect(await desk.shop.books.held(filter)).toBe('4 + 0')
    const sent = await act(main.client, routes, approved, 'ship')
    expect(sent.state).toBe('shipped')
    expect(await desk.shop.books.held(filter)).toBe('0 + 0')
    expect([await stock(filter, main), await onItsWay(filter, main)]).toEqual(['26.0000 / 260.00', '4.0000 / 40.00'])
    expect([await stock(pad, main), await onItsWay(pad, main)]).toEqual(['4.0000 / 40.04', '3.0000 / 30.03'])
    const received = await desk.receive(rear, sent)
    expect(received.state).toBe('done')
    expect([await stock(filter, rear), await onItsWay(filter, main)]).toEqual(['4.0000 / 40.00', '0.0000 / 0.00'])
    expect([await stock(pad, rear), await onItsWay(pad, main)]).toEqual(['3.0000 / 30.03', '0.0000 / 0.00'])
    expect(await desk.stateOf(main, sent)).toBe('done')
    expect(await desk.shop.books.openItems('transfer_receipt', received.id)).toEqual([])
  })

  it('arrives by and by, each time at its share of what was sent, and the last takes the remainder', async () => {
    const { main, rear, stock, onItsWay } = desk
    // 4 pads of 40.04 are left: 3 of them are worth 30.03, of which one is 10.01.
    const before = await stock(pad, rear)
    const sent = await desk.ship(main, rear, [{ partId: pad, qty: '3' }])
    const first = await desk.receive(rear, sent, { 1: { qty: '1' } })
    expect(await desk.stateOf(main, sent)).toBe('partial')
    expect([await stock(pad, rear), await onItsWay(pad, main)]).toEqual(['4.0000 / 40.04', '2.0000 / 20.02'])
    const second = await desk.receive(rear, sent)
    expect(await desk.stateOf(main, sent)).toBe('done')
    // Undone in any order, what was on its way is on its way again.
    await undo(rear.client, transferReceipt.routes, first)
    expect([await desk.stateOf(main, sent), await onItsWay(pad, main)]).toEqual(['partial', '1.0000 / 10.01'])
    await reverse(rear.client, transferReceipt.routes, second)
    expect([await desk.stateOf(main, sent), await onItsWay(pad, main)]).toEqual(['shipped', '3.0000 / 30.03'])
    const current = await main.client.call(routes.read, { params: { id: sent.id } })
    await act(rear.client, transferReceipt.routes, { ...first, version: first.version + 1 }, 'void')
    await reverse(main.client, routes, current.header)
    expect([await stock(pad, rear), await onItsWay(pad, main)]).toEqual([before, '0.0000 / 0.00'])
  })

  it('is undone only before anything has arrived', async () => {
    const { main, rear, stock, onItsWay } = desk
    const before = await stock(filter, main)
    const sent = await desk.ship(main, rear, [{ partId: filter, qty: '5' }])
    const received = await desk.receive(rear, sent, { 1: { qty: '2' } })
    const { header } = await main.client.call(routes.read, { params: { id: sent.id } })
    expect(header.state).toBe('partial')
    expect(await tryAct(main.client, routes, header, 'unapprove')).toMatchObject({
      status: 400,
      msg: `单据 ${sent.billNo} 当前为「部分到货」，不能反审核`,
    })
    const back = await undo(rear.client, transferReceipt.routes, received)
    const again = await main.client.call(routes.read, { params: { id: sent.id } })
    // A draft still refers to it.
    expect(await tryAct(main.client, routes, again.header, 'unapprove')).toMatchObject({
      status: 400,
      msg: `单据 ${sent.billNo} 已被下游单据 ${received.billNo} 引用，请先处理该单据`,
    })
    await act(rear.client, transferReceipt.routes, back, 'void')
    await undo(main.client, routes, again.header)
    expect([await stock(filter, main), await onItsWay(filter, main)]).toEqual([before, '0.0000 / 0.00'])
  })

  it('gives its goods free again when it is taken back or closed before it leaves, or less is sent', async () => {
    const { main, rear, shop } = desk
    const approve = () => desk.approveOrder(main, rear, [{ partId: filter, qty: '6' }])
    const first = await approve()
    await undo(main.client, routes, first)
    expect(await shop.books.held(filter)).toBe('0 + 0')
    const closed = await act(main.client, routes, await approve(), 'close')
    expect([closed.state, await shop.books.held(filter)]).toEqual(['closed', '0 + 0'])
    const third = await approve()
    const { lines } = await main.client.call(routes.read, { params: { id: third.id } })
    const counted = { lines: [{ lineId: lines[0]?.id as number, qty: '4' }] }
    const sent = await act(main.client, routes, third, 'ship', { input: counted })
    expect([await shop.books.held(filter), await desk.onItsWay(filter, main)]).toEqual(['0 + 0', '4.0000 / 40.00'])
    await desk.receive(rear, sent)
  })

  it('refuses what cannot be: no goods, one warehouse, that of goods on their way, more than is on its way', async () => {
    const { main, rear, shop } = desk
    const none = await desk.trySaveOrder(main, main, [{ partId: filter, qty: '1' }])
    expect(none).toMatchObject({ status: 400, msg: '调出仓库和调入仓库不能相同' })
    const [transit] = await shop.sql<{ id: number }>(
      `select id from warehouse where group_id = $1 and org_id = $2 and kind = 'transit'`,
      main.orgId,
    )
    const hidden = { ...main, warehouseId: transit?.id as number }
    expect(await desk.trySaveOrder(main, hidden, [{ partId: filter, qty: '1' }])).toMatchObject({
      msg: '对方仓库不存在',
    })
    expect(await desk.trySaveOrder(hidden, rear, [{ partId: filter, qty: '1' }])).toMatchObject({
      msg: '仓库不存在，或您没有该仓库的权限',
    })
    const much = await desk.saveOrder(main, rear, [{ partId: filter, qty: '999' }])
    expect(await tryAct(main.client, routes, much, 'approve')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第1行 \[04152-YZZA1\] 可用量 \d+，需要 999$/),
    })
    const sent = await desk.ship(main, rear, [{ partId: filter, qty: '2' }])
    expect((await desk.tryReceive(rear, sent, { 1: { qty: '3' } })).msg).toBe(
      `第1行 来源单据 ${sent.billNo} 剩余数量 2，本次 3`,
    )
    expect((await desk.tryReceive(rear, sent, { 1: { qty: '1', shortQty: '1', damagedQty: '1' } })).msg).toBe(
      '第1行 [04152-YZZA1] 实收、短少、破损合计 3，超过在途 2',
    )
    expect(
      (await desk.tryReceive(rear, sent, {}, { warehouseId: main.warehouseId, toWarehouseId: rear.warehouseId })).msg,
    ).toContain('的调出、调入仓库与本单不同')
    await desk.receive(rear, sent)
  })
})
