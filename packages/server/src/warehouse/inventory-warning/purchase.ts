import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import type { orderLowStock } from '@chepu/contract/warehouse/inventory-warning'
import { refuse } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import { createPurchaseOrderDraft } from '../../purchasing/public'
import { assertNotAskedSince } from './coming'
import { noteWantedFor, remarkFor, wantingOrder } from './for-order'
import { homesOf } from './home'

interface Wanted {
  partId: number
  code: string
  qty: Decimal
  supplierId: number | null
  supplierName: string
  warehouseId: number | null
  warehouseName: string
}

/**
 * 生成采购订单 of what 库存预警 lists (business/warehouse 4.2), or an order lacks (business/repair 5.7): a draft a supplier and warehouse, in that order. Refuses, naming the part, one without
 * a known supplier or a warehouse, and one that is asked for meanwhile.
 */
export async function purchaseLowStock(tx: CallerTx, body: BodyOf<typeof orderLowStock>) {
  const order = body.workOrderId === undefined ? undefined : await wantingOrder(tx, body.workOrderId)
  const wanted = await wantedOf(tx, body)
  await assertNotAskedSince(tx, body.lines)
  for (const { code, supplierId, warehouseId } of wanted) {
    if (supplierId === null) refuse(`[${code}] 没有默认供应商，也没有进过货，请选择供应商`)
    if (warehouseId === null) refuse(`[${code}] 没有默认仓库，请在商品资料中设置`)
  }
  const orders = []
  for (const [, lines] of groupBy(wanted, ({ supplierId, warehouseId }) => `${supplierId}:${warehouseId}`)) {
    const [{ supplierId, supplierName, warehouseId, warehouseName }] = lines as [Wanted]
    const { id, billNo } = await createPurchaseOrderDraft(tx, {
      partnerId: supplierId as number,
      warehouseId: warehouseId as number,
      remark: remarkFor(order),
      lines: lines.map(({ partId, qty }) => ({ partId, qty })),
    })
    if (order) noteWantedFor(tx, id, order.id)
    orders.push({ id, billNo, supplierName, warehouseName, lineCount: lines.length })
  }
  return { orders }
}

/** The lines with where they are bought and where they go, by supplier and warehouse. @throws Failure invalid for parts that are no products here */
async function wantedOf(tx: CallerTx, { lines, supplierId }: BodyOf<typeof orderLowStock>): Promise<Wanted[]> {
  const homes = await homesOf(tx, lines)
  const suppliers = await namesOf(tx, supplierId ? [supplierId] : homes.flatMap((home) => home.supplierId ?? []))
  const wanted = lines.map(({ qty }, i) => {
    const home = homes[i] as (typeof homes)[number]
    const from = supplierId ?? home.supplierId
    return { ...home, qty, supplierId: from, supplierName: suppliers.get(from ?? 0) ?? '' }
  })
  return wanted.toSorted(
    (a, b) => (a.supplierId ?? 0) - (b.supplierId ?? 0) || (a.warehouseId ?? 0) - (b.warehouseId ?? 0),
  )
}

async function namesOf(tx: CallerTx, supplierIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ id: number; name: string }>({
    name: 'suppliers-to-buy-of',
    text: 'select id, name from partner where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, [...new Set(supplierIds)]],
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}
