// What the warehouse does with its own goods, for books that hold something of every kind.
import { locationMove } from '@chepu/contract/warehouse/location-move'
import type { Desk, Saved } from './filled-books'
import { one } from './shop'

/** Goods are put elsewhere. */
export async function rearrange({ shop, pad, post }: Desk): Promise<Record<'shelved', Saved>> {
  const bin = await shop.db.tenant(shop.groupId, (tx) =>
    one(tx, 'location', { warehouse_id: shop.warehouseId, code: 'B-02' }),
  )
  const shelved = await post(locationMove.routes, {}, [
    { partId: pad, qty: '2', locationId: shop.locationId, toLocationId: bin },
  ])
  return { shelved }
}
