// How requests, orders and receipts of transfers are made within one organisation, for the tests that take every kind.
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Maker } from './makers'
import { type Shop, one } from './shop'

/** The second warehouse of the shop, which it gets when the first document wants it. */
export async function secondWarehouse(shop: Shop): Promise<number> {
  return shop.db.tenant(shop.groupId, async (tx) => {
    await tx.query({
      text: 'select id from org where group_id = $1 and id = $2 for update',
      values: [tx.groupId, shop.orgId],
    })
    const found = await tx.one<{ id: number }>({
      text: `select id from warehouse where group_id = $1 and org_id = $2 and code = 'HC'`,
      values: [tx.groupId, shop.orgId],
    })
    if (found) return found.id
    const id = await one(tx, 'warehouse', { org_id: shop.orgId, code: 'HC', name: '后仓' })
    await one(tx, 'location', { warehouse_id: id, code: '默认', is_default: true })
    await tx.query({
      text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
      values: [tx.groupId],
    })
    return id
  })
}

/** Goods of the shop's warehouse for the second one, or those of a former document for whence it wants them. */
const moved = (weight: number, asks: boolean, sources: readonly string[] = []): Maker => ({
  weight,
  ...(sources.length > 0 && { sources }),
  async body({ shop, dice }, former) {
    const second = await secondWarehouse(shop)
    if (sources.length > 0 && former.length === 0 && asks) return null
    const [from, to] = asks ? [second, shop.warehouseId] : [shop.warehouseId, second]
    const parts = Object.values(shop.parts)
    const lines = former.map(({ sourceLineId, partId, qty }) => ({ sourceLineId, partId, qty }))
    const free = Array.from({ length: dice.int(1, 3) }, () => ({
      partId: dice.pick(parts),
      qty: String(dice.int(1, 5)),
    }))
    return {
      header: { bizDate: shanghaiDay(), warehouseId: from, counterOrgId: null, toWarehouseId: to },
      lines: lines.length > 0 ? lines : free,
    }
  },
})

export const transferMakers: Partial<Record<string, Maker>> = {
  // Goods that are sent show what they cost; what is only wanted does not.
  transfer_request: { ...moved(1, true), hasNoMoney: true },
  transfer_order: moved(2, false, ['transfer_request']),
  transfer_receipt: moved(2, true, ['transfer_order']),
}
