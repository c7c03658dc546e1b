import type { RepairSection } from '@chepu/contract/kernel/repair-document'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'
import { workOrder } from '@chepu/contract/repair/work-order'
import { proposedPrices } from '../../basics/public'
import { notFound, refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { saveRepair } from '../../kernel/repair/save'
import type { RepairDocument, RepairLine, RepairRequest } from '../../kernel/repair/types'
import { pricedItem } from '../lookups/lookups'
import { workOrderTraits } from '../work-order/traits'
import { lockInspection } from './inspection'

/** What was found, as a line of labour of its order with the material of its item (business/repair 12.4): saved with the order as a user would, under its own rules. */
export async function quotePoint(tx: CallerTx, id: number, pointId: number): Promise<{ lineId: number }> {
  const { workOrderId, document: order } = await lockInspection(tx, id)
  if (workOrderId === null) refuse(`接车单 ${order.billNo} 还没有转工单，转单后再把检车项加入工单`)
  const point = await tx.one<{
    name: string
    remark: string
    level: string | null
    serviceItemId: number | null
    isQuoted: boolean
  }>({
    text: `select p.name, p.remark, p.level, p.service_item_id, l.id is not null as is_quoted from inspection_point p
      left join repair_line l on l.group_id = p.group_id and l.id = p.line_id
      where p.group_id = $1 and p.inspection_id = $2 and p.id = $3`,
    values: [tx.groupId, id, pointId],
  })
  if (!point) notFound('检查项')
  if (point.isQuoted) refuse(`「${point.name}」已转为工单项目`)
  if (point.level !== 'yellow' && point.level !== 'red') refuse(`「${point.name}」不是黄色或红色，不用转项目`)
  const request = asTyped(order)
  const { serviceItemId } = point
  const item = serviceItemId === null ? undefined : await pricedItem(tx, serviceItemId, order.vehicleId)
  request.labour = [...(request.labour ?? []), labourOf(point, item)]
  const materials = await materialsOf(tx, order, item?.parts ?? [])
  request.materials = [
    ...(request.materials ?? []),
    ...materials.map((line) => ({ ...line, labourNo: request.labour?.length })),
  ]
  await saveRepair(tx, workOrderTraits, request)
  const line = await tx.one<{ id: number }>({
    text: `select id from repair_line where group_id = $1 and document_id = $2 and section = 'labour' order by line_no desc limit 1`,
    values: [tx.groupId, order.id],
  })
  const { id: lineId } = line as { id: number }
  tx.send({
    text: 'update inspection_point set line_id = $4 where group_id = $1 and inspection_id = $2 and id = $3',
    values: [tx.groupId, id, pointId, lineId],
  })
  return { lineId }
}

interface Found {
  name: string
  remark: string
}

/** What goes with the item, as its customer is sold it; consumables too. */
async function materialsOf(
  tx: CallerTx,
  { partnerId, warehouseId }: RepairDocument,
  parts: LookupServiceItem['parts'],
) {
  if (parts.length === 0) return []
  const context = { mode: 'sale' as const, partnerId, ...(warehouseId !== null && { warehouseId }) }
  const ids = parts.map(({ partId }) => partId)
  const proposed = await proposedPrices(tx, context, ids)
  return parts.map(({ partId, qty, isConsumable }) =>
    workOrder.sections.materials.line.parse({ partId, qty, isConsumable, ...proposed.get(partId) }),
  )
}

/** The item that the point proposes, at the price of this car; without one the name of the point, to be priced by hand. */
function labourOf({ name, remark }: Found, item: LookupServiceItem | undefined) {
  const cause = ['检车', name, remark].filter(Boolean).join('：')
  if (!item)
    return {
      name,
      pricingMode: 'fixed',
      stdHours: '0',
      qty: '1',
      price: null,
      discountRate: '1',
      taxRate: '0',
      payer: 'customer',
      cause,
    }
  return {
    serviceItemId: item.id,
    name: item.name,
    workerTypeId: item.workerTypeId,
    pricingMode: item.pricingMode,
    stdHours: item.stdHours,
    qty: '1',
    price: item.price ?? null,
    priceSource: 'item',
    discountRate: '1',
    taxRate: item.taxRate,
    payer: 'customer',
    qualityKm: item.qualityKm,
    qualityDays: item.qualityDays,
    cause,
  }
}

/** An order as its editor would send it again. */
function asTyped(order: RepairDocument): RepairRequest {
  const row = order as unknown as Record<string, unknown>
  const header = Object.fromEntries(Object.keys(workOrder.header.shape).map((name) => [name, row[name]]))
  const labour = order.lines.filter(({ section }) => section === 'labour')
  const lineOf = (line: RepairLine, names: readonly string[]) => {
    const { labourLineId } = line
    const typed = { ...line, labourNo: labour.findIndex(({ id }) => id === labourLineId) + 1 || null }
    return Object.fromEntries(names.map((name) => [name, (typed as Record<string, unknown>)[name]]))
  }
  const sections = Object.entries(workOrder.sections).map(([section, { line }]) => {
    const names = Object.keys(line.shape)
    return [
      section,
      order.lines.filter((each) => each.section === (section as RepairSection)).map((each) => lineOf(each, names)),
    ]
  })
  return { id: order.id, version: order.version, header, ...Object.fromEntries(sections) } as RepairRequest
}
