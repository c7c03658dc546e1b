import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import type { orderLowStock } from '@chepu/contract/warehouse/inventory-warning'
import { invalid, refuse } from '../../kernel/base/errors'
import { groupBy } from '../../kernel/base/group-by'
import type { CallerTx } from '../../kernel/db/tx'
import { createPurchaseOrderDraft } from '../../purchasing/public'
import { assertNotAskedSince } from './coming'
import { assertNamedOnce, productHome } from './home'

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
 * 生成采购订单 of what 库存预警 lists (business/warehouse 4.2): a draft a supplier and warehouse, in that order. Refuses, naming the part, one without
 * a known supplier or a warehouse, and one that is asked for meanwhile.
 */
export async function purchaseLowStock(tx: CallerTx, body: BodyOf<typeof orderLowStock>) {
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
      remark: '库存预警补货',
      lines: lines.map(({ partId, qty }) => ({ partId, qty })),
    })
    orders.push({ id, billNo, supplierName, warehouseName, lineCount: lines.length })
  }
  return { orders }
}

/** The lines with where they are bought and where they go, by supplier and warehouse. @throws Failure invalid for parts that are no products here */
async function wantedOf(tx: CallerTx, { lines, supplierId }: BodyOf<typeof orderLowStock>): Promise<Wanted[]> {
  const partIds = lines.map(({ partId }) => partId)
  assertNamedOnce(partIds)
  const found = await tx.query<Omit<Wanted, 'qty'>>({
    name: 'low-stock-to-buy',
    text: `select pr.part_id, p.code, s.id as supplier_id, coalesce(s.name, '') as supplier_name, w.id as warehouse_id, coalesce(w.name, '') as warehouse_name
      from product pr
      join part p on p.group_id = pr.group_id and p.id = pr.part_id
      left join partner s on s.group_id = pr.group_id and s.id = coalesce($4, pr.default_supplier_id, pr.last_supplier_id)
      ${productHome}
      where pr.group_id = $1 and pr.org_id = $2 and pr.part_id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, partIds, supplierId ?? null],
  })
  const known = new Map(found.map((row) => [row.partId, row]))
  const wanted = lines.map(({ partId, qty }, i) => {
    const row = known.get(partId)
    return row ? { ...row, qty } : invalid([{ path: `lines.${i}.partId`, message: `第${i + 1}行配件不是本企业的商品` }])
  })
  return wanted.toSorted(
    (a, b) => (a.supplierId ?? 0) - (b.supplierId ?? 0) || (a.warehouseId ?? 0) - (b.warehouseId ?? 0),
  )
}
