import { otherIn } from '@chepu/contract/warehouse/other-in'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, post, save, trySave } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

const { routes } = stockCount

let shop: Shop
let keeper: Client
beforeAll(async () => {
  shop = await openShop()
  keeper = await shop.signIn('warehouse_keeper')
  const { filter, pad } = shop.parts
  await post(await shop.signIn('owner'), otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, reason: '盘盈外其他' },
    lines: [filter, pad].map((partId) => ({ partId, qty: '10', price: '12.5' })),
  } as never)
})
afterAll(() => shop.close())

const body = (header: object = {}, lines: object[] = []) =>
  ({ header: { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, ...header }, lines }) as never

describe('a refused entry of a count', () => {
  const message = '[04465-02220] 单位“个”的数量只能录入整数'

  it('names the line that was sent, however many of them say one place', async () => {
    const { id } = await act(keeper, routes, await save(keeper, routes, body()), 'begin')
    const scanned = { partId: shop.parts.filter, countedQty: '1', add: true }
    const half = { partId: shop.parts.pad, countedQty: '1.5' }
    const enter = (...lines: object[]) => keeper.ask(enterCount, { params: { id }, body: { lines } as never })
    expect(await enter(scanned, scanned, half)).toMatchObject({
      status: 400,
      msg: `第3行 ${message}`,
      errors: [{ path: 'lines.2.countedQty' }],
    })
    expect(await enter(half, scanned, { ...half, add: true })).toMatchObject({
      status: 200,
    })
    const piece = { partId: shop.parts.pad, countedQty: '1' }
    expect(await enter(piece, scanned, { ...piece, countedQty: '7' })).toMatchObject({
      status: 400,
      msg: '第3行 同一货位、批次在前面已经录入，请合并为一行',
    })
  })

  it('names it in a draft, too, where lines without a figure stand before it', async () => {
    const lines = [{ partId: shop.parts.filter }, { partId: shop.parts.pad, countedQty: '1.5' }]
    expect(await trySave(keeper, routes, body({ scope: 'parts' }, lines))).toMatchObject({
      status: 400,
      msg: `第2行 ${message}`,
      errors: [{ path: 'lines.1.countedQty' }],
    })
  })
})
