// What orders of cars lack of their material, and what of it is on its way (business/repair 5.7).
import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { add, type Decimal, isPositive, max, sub, trimZeros } from '../kernel/decimal'
import { idList } from '../kernel/list-query'
import { route } from '../kernel/route'
import { addressedId, id } from '../kernel/scalars'

/** A document that asks for a part for an order, and what of it has not come; base units, 4 decimals. */
const bringer = z.object({ kind: z.string(), id, billNo: z.string(), stateName: z.string(), qty: z.string() })

const partStock = z.object({
  partId: id,
  /** What the order could be issued now: free goods of its warehouse, with what it holds itself. */
  available: z.string(),
  /** On its way or asked for, for this order. */
  onOrder: z.string(),
  bringers: z.array(bringer),
  /** On its way or asked for, by whomever, to wherever the caller sees it: whoever asks for more says that he has seen it (ADR 0178). */
  comingQty: z.string(),
})
export type OrderStock = z.output<typeof partStock>

/** Stock of parts as an order counts it, in its warehouse; without `orderId` for an order that is not saved yet. */
export const orderStock = route({
  method: 'GET',
  path: '/api/web/work-order-stock',
  access: [pageOf('work_order'), pageOf('picking')],
  summary: '工单材料库存与在途',
  query: z.object({ workOrderId: addressedId.optional(), warehouseId: addressedId, partIds: idList }),
  data: z.object({ rows: z.array(partStock) }),
})

/** What an order still wants of a part, all its lines together, in base units. */
interface Need {
  partId: number
  partCode: string
  partName: string
  qty: Decimal
}

/** Needs of lines, one a part, in the order of the lines; lines that want nothing are left out. */
export function needsByPart(lines: readonly Need[]): Need[] {
  const needs = new Map<number, Need>()
  for (const line of lines) {
    if (!isPositive(line.qty)) continue
    const { partId, partCode, partName } = line
    needs.set(partId, { partId, partCode, partName, qty: add(needs.get(partId)?.qty ?? '0', line.qty) })
  }
  return [...needs.values()]
}

/** 缺: what of a need is not there, base units. */
export const missingQty = (wanted: Decimal, { available }: Pick<OrderStock, 'available'>): Decimal =>
  trimZeros(max('0', sub(wanted, max('0', available))))

/** What is still to be asked for: of what is missing, that which is not on its way for the order. */
export const toAskFor = (wanted: Decimal, stock: Pick<OrderStock, 'available' | 'onOrder'>): Decimal =>
  trimZeros(max('0', sub(missingQty(wanted, stock), stock.onOrder)))
