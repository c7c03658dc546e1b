// How pickings and their returns are made, each with an order that wants the goods, for the tests that take every kind.
import type { BodyOf } from '@chepu/contract/kernel/route'
import { workOrder } from '@chepu/contract/repair/work-order'
import { shanghaiDay } from '../src/kernel/base/calendar'
import type { Maker } from './makers'
import { confirmedOrder, workshopOf } from './workshop'

type OrderBody = BodyOf<typeof workOrder.routes.save>

const picking: Maker = {
  // Its orders hold what all other kinds want.
  weight: 0,
  async body({ shop, client, dice }) {
    const { partnerId, vehicleId, businessTypeId } = await workshopOf(shop)
    const { warehouseId, parts } = shop
    const materials = [dice.pick([parts.filter, parts.pad]), parts.oil].map((partId) => ({
      partId,
      qty: String(dice.int(1, 4)),
      price: `${dice.int(20, 90)}.${dice.digits(2)}`,
    }))
    const header = { bizDate: shanghaiDay(), partnerId, vehicleId, businessTypeId, warehouseId }
    const { id } = await confirmedOrder(client, { header, materials } as OrderBody)
    const order = await client.call(workOrder.routes.read, { params: { id } })
    return {
      header: { bizDate: shanghaiDay(), warehouseId, workOrderId: id },
      lines: order.materials.map((line) => ({ partId: line.partId, qty: line.qty, workOrderLineId: line.id })),
    }
  },
}

const pickingReturn: Maker = {
  weight: 0,
  sources: ['picking'],
  async body({ shop }, former) {
    const [first] = former
    if (!first) return null
    const [picked] = await shop.sql<{ workOrderId: number }>(
      `select d.work_order_id from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
        where l.group_id = $1 and l.id = $2`,
      first.sourceLineId,
    )
    return {
      header: {
        bizDate: shanghaiDay(),
        warehouseId: first.warehouseId,
        workOrderId: picked?.workOrderId as number,
        reason: '多领',
      },
      lines: former.map(({ sourceLineId, partId, qty }) => ({ sourceLineId, partId, qty })),
    }
  },
}

export const pickingMakers: Partial<Record<string, Maker>> = { picking, picking_return: pickingReturn }
