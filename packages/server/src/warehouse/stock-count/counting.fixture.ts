// What tests of counts begin with.
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { post } from '../../../test/desk'
import { type Client, one, type Shop } from '../../../test/shop'
import { shanghaiDay } from '../../kernel/base/calendar'

/** Goods come into the warehouse, by whoever may receive there. */
export const receiveInto = (client: Client, warehouseId: number, lines: object[]) =>
  post(client, otherIn.routes, {
    header: { bizDate: shanghaiDay(), warehouseId, reason: '盘盈外其他' },
    lines,
  } as never)

/** The `no`th warehouse, open to everybody, with 10 filters for 125.00 in A-01 and 6 pads for 120.00 in B-01. */
export async function stockedWarehouse(shop: Shop, client: Client, no: number) {
  const bins = await shop.db.tenant(shop.groupId, async (tx) => {
    const warehouseId = await one(tx, 'warehouse', { org_id: shop.orgId, code: `W${no}`, name: `盘点仓${no}` })
    await one(tx, 'location', { warehouse_id: warehouseId, code: '默认', is_default: true })
    const binA = await one(tx, 'location', { warehouse_id: warehouseId, code: 'A-01' })
    const binB = await one(tx, 'location', { warehouse_id: warehouseId, code: 'B-01' })
    await tx.query({
      text: `insert into user_warehouse (group_id, user_id, warehouse_id, can_in, can_out, can_count, can_transfer, can_cost)
        select group_id, id, $2::bigint, true, true, true, true, true from app_user where group_id = $1 returning user_id`,
      values: [tx.groupId, warehouseId],
    })
    await tx.query({
      text: 'update shared.login set access_version = access_version + 1 where group_id = $1',
      values: [tx.groupId],
    })
    return { warehouseId, binA, binB }
  })
  await receiveInto(client, bins.warehouseId, [
    { partId: shop.parts.filter, qty: '10', price: '12.5', locationId: bins.binA },
    { partId: shop.parts.pad, qty: '6', price: '20', locationId: bins.binB },
  ])
  return bins
}
