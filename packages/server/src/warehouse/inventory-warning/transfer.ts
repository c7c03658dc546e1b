import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import type { requestLowStock } from '@chepu/contract/warehouse/inventory-warning'
import { fieldError, invalid, refuse } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import { createRequestDraft, type Supplier, suppliersOf } from '../group-stock/ask'
import { assertNotAskedSince } from './coming'
import { noteWantedFor, remarkFor, wantingOrder } from './for-order'
import { homesOf } from './home'

interface Wanted {
  partId: number
  qty: Decimal
  supplier: Supplier
  warehouseId: number
}

/** 生成调拨申请 of what 库存预警 lists (business/warehouse 4.4), or an order lacks (business/repair 5.7): a draft a supplying warehouse and warehouse that asks, in that order. */
export async function requestOfSisters(tx: CallerTx, body: BodyOf<typeof requestLowStock>) {
  const order = body.workOrderId === undefined ? undefined : await wantingOrder(tx, body.workOrderId)
  const wanted = await wantedOf(tx, body)
  await assertNotAskedSince(tx, body.lines)
  const requests = []
  for (const [, lines] of groupBy(wanted, ({ supplier, warehouseId }) => `${supplier.id}:${warehouseId}`)) {
    const [{ supplier, warehouseId }] = lines as [Wanted]
    const { id, billNo } = await createRequestDraft(tx, { warehouseId, supplier, remark: remarkFor(order), lines })
    if (order) noteWantedFor(tx, id, order.id)
    requests.push({ id, billNo, fromName: supplier.name, lineCount: lines.length })
  }
  return { requests }
}

/** The lines with who is asked and where the goods are wanted. @throws Failure invalid for parts and places that are none here */
async function wantedOf(tx: CallerTx, { lines }: BodyOf<typeof requestLowStock>): Promise<Wanted[]> {
  const homes = await homesOf(tx, lines)
  const suppliers = await suppliersOf(tx, [...new Set(lines.map(({ fromWarehouseId }) => fromWarehouseId))])
  const wanted = lines.map(({ partId, fromWarehouseId, qty }, i) => {
    const home = homes[i] as (typeof homes)[number]
    const supplier = suppliers.get(fromWarehouseId)
    if (!supplier || supplier.orgId === tx.caller.orgId)
      return invalid([fieldError(`lines.${i}.fromWarehouseId`, `[${home.code}] 供货仓库不存在`)])
    const warehouseId = home.warehouseId ?? refuse(`[${home.code}] 没有默认仓库，请在商品资料中设置`)
    return { partId, qty, supplier, warehouseId }
  })
  return wanted.toSorted((a, b) => a.supplier.id - b.supplier.id || a.warehouseId - b.warehouseId)
}
