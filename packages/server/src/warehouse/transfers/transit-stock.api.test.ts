import { userWarehouseRoutes } from '@chepu/contract/access/user-rights'
import { productRoutes } from '@chepu/contract/basics/product'
import { stockInquiry, stockLedger } from '@chepu/contract/warehouse/stock-inquiry'
import { movementsByPart } from '@chepu/contract/warehouse/stock-movements'
import { transferLines } from '@chepu/contract/warehouse/transfer-desk'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { act, tryAct } from '../../../test/desk'
import { worker } from '../../../test/people'
import { openTransfers } from './transfers.fixture'

let desk: Awaited<ReturnType<typeof openTransfers>>
beforeAll(async () => {
  desk = await openTransfers()
})
afterAll(() => desk.shop.close())

describe('goods on their way', () => {
  it('are in the stock of who sent them, and for sale to nobody', async () => {
    const { main, sister, shop } = desk
    const { filter } = shop.parts
    await desk.ship(main, sister, [{ partId: filter, qty: '4', price: '12' }])
    const query = { part: '04152-YZZA1' }
    const [whole] = (await main.client.call(stockInquiry.part.list, { query })).rows
    expect(whole).toMatchObject({ onHand: '30.0000', locked: '4.0000', available: '26.0000', stockValue: '300.00' })
    const places = (await main.client.call(stockInquiry.warehouse.list, { query })).rows
    expect(places.find(({ warehouseName }) => warehouseName === '调拨在途')).toMatchObject({
      onHand: '4.0000',
      available: '0.0000',
      stockValue: '40.00',
    })
    const { sums } = await main.client.call(stockInquiry.part.totals, { query })
    expect([sums['onHand'], sums['stockValue']]).toEqual(['30.0000', '300.00'])
    const [moved] = (await main.client.call(movementsByPart.list, { query })).rows
    expect([moved?.inQty, moved?.outQty]).toEqual(['34.0000', '4.0000'])
    const [last] = (await main.client.call(stockLedger, { query: { partId: filter } })).rows
    expect([last?.balanceQty, last?.balanceValue]).toEqual(['30.0000', '300.00'])
  })

  it('are asked for by what their parts are, too', async () => {
    const { main } = desk
    const ask = async (query: object) =>
      (await main.client.call(transferLines.list, { query: query as never })).rows.map(({ partCode }) => partCode)
    expect(await ask({ spec: '没有这种规格' })).toEqual([])
    expect(await ask({ part: '04152' })).toEqual(['04152-YZZA1'])
    expect(await ask({ part: '04152', brandId: '999999' })).toEqual([])
  })

  it('make what arrives a product of who gets it', async () => {
    const { main, sister, shop } = desk
    const ofSister = () =>
      sister.client.call(productRoutes.list, { query: { q: '04465-02220' } as never }).then(({ rows }) => rows.length)
    expect(await ofSister()).toBe(0)
    await desk.receive(sister, await desk.ship(main, sister, [{ partId: shop.parts.pad, qty: '1', price: '12' }]))
    expect(await ofSister()).toBe(1)
  })

  it('are left out for who does not look into all warehouses of the organisation', async () => {
    const { main, rear, shop } = desk
    const clerk = await worker(shop, 'buyer')
    const { users } = await main.client.call(userWarehouseRoutes.read, { query: { orgId: main.orgId } })
    const version = users.find(({ userId }) => userId === clerk.userId)?.version as number
    const cells = [
      { warehouseId: main.warehouseId, flags: ['view' as const] },
      { warehouseId: rear.warehouseId, flags: [] },
    ]
    await main.client.call(userWarehouseRoutes.save, {
      body: { orgId: main.orgId, users: [{ userId: clerk.userId, version, cells }] },
    })
    const [row] = (await clerk.client.call(stockInquiry.part.list, { query: { part: '04152-YZZA1' } })).rows
    expect(row).toMatchObject({ onHand: '26.0000', locked: '0.0000' })
  })

  it('are sent, taken back and closed by who may transfer out of their warehouse alone', async () => {
    const { main, rear, shop } = desk
    const keeper = await worker(shop, 'warehouse_keeper')
    const order = await desk.saveOrder(main, rear, [{ partId: shop.parts.filter, qty: '1' }])
    const { users } = await main.client.call(userWarehouseRoutes.read, { query: { orgId: main.orgId } })
    const version = users.find(({ userId }) => userId === keeper.userId)?.version as number
    const cells = [
      { warehouseId: main.warehouseId, flags: [] },
      { warehouseId: rear.warehouseId, flags: ['view' as const, 'transfer' as const] },
    ]
    await main.client.call(userWarehouseRoutes.save, {
      body: { orgId: main.orgId, users: [{ userId: keeper.userId, version, cells }] },
    })
    const approve = await tryAct(keeper.client, transferOrder.routes, order, 'approve')
    expect(approve).toMatchObject({ status: 403, msg: '您没有主仓的调拨权限，不能审核' })
    const approved = await act(main.client, transferOrder.routes, order, 'approve')
    for (const action of ['ship', 'unapprove', 'close'])
      expect((await tryAct(keeper.client, transferOrder.routes, approved, action)).status).toBe(403)
    await act(main.client, transferOrder.routes, approved, 'close')
  })

  it('tell who may not see the costs of his own warehouse neither price nor cost, wherever they lie', async () => {
    const { main, sister, shop } = desk
    const sent = await desk.ship(main, sister, [{ partId: shop.parts.filter, qty: '2', price: '12.34' }])
    const came = await desk.receive(sister, sent, { 1: { qty: '1' } })
    const keeper = await worker(shop, 'manager', sister.orgId)
    await shop.db.tenant(shop.groupId, async (tx) => {
      await tx.query({
        text: `update role set all_warehouses = false where group_id = $1 and code = 'manager' returning id`,
        values: [tx.groupId],
      })
      await tx.query({
        text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_view, can_in, can_transfer)
          values ($1, $2, $3, true, true, true)
          on conflict (group_id, user_id, warehouse_id) do update set can_cost = false returning user_id`,
        values: [tx.groupId, keeper.userId, sister.warehouseId],
      })
      await tx.query({
        text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
        values: [tx.groupId],
      })
    })
    const params = { id: sent.id }
    const answers = [
      await keeper.client.call(transferOrder.routes.read, { params }),
      await keeper.client.call(transferOrder.routes.list, { query: { ids: String(sent.id) } as never }),
      await keeper.client.call(transferOrder.routes.totals, { query: { ids: String(sent.id) } as never }),
      await keeper.client.call(transferReceipt.routes.preview, { params: { id: came.id, action: 'unapprove' } }),
      await keeper.client.call(transferLines.list, { query: { billNo: sent.billNo } as never }),
    ]
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/12\.34|24\.68|20\.00|10\.00/)
  })
})
