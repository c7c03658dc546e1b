import { partStock } from '@chepu/contract/basics/lookups'
import { otherOut } from '@chepu/contract/warehouse/other-out'
import { enterCount, stockCount } from '@chepu/contract/warehouse/stock-count'
import { stockInquiry } from '@chepu/contract/warehouse/stock-inquiry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { act, save, tryAct, trySave } from '../../../test/desk'
import { type Client, openShop, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'
import { stockedWarehouse } from './counting.fixture'

const { routes } = stockCount

let shop: Shop
let owner: Client
let manager: Client
let keeper: Client
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.signIn('owner')
  manager = await shop.signIn('manager')
  keeper = await shop.signIn('warehouse_keeper')
})
afterAll(() => shop.close())

let warehouseId: number
let no = 0
beforeEach(async () => {
  no += 1
  ;({ warehouseId } = await stockedWarehouse(shop, owner, no))
})

const body = (header: object) => ({ header: { bizDate: shanghaiDay(), warehouseId, ...header }, lines: [] }) as never
const read = (id: number) => owner.call(routes.read, { params: { id } })
const pool = (partId: number) => shop.books.pool(partId, warehouseId)

describe('冻结', () => {
  const sale = (qty: string) =>
    trySave(owner, otherOut.routes, {
      header: { bizDate: shanghaiDay(), warehouseId, reason: '自用' },
      lines: [{ partId: shop.parts.filter, qty }],
      action: { name: 'approve' },
    } as never)

  it('keeps goods where they are until the count is over', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body({ isFreezing: true })), 'begin')
    expect(await sale('1')).toMatchObject({
      status: 400,
      msg: `第1行 [04152-YZZA1] 正在盘点，盘点单 ${begun.billNo} 已冻结出入库`,
    })
    const query = { part: '04152-YZZA1', warehouseId }
    const [row] = (await owner.call(stockInquiry.warehouse.list, { query })).rows
    expect(row).toMatchObject({ onHand: '10.0000', locked: '10.0000', available: '0.0000' })
    const [place] = (await owner.call(partStock, { query: { partIds: String(shop.parts.filter), warehouseId } })).rows
    expect(place).toMatchObject({ locationCode: 'A-01', qty: '10.0000', available: '0' })
    const told = await shop.sql<{ message: string }>(
      'select message from notification where group_id = $1 and message like $2',
      `%${begun.billNo}%`,
    )
    expect(told[0]?.message).toBe(`盘点仓${no} 盘点中，暂停出入库（${begun.billNo}）`)
    const other = await save(keeper, routes, body({ isFreezing: true }))
    expect((await tryAct(keeper, routes, other, 'begin')).msg).toContain('已被另一张盘点单冻结')
    const lines = [{ partId: shop.parts.filter, countedQty: '8' }]
    await keeper.call(enterCount, { params: { id: begun.id }, body: { lines } as never })
    await act(manager, routes, await act(keeper, routes, begun, 'submit'), 'approve')
    expect((await sale('1')).status).toBe(200)
    expect(await pool(shop.parts.filter)).toBe('7.0000 / 87.50')
  })

  it('lets goods go when the count is given up', async () => {
    const begun = await act(keeper, routes, await save(keeper, routes, body({ isFreezing: true })), 'begin')
    await act(keeper, routes, begun, 'void')
    expect((await sale('1')).status).toBe(200)
  })

  it('begins before or after a sale, never beside it', async () => {
    for (let round = 0; round < 8; round++) {
      const draft = await save(keeper, routes, body({ isFreezing: true }))
      const [sold, begun] = await Promise.all([sale('1'), tryAct(keeper, routes, draft, 'begin')])
      expect(begun.status).toBe(200)
      const before = (await read(draft.id)).lines[0]?.bookQty
      const now = await pool(shop.parts.filter)
      // Whatever left has left before the snapshot.
      expect([sold.status, `${before}`]).toEqual([sold.status, now.slice(0, now.indexOf(' '))])
      await act(keeper, routes, begun.data, 'void')
    }
  })
})
