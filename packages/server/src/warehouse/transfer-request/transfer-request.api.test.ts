import { drawSource } from '@chepu/contract/kernel/source-lines'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { readBell } from '@chepu/contract/shell/bell'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { act, type Known, type Saved, save, tryAct, trySave, undo } from '../../../test/desk'
import { assertBooks } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { openTransfers } from '../transfers/transfers.fixture'

const { routes } = transferRequest

let desk: Awaited<ReturnType<typeof openTransfers>>
let filter: number
let pad: number
beforeAll(async () => {
  desk = await openTransfers()
  ;({ filter, pad } = desk.shop.parts)
})
afterEach(() => assertBooks(desk.shop.db, desk.shop.groupId))
afterAll(() => desk.shop.close())

type Place = typeof desk.main

/** A submitted request of `by` for goods of `of`. */
async function asked(by: Place, of: Place, lines: { partId: number; qty: string }[]): Promise<Saved> {
  const header = {
    bizDate: shanghaiDay(),
    warehouseId: by.warehouseId,
    counterOrgId: by.orgId === of.orgId ? null : of.orgId,
    toWarehouseId: of.warehouseId,
  }
  return act(by.client, routes, await save(by.client, routes, { header, lines } as never), 'submit')
}
const read = async (by: Place, { id }: Pick<Known, 'id'>) => by.client.call(routes.read, { params: { id } })
/** 申请数, 批准数 and 已发 as the list has them, of the one request and of its sums. */
async function figures(by: Place, { billNo }: Saved) {
  const { rows } = await by.client.call(routes.list, { query: { billNo } })
  const { sums, waiting } = await by.client.call(routes.totals, { query: { billNo } })
  const [row] = rows
  const summed = waiting ? waiting.sums : sums
  expect(summed['approvedQty']).toBe(row?.approvedQty ?? '0')
  return [row?.totalQty, row?.approvedQty, row?.executedQty]
}
const draw = (by: Place, { id }: Known) =>
  by.client.call(drawSource, {
    params: { target: transferOrder.kind },
    body: { source: transferRequest.kind, documentId: id },
  })

/** An order of what is left of a request; of its first line `qty`. */
async function ordered(by: Place, request: Known, qty?: string): Promise<Saved> {
  const { header, lines } = await draw(by, request)
  const body = {
    header,
    lines: lines
      .map((line, i) => ({ ...line, price: '12', ...(i === 0 && qty && { qty }) }))
      .map(({ partId, sourceLineId, ...line }) => ({ partId, sourceLineId, qty: line.qty, price: line.price })),
  }
  return act(by.client, transferOrder.routes, await save(by.client, transferOrder.routes, body as never), 'approve')
}

describe('调拨申请单', () => {
  it('is claimed once: two orders that wait do not both take what is left of it', async () => {
    const { main, sister, shop } = desk
    const request = await asked(sister, main, [{ partId: filter, qty: '5' }])
    const approved = await act(main.client, routes, request, 'approve')
    const first = await ordered(main, approved, '5')
    await expect(ordered(main, approved, '2')).rejects.toThrow(
      '第1行 [04152-YZZA1] 来源单据剩余数量中已有待发货，可发 0，本次 2',
    )
    await act(main.client, transferOrder.routes, first, 'close')
    expect(await shop.books.held(filter)).toBe('5 + 0')
    const second = await ordered(main, approved, '2')
    const sent = await act(main.client, transferOrder.routes, second, 'ship')
    expect(await shop.books.held(filter)).toBe('3 + 0')
    await undo(main.client, transferOrder.routes, sent)
    const { header } = await read(sister, request)
    await act(sister.client, routes, header, 'close')
    expect(await shop.books.held(filter)).toBe('0 + 0')
  })

  it('waits at the other side, who approves it in part and holds the goods there', async () => {
    const { main, sister, shop } = desk
    const request = await asked(sister, main, [
      { partId: filter, qty: '8' },
      { partId: pad, qty: '2' },
    ])
    const { news } = await main.client.call(readBell)
    expect(news[0]).toMatchObject({ msg_type: 2, message: `调拨申请单 ${request.billNo} 待您审核` })
    expect((await read(sister, request)).can).toEqual(['withdraw', 'void'])
    expect((await read(main, request)).can).toEqual(['approve', 'reject'])
    expect(await tryAct(sister.client, routes, request, 'approve')).toMatchObject({
      status: 403,
      msg: '「批准」由对方企业操作',
    })
    expect(await tryAct(main.client, routes, request, 'withdraw')).toMatchObject({
      status: 403,
      msg: '「撤回」由对方企业操作',
    })
    expect(await shop.books.held(filter)).toBe('0 + 0')
    expect(await figures(sister, request)).toEqual(['10.0000', null, '0.0000'])
    const { lines } = await read(main, request)
    const input = { lines: [{ lineId: lines[0]?.id as number, qty: '6' }] }
    const approved = await act(main.client, routes, request, 'approve', { input })
    expect([await shop.books.held(filter), await shop.books.held(pad)]).toEqual(['6 + 0', '2 + 0'])
    expect(await figures(main, request)).toEqual(['10.0000', '8.0000', '0.0000'])
    const first = await ordered(main, approved, '4')
    expect((await read(sister, request)).header.state).toBe('approved')
    expect(await shop.books.held(filter)).toBe('6 + 0')
    const sent = await act(main.client, transferOrder.routes, first, 'ship')
    expect((await read(sister, request)).header).toMatchObject({ state: 'partial', executedQty: '6.0000' })
    expect([await shop.books.held(filter), await shop.books.held(pad)]).toEqual(['2 + 0', '0 + 0'])
    await undo(main.client, transferOrder.routes, sent)
    expect((await read(sister, request)).header.state).toBe('approved')
    expect([await shop.books.held(filter), await shop.books.held(pad)]).toEqual(['6 + 0', '2 + 0'])
  })

  it('is withdrawn by who asked: before the approval, and what is left afterwards', async () => {
    const { main, sister, shop } = desk
    const held = await shop.books.held(filter)
    const request = await asked(sister, main, [{ partId: filter, qty: '5' }])
    const back = await act(sister.client, routes, request, 'withdraw')
    const approved = await act(main.client, routes, await act(sister.client, routes, back, 'submit'), 'approve')
    const waiting = await ordered(main, approved, '3')
    expect(await tryAct(sister.client, routes, approved, 'close')).toMatchObject({
      status: 400,
      msg: `调拨申请单 ${request.billNo} 的调拨单 ${waiting.billNo} 正在等待发货，请对方先发货或关闭`,
    })
    const sent = await act(main.client, transferOrder.routes, waiting, 'ship')
    const now = await read(sister, request)
    const closed = await act(sister.client, routes, now.header, 'close')
    expect([closed.state, await shop.books.held(filter)]).toEqual(['closed', held])
    // What was promised stays told.
    expect(await figures(sister, request)).toEqual(['5.0000', '5.0000', '3.0000'])
    // What comes back of a closed request is nobody's.
    await undo(main.client, transferOrder.routes, sent)
    expect(await shop.books.held(filter)).toBe(held)
  })

  it('is rejected with a reason, and refused where the goods are not there', async () => {
    const { main, sister } = desk
    const much = await asked(sister, main, [{ partId: filter, qty: '900' }])
    expect(await tryAct(main.client, routes, much, 'approve')).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第1行 \[04152-YZZA1\] 可用量 \d+，需要 900$/),
    })
    const rejected = await act(main.client, routes, much, 'reject', { reason: '没有那么多' })
    expect(rejected.state).toBe('draft')
    const { news } = await sister.client.call(readBell)
    expect(news[0]?.message).toBe(`调拨申请单 ${much.billNo} 被驳回：没有那么多`)
  })

  it('is executed between its own two places, by its supplier alone', async () => {
    const { main, rear, sister } = desk
    const approved = await act(
      main.client,
      routes,
      await asked(sister, main, [{ partId: filter, qty: '2' }]),
      'approve',
    )
    const { header, lines } = await draw(main, approved)
    expect(header).toMatchObject({
      warehouseId: main.warehouseId,
      counterOrgId: sister.orgId,
      toWarehouseId: sister.warehouseId,
    })
    expect((await draw(sister, approved)).lines).toEqual([])
    const [line] = lines
    const body = (from: Place, toWarehouseId: number, counterOrgId: number | null) => ({
      header: { bizDate: shanghaiDay(), warehouseId: from.warehouseId, counterOrgId, toWarehouseId },
      lines: [{ partId: filter, qty: '2', price: '12', sourceLineId: line?.sourceLineId }],
    })
    expect(
      await trySave(main.client, transferOrder.routes, body(rear, sister.warehouseId, sister.orgId) as never),
    ).toMatchObject({
      status: 400,
      msg: `第1行 调拨申请单 ${approved.billNo} 的申请、供货仓库与本单不同`,
    })
    await act(sister.client, routes, approved, 'close')
  })

  it('within an organisation asks the other warehouse', async () => {
    const { main, rear, shop } = desk
    const request = await asked(rear, main, [{ partId: pad, qty: '1' }])
    const approved = await act(main.client, routes, request, 'approve')
    const { header } = await draw(main, approved)
    expect(header).toMatchObject({ warehouseId: main.warehouseId, counterOrgId: null, toWarehouseId: rear.warehouseId })
    const sent = await act(main.client, transferOrder.routes, await ordered(main, approved), 'ship')
    await desk.receive(rear, sent)
    expect((await read(main, request)).header.state).toBe('done')
    expect(await shop.books.held(pad)).toBe('2 + 0')
  })
})
