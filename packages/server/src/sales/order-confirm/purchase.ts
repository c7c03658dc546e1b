import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db'
import { invalid, refuse } from '../../kernel/errors'
import { visibleDocument } from '../../kernel/goods-document/view'
import { createPurchaseOrderDraft } from '../../purchasing/public'
import { traits } from '../sales-order/traits'

interface Wish {
  lineId: number
  qty: Decimal
}

/**
 * 缺货转采购: drafts of purchase orders for what a sales order lacks, one a supplier (DOMAIN 2.4). The supplier is the one
 * named, else the part's default or latest; refuses, naming the line, when none is known.
 */
export async function purchaseFor(tx: CallerTx, orderId: number, wishes: readonly Wish[], supplierId?: number) {
  const order = await visibleDocument(tx, traits, orderId)
  if (order.state === 'voided' || order.state === 'closed') refuse(`销售订单 ${order.billNo} 已关闭或作废，不能转采购`)
  const suppliers = supplierId === undefined ? await suppliersOf(tx, orderId) : new Map<number, number>()
  const bySupplier = new Map<number, { partId: number; qty: Decimal }[]>()
  for (const [i, wish] of wishes.entries()) {
    const line = order.lines.find((each) => each.id === wish.lineId)
    if (!line) invalid([{ path: `lines.${i}.lineId`, message: '所选明细不属于本单' }])
    const supplier = supplierId ?? suppliers.get(line.id)
    if (supplier === undefined) refuse(`第${line.lineNo}行 [${line.partCode}] 没有默认供应商，请选择供应商`)
    bySupplier.set(supplier, [...(bySupplier.get(supplier) ?? []), { partId: line.partId, qty: wish.qty }])
  }
  const orders = []
  for (const [partnerId, lines] of [...bySupplier].toSorted(([a], [b]) => a - b)) {
    const remark = `销售订单 ${order.billNo} 缺货`
    const { warehouseId, deliveryOn: expectedOn } = order
    const saved = await createPurchaseOrderDraft(tx, { partnerId, warehouseId, expectedOn, remark, lines })
    orders.push({ id: saved.id, billNo: saved.billNo, supplierName: await nameOf(tx, partnerId) })
  }
  return { orders }
}

/** Default or latest supplier of each line's part, by line id. */
async function suppliersOf(tx: CallerTx, orderId: number): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; supplierId: number }>({
    name: 'suppliers-of-order',
    text: `select l.id, coalesce(p.default_supplier_id, p.last_supplier_id) as supplier_id
      from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      join product p on p.group_id = l.group_id and p.org_id = d.org_id and p.part_id = l.part_id
      where l.group_id = $1 and l.document_id = $2 and coalesce(p.default_supplier_id, p.last_supplier_id) is not null`,
    values: [tx.groupId, orderId],
  })
  return new Map(rows.map((row) => [row.id, row.supplierId]))
}

async function nameOf(tx: CallerTx, partnerId: number): Promise<string> {
  const row = await tx.one<{ name: string }>({
    name: 'partner-name',
    text: 'select name from partner where group_id = $1 and id = $2',
    values: [tx.groupId, partnerId],
  })
  return row?.name ?? ''
}
