import { countGain, countLoss } from '@chepu/contract/warehouse/count-results'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { countLines } from '@chepu/contract/warehouse/count-lines'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { openBranch, withdraw, type Worker, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { receiveInto, stockedWarehouse } from './counting.fixture'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = stockCount

let shop: Shop
let owner: Client
let manager: Client
let keeper: Client
let second: Worker
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  manager = await shop.signIn('manager')
  keeper = await shop.signIn('warehouse_keeper')
  second = await worker(shop, 'warehouse_keeper')
})
afterAll(() => shop.close())

/** A warehouse of its own with 10 filters for 125.00 in A-01 and 6 pads for 120.00 in B-01. */
let warehouseId: number
let binA: number
let binB: number
let no = 0
beforeEach(async () => {
  no += 1
  ;({ warehouseId, binA, binB } = await stockedWarehouse(shop, owner, no))
})

const receive = (lines: object[]) => receiveInto(owner, warehouseId, lines)
const issue = (partId: number, qty: string) =>
  post(owner, otherOut.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, reason: '自用' },
    lines: [{ partId, qty }],
  } as never)
const body = (header: object = {}, lines: object[] = []) =>
  ({ header: { bizDate: shanghaiDay(), warehouseId, ...header }, lines }) as never
const read = async (id: number, client = owner) => client.call(routes.read, { params: { id } })
const enter = (client: Client, id: number, lines: object[]) =>
  client.ask(enterCount, { params: { id }, body: { lines } as never })
const counted = (partId: number, countedQty: string, more: object = {}) => ({ partId, countedQty, ...more })
const pool = (partId: number) => shop.books.pool(partId, warehouseId)
const resultsOf = async (id: number) =>
  Object.fromEntries((await owner.call(routes.related, { params: { id } })).map((each) => [each.kind, each]))

describe('盘点单', () => {
  it('posts differences against its snapshot to what lies there now, as one gain and one loss', async () => {
    const { filter, pad } = shop.parts
    const draft = await save(keeper, routes, body())
    const begun = await act(keeper, routes, draft, 'begin')
    await issue(filter, '2')
    expect((await enter(keeper, begun.id, [counted(filter, '11')])).status).toBe(200)
    expect((await enter(second.client, begun.id, [counted(pad, '4')])).data).toMatchObject({
      lineCount: 2,
      countedCount: 2,
      lines: [{ countedQty: '4.0000', bookQty: '6.0000', diffQty: '-2.0000' }],
    })
    const sent = await act(keeper, routes, begun, 'submit')
    const done = await act(manager, routes, sent, 'approve')
    expect(done.state).toBe('done')
    // 8 for 100.00 and one more at 12.50; 6 for 120.00 less two.
    expect([await pool(filter), await pool(pad)]).toEqual(['9.0000 / 112.50', '4.0000 / 80.00'])
    const { header, lines } = await read(done.id)
    expect(header).toMatchObject({ gainQty: '1.0000', gainAmount: '12.50', lossQty: '2.0000', lossAmount: '40.00' })
    expect(
      lines.map(({ bookQty, countedQty, diffQty, diffValue }) => [bookQty, countedQty, diffQty, diffValue]),
    ).toEqual([
      ['10.0000', '11.0000', '1.0000', '12.50'],
      ['6.0000', '4.0000', '-2.0000', '-40.00'],
    ])
    const { count_gain: gain, count_loss: loss } = await resultsOf(done.id)
    expect(gain).toMatchObject({
      billNo: expect.stringMatching(/^PY01/) as string,
      state: 'done',
      qty: '1.0000',
      amount: '12.50',
    })
    expect(loss).toMatchObject({
      billNo: expect.stringMatching(/^PK01/) as string,
      state: 'done',
      qty: '2.0000',
      amount: '40.00',
    })
    expect(await shop.books.pnl('count_gain', gain?.id as number)).toEqual({ stock_gain: '12.50' })
    expect(await shop.books.pnl('count_loss', loss?.id as number)).toEqual({ stock_loss: '40.00' })
    const made = await owner.call(countGain.routes.read, { params: { id: gain?.id as number } })
    expect(made).toMatchObject({
      header: { bizDate: header.bizDate, billNo: gain?.billNo },
      can: [],
      lines: [{ qty: '1.0000', locationCode: 'A-01' }],
    })
    const back = await owner.call(countLoss.routes.related, { params: { id: loss?.id as number } })
    expect(back).toMatchObject([{ kind: 'stock_count', billNo: done.billNo, relation: 'source' }])
  })

  it('is undone by 反审核 as long as its parts have not moved, and by a red count', async () => {
    const { filter, pad } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(filter, '9'), counted(pad, '7')]))
    const done = await act(manager, routes, await act(keeper, routes, made, 'submit'), 'approve')
    expect([await pool(filter), await pool(pad)]).toEqual(['9.0000 / 112.50', '7.0000 / 140.00'])
    const effects = await manager.call(routes.preview, { params: { id: done.id, action: 'unapprove' } })
    expect(effects.refusals).toEqual([])
    expect(effects.stock.map(({ partCode, qty }) => [partCode, qty])).toEqual([
      ['04465-02220', '-1'],
      ['04152-YZZA1', '1'],
    ])
    const draft = await undo(manager, routes, done)
    expect([await pool(filter), await pool(pad)]).toEqual(['10.0000 / 125.00', '6.0000 / 120.00'])
    expect(Object.values(await resultsOf(done.id)).map(({ state }) => state)).toEqual(['voided', 'voided'])
    const again = await act(manager, routes, await act(keeper, routes, draft, 'submit'), 'approve')
    await receive([{ partId: filter, qty: '1', price: '20', locationId: binA }])
    expect(await tryAct(manager, routes, again, 'unapprove')).toMatchObject({
      status: 400,
      msg: '第1行 [04152-YZZA1] 盘点过账后已有出入库，不能反审核，请改用红冲',
    })
    const gone = await reverse(manager, routes, again)
    expect(gone.state).toBe('reversed')
    // The lost filter comes back at 12.50, beside one for 20.00.
    expect([await pool(filter), await pool(pad)]).toEqual(['11.0000 / 145.00', '6.0000 / 120.00'])
    const [red] = (await owner.call(routes.related, { params: { id: gone.id } })).filter(
      ({ relation }) => relation === 'red',
    )
    expect((await read(red?.id as number)).header).toMatchObject({
      isRed: true,
      redOfNo: gone.billNo,
      gainQty: '-1.0000',
      lossAmount: '-12.50',
    })
  })

  it('names the line of a chosen part, and the category, that do not exist', async () => {
    const lines = [counted(shop.parts.filter, '9'), counted(999_999, '1')]
    const errorsOf = async (header: object) => (await trySave(keeper, routes, body(header, lines))).errors
    expect(await errorsOf({ scope: 'parts' })).toEqual([{ path: 'lines.1.partId', message: '第2行 抽盘的配件不存在' }])
    expect(await errorsOf({ scope: 'parts', categoryId: 999_999 })).toEqual([
      { path: 'header.categoryId', message: '配件分类不存在' },
    ])
  })

  it('is not undone once the place has been counted again', async () => {
    const first = await save(keeper, routes, body({ scope: 'parts' }, [counted(shop.parts.filter, '9')]))
    const done = await act(manager, routes, await act(keeper, routes, first, 'submit'), 'approve')
    const next = await save(keeper, routes, body({ scope: 'parts' }, [counted(shop.parts.filter, '9')]))
    const later = await act(manager, routes, await act(keeper, routes, next, 'submit'), 'approve')
    for (const action of ['unapprove', 'reverse'])
      expect(await tryAct(manager, routes, done, action)).toMatchObject({
        status: 400,
        msg: `货位 A-01 的 [04152-YZZA1] 已由盘点单 ${later.billNo} 再次盘点，不能撤销`,
      })
  })

  it('is never approved by who has counted, whatever the settings, and is not offered to him', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    await enter(owner, begun.id, [counted(shop.parts.filter, '10')])
    const sent = await act(keeper, routes, begun, 'submit')
    expect((await read(sent.id)).can).not.toContain('approve')
    expect(await tryAct(owner, routes, sent, 'approve')).toMatchObject({
      status: 400,
      msg: `您参与了盘点单 ${sent.billNo} 的录入，请由他人审核过账`,
    })
    expect((await tryAct(keeper, routes, sent, 'approve')).status).toBe(403)
    expect((await act(manager, routes, sent, 'approve')).state).toBe('done')
  })

  it('is not approved either by whose figures somebody has counted over', async () => {
    const { filter, pad } = shop.parts
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    await enter(owner, begun.id, [counted(filter, '9'), counted(pad, '6')])
    const again = await act(keeper, routes, begun, 'recount')
    await enter(keeper, again.id, [counted(filter, '8')])
    const next = await act(keeper, routes, again, 'submit')
    expect((await tryAct(owner, routes, next, 'approve')).msg).toBe(
      `您参与了盘点单 ${next.billNo} 的录入，请由他人审核过账`,
    )
    const back = await act(keeper, routes, next, 'withdraw')
    await enter(keeper, back.id, [counted(pad, '5')])
    const sent = await act(keeper, routes, back, 'submit')
    expect((await read(sent.id)).can).not.toContain('approve')
    expect((await tryAct(owner, routes, sent, 'approve')).status).toBe(400)
    expect((await act(manager, routes, sent, 'approve')).state).toBe('done')
  })

  it('tells the later of two people who count one place, and adds what both have scanned', async () => {
    const { filter } = shop.parts
    const { id } = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    await enter(keeper, id, [counted(filter, '5', { version: 0 })])
    expect(await enter(second.client, id, [counted(filter, '7', { version: 0 })])).toMatchObject({
      status: 409,
      msg: '第1行 [04152-YZZA1] 已由 warehouse_keeper 录为 5.0000，请核对后再录',
    })
    await Promise.all([keeper, second.client].map((who) => enter(who, id, [counted(filter, '1', { add: true })])))
    const { lines } = await read(id)
    expect(lines[0]).toMatchObject({ countedQty: '7.0000', version: 3, counterName: 'warehouse_keeper' })
    expect(lines[1]).toMatchObject({ countedQty: null, counterName: null })
  })

  it('takes what was found beside the snapshot, and wants a cost for what the books have never seen', async () => {
    const { oil } = shop.parts
    const { id } = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const found = await enter(keeper, id, [counted(oil, '2.5', { locationId: binB })])
    expect(found.data.lines).toMatchObject([{ lineNo: 3, isFound: true, bookQty: '0.0000', countedQty: '2.5000' }])
    expect(await enter(keeper, id, [counted(oil, '1', { locationId: shop.locationId })])).toMatchObject({
      status: 400,
      errors: [{ path: 'lines.0.locationId', message: '第1行 [5W-30] 货位不在盘点的仓库' }],
    })
    expect(await enter(keeper, id, [counted(shop.parts.pad, '1.5')])).toMatchObject({
      status: 400,
      msg: expect.stringContaining('只能录入整数') as string,
    })
    const sent = await act(keeper, routes, { id, version: 2 }, 'submit')
    expect(await tryAct(manager, routes, sent, 'approve')).toMatchObject({
      status: 400,
      msg: '第3行 [5W-30] 没有可参考的成本，请录入成本单价',
    })
    const back = await act(manager, routes, sent, 'reject')
    expect(await enter(keeper, id, [counted(oil, '2.5', { unitCost: '40' })])).toMatchObject({ status: 400 })
    await enter(owner, id, [counted(oil, '2.5', { unitCost: '40' })])
    await act(manager, routes, await act(keeper, routes, back, 'submit'), 'approve')
    expect(await pool(oil)).toBe('2.5000 / 100.00')
  })

  it('recounts differing lines alone, and keeps what was counted first', async () => {
    const { filter, pad } = shop.parts
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    await enter(keeper, begun.id, [counted(filter, '10'), counted(pad, '4')])
    const again = await act(keeper, routes, begun, 'recount')
    expect((await read(again.id)).lines).toMatchObject([
      { isRecount: false, countedQty: '10.0000' },
      { isRecount: true, countedQty: null, firstQty: '4.0000' },
    ])
    expect(await enter(keeper, again.id, [counted(filter, '9')])).toMatchObject({
      status: 400,
      msg: '第1行 [04152-YZZA1] 没有差异，不用复盘',
    })
    expect((await tryAct(keeper, routes, again, 'submit')).msg).toBe('还有1行没有复盘，请复盘后再提交')
    await enter(keeper, again.id, [counted(pad, '6')])
    await act(manager, routes, await act(keeper, routes, again, 'submit'), 'approve')
    expect(await pool(pad)).toBe('6.0000 / 120.00')
    expect(await resultsOf(again.id)).toEqual({})
  })

  it('leaves alone what nobody has counted, unless it is to stand for nothing', async () => {
    const { filter, pad } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'location', location: 'B-0', uncountedAsZero: true }))
    expect((await read(made.id)).lines.map(({ partId }) => partId)).toEqual([pad])
    await act(manager, routes, await act(keeper, routes, made, 'submit'), 'approve')
    expect([await pool(filter), await pool(pad)]).toEqual(['10.0000 / 125.00', '0.0000 / 0.00'])
    const found = { bookQty: '6.0000', countedQty: '0.0000', diffQty: '-6.0000', diffValue: '-120.00' }
    expect((await read(made.id)).lines).toMatchObject([found])
    const query = { billNo: made.billNo, differing: 'true' } as never
    expect((await owner.call(countLines.list, { query })).rows).toMatchObject([found])
    const { sums } = await owner.call(countLines.totals, { query })
    expect(sums).toMatchObject({ countedQty: '0.0000', diffQty: '-6.0000', diffValue: '-120.00' })
    const empty = await save(keeper, routes, body())
    expect((await tryAct(keeper, routes, empty, 'submit')).msg).toBe('还没有录入任何实盘数')
  })

  it('is not undone once a later count has let the place stand for nothing', async () => {
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(shop.parts.pad, '4')]))
    const done = await act(manager, routes, await act(keeper, routes, made, 'submit'), 'approve')
    const next = await save(keeper, routes, body({ scope: 'location', location: 'B-0', uncountedAsZero: true }))
    const later = await act(manager, routes, await act(keeper, routes, next, 'submit'), 'approve')
    for (const action of ['unapprove', 'reverse'])
      expect((await tryAct(manager, routes, done, action)).msg).toBe(
        `货位 B-01 的 [04465-02220] 已由盘点单 ${later.billNo} 再次盘点，不能撤销`,
      )
  })

  it('refuses a loss that its bin no longer holds, by line', async () => {
    const { filter } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(filter, '2')]))
    await issue(filter, '5')
    const sent = await act(keeper, routes, made, 'submit')
    expect(await tryAct(manager, routes, sent, 'approve')).toMatchObject({
      status: 400,
      msg: '第1行 [04152-YZZA1] 可用量 5，需要 8',
    })
  })
})

describe('差异过账', () => {
  it('takes lost goods from whom they were held for, who waits for them again', async () => {
    const { pad } = shop.parts
    const order = await save(owner, salesOrder.routes, {
      header: { bizDate: shanghaiDay(), partnerId: shop.customerId, warehouseId },
      lines: [{ partId: pad, qty: '5', price: '60' }],
    } as never)
    await act(owner, salesOrder.routes, await act(owner, salesOrder.routes, order, 'submit'), 'confirm')
    expect(await shop.books.held(pad)).toBe('5 + 0')
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(pad, '2')]))
    await act(manager, routes, await act(keeper, routes, made, 'submit'), 'approve')
    expect(await pool(pad)).toBe('2.0000 / 40.00')
    expect(await shop.books.held(pad)).toBe('2 + 3')
    await act(owner, salesOrder.routes, await last(salesOrder.routes, order.id), 'close')
  })

  it('is told line by line: what differs, what it was worth, who counted', async () => {
    const { filter, pad } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(filter, '10'), counted(pad, '5')]))
    const ask = (query: object, client = owner) =>
      client.call(countLines.list, { query: { billNo: made.billNo, ...query } as never })
    expect((await ask({})).rows).toEqual([])
    expect((await ask({ unposted: 'true' })).rows).toMatchObject([
      { partCode: '04152-YZZA1', bookQty: '10.0000', countedQty: '10.0000', state: 'draft' },
      { partCode: '04465-02220', diffQty: '-1.0000', diffValue: null },
    ])
    await act(manager, routes, await act(keeper, routes, made, 'submit'), 'approve')
    expect((await ask({ differing: 'true' })).rows).toMatchObject([
      { locationCode: 'B-01', bookQty: '6.0000', countedQty: '5.0000', diffQty: '-1.0000', diffValue: '-20.00' },
    ])
    const totals = await owner.call(countLines.totals, { query: { billNo: made.billNo } as never })
    expect(totals).toMatchObject({ count: 2, sums: { bookQty: '16.0000', diffQty: '-1.0000', diffValue: '-20.00' } })
    const [unpriced] = (await ask({ differing: 'true' }, keeper)).rows
    expect(unpriced).not.toHaveProperty('diffValue')
  })

  const last = async (of: typeof salesOrder.routes, id: number) =>
    (await owner.call(of.read, { params: { id } })).header
})

describe('who counts', () => {
  it('is not shown the book without the right, before it is posted', async () => {
    const blind = await worker(shop, 'warehouse_keeper')
    await shop.db.tenant(shop.groupId, (tx) =>
      tx.query({
        text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
          values ($1, $2, $3, true, true, true, true, true) on conflict do nothing`,
        values: [tx.groupId, blind.userId, warehouseId],
      }),
    )
    await withdraw(shop, blind, { buttons: [126] })
    const made = await save(blind.client, routes, body({ scope: 'parts' }, [counted(shop.parts.filter, '9')]))
    const [line] = (await read(made.id, blind.client)).lines
    expect(line).toMatchObject({ countedQty: '9.0000' })
    for (const hidden of ['bookQty', 'diffQty', 'diffValue', 'unitCost']) expect(line).not.toHaveProperty(hidden)
    const done = await act(manager, routes, await act(blind.client, routes, made, 'submit'), 'approve')
    const posted = await read(done.id, blind.client)
    expect(posted.lines[0]).toMatchObject({ bookQty: '10.0000', diffQty: '-1.0000' })
    expect(posted.lines[0]).not.toHaveProperty('diffValue')
    expect(posted.header).not.toHaveProperty('lossAmount')
  })

  it('counts neither elsewhere nor what is over', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const { orgId } = await openBranch(shop, `B${no}`, '盘点分店')
    const neighbour = await shop.signIn('warehouse_keeper', orgId)
    expect((await enter(neighbour, begun.id, [counted(shop.parts.filter, '1')])).status).toBe(404)
    expect((await enter(keeper, begun.id, [counted(999_999, '1')])).status).toBe(400)
    await enter(keeper, begun.id, [counted(shop.parts.filter, '10')])
    const sent = await act(keeper, routes, begun, 'submit')
    expect((await enter(keeper, begun.id, [counted(shop.parts.filter, '1')])).msg).toContain('当前为「待审核」')
    expect(
      await trySave(keeper, routes, { ...(body() as object), id: sent.id, version: sent.version } as never),
    ).toMatchObject({ status: 400 })
  })

  it('keeps what was counted in a draft, and lets it cover nothing else', async () => {
    const { filter, pad } = shop.parts
    const made = await save(keeper, routes, body({ scope: 'parts' }, [counted(filter, '9')]))
    const change = (lines: object[]) =>
      trySave(keeper, routes, {
        ...(body({ scope: 'parts' }, lines) as object),
        id: made.id,
        version: made.version,
      } as never)
    expect((await change([{ partId: filter }, { partId: pad }])).msg).toContain('已录入实盘数，范围不能再改')
    expect((await change([{ partId: filter }])).status).toBe(200)
    expect((await read(made.id)).lines).toMatchObject([{ partId: filter, countedQty: '9.0000' }])
  })

  it('changes nothing of what a begun count covers, but may still say what stands for nothing', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const change = (header: object) =>
      trySave(keeper, routes, { ...(body(header) as object), id: begun.id, version: begun.version } as never)
    expect((await change({ scope: 'location', location: 'A' })).msg).toBe('盘点已开始，仓库、范围和冻结不能再改')
    expect((await change({ uncountedAsZero: true, remark: '夜盘' })).status).toBe(200)
  })
})
