// Work that is done again for nothing, of an order of the same car (business/repair 7.3).
import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

interface Repeated {
  id: number
  orderId: number
  section: 'labour' | 'materials'
  name: string
  serviceItemId: number | null
  workerTypeId: number | null
  pricingMode: string | null
  stdHours: string
  qty: string
  partId: number | null
}

/** Lines that the customer agreed to of settled orders of this car, of the caller's organisation, by their ids. */
async function repeatable(tx: CallerTx, vehicleId: number | null, ids: readonly number[]): Promise<Repeated[]> {
  return tx.query<Repeated>({
    name: 'repeatable-lines',
    text: `select l.id, d.id as order_id, l.section, l.name, l.service_item_id, l.worker_type_id, l.pricing_mode, l.std_hours, l.qty, l.part_id
      from repair_line l join repair_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and l.section in ('labour', 'materials') and l.agreement = 'agreed'
        and d.kind = 'work_order' and d.org_id = $3 and d.vehicle_id = $4 and d.state in ('settled', 'delivered')
      order by d.id desc, l.section, l.line_no`,
    values: [tx.groupId, [...ids], tx.caller.orgId, vehicleId],
  })
}

/** Refuses lines that repeat what is none of this car's settled work. `path` is that of the field. */
export async function assertRepeats(
  tx: CallerTx,
  vehicleId: number | null,
  ids: readonly number[],
  path: string,
): Promise<Repeated[]> {
  if (ids.length === 0) return []
  const found = await repeatable(tx, vehicleId, ids)
  if (found.length < new Set(ids).size) invalid([{ path, message: '返工原项目不存在、未结算或不是这辆车的' }])
  return found
}

/** Lines that do earlier work again at no price, as an order takes them, and the order that they repeat. Throws Failure invalid. */
export async function reworkOf(tx: CallerTx, vehicleId: number | null, ids: readonly number[]) {
  const found = await assertRepeats(tx, vehicleId, ids, 'input.reworkLineIds')
  const free = { price: '0', priceSource: 'manual', discountRate: '1', taxRate: '0', payer: 'rework' }
  const labour = found.filter(({ section }) => section === 'labour')
  return {
    orderId: found[0]?.orderId ?? null,
    labour: labour.map(({ id, name, serviceItemId, workerTypeId, pricingMode, stdHours, qty }) => ({
      name,
      serviceItemId,
      workerTypeId,
      pricingMode,
      stdHours,
      qty,
      reworkOfLineId: id,
      ...free,
    })),
    materials: found
      .filter(({ section }) => section === 'materials')
      .map(({ id, partId, qty }) => ({ partId, qty, sourceLineId: id, ...free })),
  }
}
