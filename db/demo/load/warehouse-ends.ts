import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { locationMove } from '@chepu/contract/warehouse/location-move'
import { setLimits } from '@chepu/contract/warehouse/inventory-warning'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import type { Saved } from './desk'
import { type DemoShop, sellable, stockOf } from './shop'

/** Leaves the warehouse of a shop something to decide: moved goods, corrected costs, each in the states that wait (business/demo 5.1). */
export async function leaveWarehouseEnds(shop: DemoShop, today: string): Promise<void> {
  await moveGoods(shop, today)
  await correctCosts(shop, today)
  if (shop.orgCode === '02') await stockWorkshop(shop)
}

/** Of three parts that lie in the main warehouse the workshop's own one shall always have some. */
async function stockWorkshop(shop: DemoShop): Promise<void> {
  const partIds = (await stockOf(shop)).slice(0, 3).map(({ partId }) => partId)
  const warehouseId = shop.book.id('warehouse', '02/WX')
  await shop.desks.boss.call(setLimits, { body: { partIds, warehouseId, minStock: '2', maxStock: '6' } })
}

interface Lying {
  partId: number
  locationId: number
  batchNo: string
}

/** Two moves between bins are done, one is noted down. */
async function moveGoods({ db, groupId, orgCode, book, desks }: DemoShop, bizDate: string): Promise<void> {
  const warehouseId = book.id('warehouse', `${orgCode}/ZC`)
  const { lying, bins } = await db.tenant(groupId, async (tx) => ({
    lying: await tx.query<Lying>({
      text: `select part_id, location_id, batch_no from stock_balance
        where group_id = $1 and warehouse_id = $2 and qty >= 1 order by part_id, location_id limit 3`,
      values: [groupId, warehouseId],
    }),
    bins: await tx.query<{ id: number }>({
      text: 'select id from location where group_id = $1 and warehouse_id = $2 order by code desc limit 3',
      values: [groupId, warehouseId],
    }),
  }))
  for (const [i, place] of lying.entries()) {
    const line = { ...place, qty: '1', toLocationId: bins[i]?.id }
    const draft = await desks.boss.save(locationMove.routes, {
      header: { bizDate, warehouseId, remark: '整理货位' },
      lines: [line],
    })
    if (i < 2) await desks.boss.act(locationMove.routes, draft, 'approve')
  }
}

/** One correction of what goods cost is posted, one waits, one is a draft. */
async function correctCosts(shop: DemoShop, bizDate: string): Promise<void> {
  const { boss } = shop.desks
  const places = (await stockOf(shop)).slice(-3)
  for (const [i, { partId, warehouseId }] of places.entries()) {
    const draft = await boss.save(costAdjustment.routes, {
      header: { bizDate, warehouseId, remark: '补记到货运费' },
      lines: [{ partId, netAmount: '3.50' }],
    })
    if (i === 0) await boss.act(costAdjustment.routes, draft, 'approve')
    if (i === 1) await boss.act(costAdjustment.routes, draft, 'submit')
  }
}

/** A shop asks a sister for goods: requests that wait for the answer, that got one, and that were given up. */
export async function leaveRequests(to: DemoShop, from: DemoShop, bizDate: string): Promise<void> {
  const known = sellable(from)
  const plenty = (await stockOf(from)).filter(({ partId }) => known.get(partId)?.part.batchManaged === false)
  const [first] = plenty
  const goods = plenty.filter(({ warehouseId }) => warehouseId === first?.warehouseId).slice(0, 5)
  const asks = async (at: number): Promise<Saved> => {
    const header = {
      bizDate,
      warehouseId: to.book.id('warehouse', `${to.orgCode}/ZC`),
      counterOrgId: from.orgId,
      toWarehouseId: first?.warehouseId,
    }
    const lines = [{ partId: goods[at]?.partId, qty: '1' }]
    return to.desks.boss.save(transferRequest.routes, { header, lines })
  }
  const submits = async (at: number) => to.desks.boss.act(transferRequest.routes, await asks(at), 'submit')
  const approves = async (at: number) => from.desks.boss.act(transferRequest.routes, await submits(at), 'approve')
  await asks(0)
  await submits(1)
  await from.desks.boss.act(transferRequest.routes, await submits(2), 'reject', { reason: '本店也缺货' })
  await approves(3)
  await to.desks.boss.act(transferRequest.routes, await approves(4), 'close', { reason: '已就近采购' })
}
