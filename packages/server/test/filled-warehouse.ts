// What the warehouse does with its own goods, for books that hold something of every kind.
import { assembly } from '@chepu/contract/warehouse/assembly'
import { costAdjustment } from '@chepu/contract/warehouse/cost-adjustment'
import { disassembly } from '@chepu/contract/warehouse/disassembly'
import { locationMove } from '@chepu/contract/warehouse/location-move'
import type { Desk, Saved } from './filled-books'
import { one } from './shop'

/** Goods are put elsewhere, put together, taken apart, and cost more. */
export async function rearrange({
  shop,
  filter,
  pad,
  oil,
  supplier,
  post,
  undo,
}: Desk): Promise<Record<'shelved' | 'assembled' | 'apart' | 'dearer', Saved>> {
  const bin = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'B-02' }),
  )
  const shelved = await post(locationMove.routes, {}, [
    { partId: pad, qty: '2', locationId: shop.locationId, toLocationId: bin },
  ])
  const assembled = await post(assembly.routes, { ...supplier, freight: '9' }, [
    { partId: pad, qty: '1', isKit: true },
    { partId: filter, qty: '1' },
    { partId: oil, qty: '2' },
  ])
  const remade = await post(assembly.routes, { freight: '1' }, [
    { partId: pad, qty: '1', isKit: true },
    { partId: filter, qty: '1' },
  ])
  await undo(assembly.routes, remade, 'reverse')
  const apart = await post(disassembly.routes, { freight: '3' }, [
    { partId: oil, qty: '1', isKit: true },
    { partId: filter, qty: '1', costRatio: '0.7' },
    { partId: pad, qty: '1', costRatio: '0.3' },
  ])
  const dearer = await post(costAdjustment.routes, { remark: '发票价差' }, [{ partId: filter, netAmount: '4.2' }])
  return { shelved, assembled, apart, dearer }
}
