import { drawSource } from '@chepu/contract/kernel/source-lines'
import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { stockLedger } from '@chepu/contract/warehouse/stock-inquiry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shanghaiDay } from '../../kernel/base/calendar'
import { act, post, reverse, save, tryAct, trySave, undo } from '../../../test/desk'
import { withdraw, worker } from '../../../test/people'
import { type Client, openShop, type Shop } from '../../../test/shop'

const { routes } = costAdjustment

let shop: Shop
let owner: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
})
afterAll(() => shop.close())

const stock = (kind: typeof otherIn | typeof otherOut, partId: number, qty: string, price = '0') =>
  post(owner, kind.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: kind === otherIn ? '盘盈外其他' : '报损' },
    lines: [{ partId, qty, price }],
  })
const body = (...lines: [partId: number, netAmount: string][]) => ({
  header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, remark: '发票价差' },
  lines: lines.map(([partId, netAmount]) => ({ partId, netAmount })),
})

describe('成本调整单', () => {
  it('changes what goods cost and not how many there are, and takes it back by 反审核 and 红冲', async () => {
    const { filter, pad } = shop.parts
    await stock(otherIn, filter, '4', '10')
    await stock(otherIn, pad, '3', '30')
    const adjusted = await post(owner, routes, body([filter, '12.34'], [pad, '-20']))
    expect([await shop.books.pool(filter), await shop.books.pool(pad)]).toEqual(['4.0000 / 52.34', '3.0000 / 70.00'])
    expect(await shop.books.pnl('cost_adjustment', adjusted.id)).toEqual({ other_expense: '7.66' })
    const view = await owner.call(routes.read, { params: { id: adjusted.id } })
    expect(view.header).toMatchObject({ totalQty: '0.0000', totalTaxed: '-7.66' })
    expect(view.lines).toMatchObject([{ qty: '0.0000', netAmount: '12.34' }, { netAmount: '-20.00' }])
    const undone = await undo(owner, routes, adjusted)
    expect([await shop.books.pool(filter), await shop.books.pool(pad)]).toEqual(['4.0000 / 40.00', '3.0000 / 90.00'])
    await reverse(owner, routes, await act(owner, routes, undone, 'approve'))
    expect([await shop.books.pool(filter), await shop.books.pool(pad)]).toEqual(['4.0000 / 40.00', '3.0000 / 90.00'])
  })

  it('is copied with its amounts', async () => {
    const { filter, pad } = shop.parts
    const { id } = await save(owner, routes, body([filter, '12.34'], [pad, '-20']))
    const drawn = await owner.call(drawSource, {
      params: { target: costAdjustment.kind },
      body: { source: costAdjustment.kind, documentId: id },
    })
    expect(drawn.header).toMatchObject({ warehouseId: shop.warehouseId, remark: '发票价差' })
    expect(drawn.lines).toMatchObject([
      { partId: filter, qty: '0.0000', netAmount: '12.34', sourceLineId: null },
      { partId: pad, netAmount: '-20.00' },
    ])
  })

  it('is a variance, the whole of it, where no goods can bear it', async () => {
    const { filter, oil } = shop.parts
    const adjusted = await post(owner, routes, body([filter, '-40.01'], [oil, '5']))
    expect([await shop.books.pool(filter), await shop.books.pool(oil)]).toEqual(['4.0000 / 40.00', '0.0000 / 0.00'])
    expect(await shop.books.pnl('cost_adjustment', adjusted.id)).toEqual({
      other_expense: '35.01',
      stock_variance: '35.01',
    })
    await undo(owner, routes, adjusted)
    expect(await shop.books.pnl('cost_adjustment', adjusted.id)).toEqual({
      other_expense: '0.00',
      stock_variance: '0.00',
    })
    // To the last fen they can.
    const all = await post(owner, routes, body([filter, '-40']))
    expect(await shop.books.pool(filter)).toBe('4.0000 / 0.00')
    await undo(owner, routes, all)
  })

  it('is not undone once the goods that it made dearer are gone', async () => {
    const { pad } = shop.parts
    const adjusted = await post(owner, routes, body([pad, '9']))
    await stock(otherOut, pad, '3')
    expect(await tryAct(owner, routes, adjusted, 'unapprove')).toMatchObject({
      status: 400,
      msg: '第1行 [04465-02220] 没有库存，不能调整成本',
    })
    const { rows } = await owner.call(stockLedger, { query: { partId: pad, warehouseId: shop.warehouseId } })
    expect(rows[1]).toMatchObject({
      docKind: 'cost_adjustment',
      value: '9.00',
      balanceQty: '3.0000',
      balanceValue: '99.00',
    })
  })

  it('needs an amount, a reason, the right and the sight of costs', async () => {
    const { filter } = shop.parts
    expect((await trySave(owner, routes, body([filter, '0']))).errors).toEqual([
      { path: 'lines.0.netAmount', message: '第1行 调整金额不能为0' },
    ])
    const silent = { ...body([filter, '1']), header: { ...body().header, remark: '' } }
    expect((await trySave(owner, routes, silent)).errors).toEqual([
      { path: 'header.remark', message: '请填写调整原因' },
    ])
    const keeper = await shop.signIn('warehouse_keeper')
    expect((await trySave(keeper, routes, body([filter, '1']))).status).toBe(403)
    expect((await keeper.ask(routes.list)).status).toBe(403)
    const saved = await save(owner, routes, body([filter, '1']))
    const blind = await worker(shop, 'owner')
    await withdraw(shop, blind, { fields: ['cost_price'] })
    const seen = '您看不到该仓库的成本，不能调整成本'
    expect(await trySave(blind.client, routes, body([filter, '1']))).toMatchObject({ status: 403, msg: seen })
    expect(await tryAct(blind.client, routes, saved, 'approve')).toMatchObject({ status: 403, msg: seen })
  })
})
