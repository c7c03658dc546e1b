// Material is issued to orders, as the warehouse does.
import { picking } from '@chepu/contract/picking/picking'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { post } from './desk'
import type { Shop } from './shop'
import type { Client } from './stage'

/** Issues all material of an order that the customer agreed to. */
export async function issueAll(shop: Pick<Shop, 'warehouseId'>, client: Client, workOrderId: number): Promise<void> {
  const { materials } = await client.call(workOrder.routes.read, { params: { id: workOrderId } })
  const wanted = materials.filter(({ isCustomerSupplied, agreement }) => !isCustomerSupplied && agreement === 'agreed')
  if (wanted.length === 0) return
  const lines = wanted.map((line) => ({ partId: line.partId, workOrderLineId: line.id, qty: line.qty }))
  const header = { bizDate: shanghaiDay(), warehouseId: shop.warehouseId, workOrderId }
  await post(client, picking.routes, { header, lines } as never)
}
