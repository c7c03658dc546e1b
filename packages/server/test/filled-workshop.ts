// What the workshop does, for books that hold something of every kind.
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { workOrder } from '@chepu/contract/repair/work-order'
import { otherIn } from '@chepu/contract/warehouse/other-in'
import { newPart } from './counter'
import { act, save } from './desk'
import type { Desk } from './filled-books'
import { today } from './finance'
import { confirmedOrder, orderBody, workOff, workshopOf } from './workshop'

/** A car whose work is done and checked. */
export async function repairCar({ shop, owner }: Desk) {
  const workshop = await workshopOf(shop)
  const worked = await confirmedOrder(owner, orderBody(shop, workshop))
  await workOff(owner, workshop, worked.id)
  return { worked }
}

/** Material is issued to an order, some of it comes back, and for the rest the order waits. */
export async function issueMaterial({ shop, owner }: Desk) {
  // A part of its own, so that nobody else waits for it.
  const partId = await newPart(shop)
  const { partnerId, vehicleId, businessTypeId } = await workshopOf(shop)
  const { warehouseId } = shop
  const stock = {
    header: { bizDate: today, warehouseId, reason: '盘盈外其他' },
    lines: [{ partId, qty: '2', price: '200' }],
  }
  await act(owner, otherIn.routes, await save(owner, otherIn.routes, stock as never), 'approve')
  const order = await confirmedOrder(owner, {
    header: { bizDate: today, partnerId, vehicleId, businessTypeId, warehouseId },
    materials: [{ partId, qty: '3', price: '280' }],
  } as never)
  const { materials } = await owner.call(workOrder.routes.read, { params: { id: order.id } })
  const material = materials[0]?.id as number
  const header = { bizDate: today, warehouseId, workOrderId: order.id }
  const issue = { header, lines: [{ partId, qty: '2', workOrderLineId: material }] }
  const picked = await act(owner, picking.routes, await save(owner, picking.routes, issue as never), 'approve')
  const [taken] = (await owner.call(picking.routes.read, { params: { id: picked.id } })).lines
  const back = { header, lines: [{ partId, qty: '1', sourceLineId: taken?.id }] }
  const given = await save(owner, pickingReturn.routes, back as never)
  const givenBack = await act(owner, pickingReturn.routes, given, 'approve')
  return { picked, givenBack, repaired: order, material: { ...order, id: material } }
}
