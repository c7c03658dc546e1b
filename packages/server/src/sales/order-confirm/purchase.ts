import { add, compare, type Decimal, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import type { BodyOf } from '@chepu/contract/kernel/route'
import { type ConfirmLine, type purchaseShortage } from '@chepu/contract/sales/order-confirm'
import { shortagesToBuy } from '@chepu/contract/sales/shortages'
import type { CallerTx } from '../../kernel/db/tx'
import { Failure, invalid, notFound, refuse } from '../../kernel/base/errors'
import type { GoodsDocument } from '../../kernel/goods/types'
import { lockDocument } from '../../kernel/goods/repo'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import { createPurchaseOrderDraft } from '../../purchasing/public'
import { traits } from '../sales-order/traits'
import { orderLines } from './queries'

interface Wish {
  lineId: number
  qty: Decimal
}

/**
 * 缺货转采购: drafts of purchase orders for what a sales order lacks, one a supplier (business/sales 2.5). The supplier is the one
 * named, else the part's default or latest; refuses, naming the line, when none is known. Refuses with a question, which
 * `again` answers, more than is lacking beside what is on order for this order already.
 */
export async function purchaseFor(tx: CallerTx, orderId: number, body: BodyOf<typeof purchaseShortage>) {
  const { lines: wishes, supplierId } = body
  const order = await ownOrder(tx, orderId)
  if (order.state === 'voided' || order.state === 'closed') refuse(`销售订单 ${order.billNo} 已关闭或作废，不能转采购`)
  const orderedLines = await orderLines(tx, orderId)
  const suppliers = supplierId === undefined ? await suppliersOf(tx, orderId) : new Map<number, number>()
  const bySupplier = new Map<number, { partId: number; qty: Decimal }[]>()
  for (const [i, wish] of wishes.entries()) {
    const line = orderedLines.find((each) => each.id === wish.lineId)
    if (!line) invalid([{ path: `lines.${i}.lineId`, message: '所选明细不属于本单' }])
    const supplier = supplierId ?? suppliers.get(line.id)
    if (supplier === undefined) refuse(`第${line.lineNo}行 [${line.partCode}] 没有默认供应商，请选择供应商`)
    bySupplier.set(supplier, [...(bySupplier.get(supplier) ?? []), { partId: line.partId, qty: wish.qty }])
  }
  if (!body.again) assertNotOnOrder(order.billNo, orderedLines, wishes)
  const orders = []
  for (const [partnerId, lines] of [...bySupplier].toSorted(([a], [b]) => a - b)) {
    const remark = `销售订单 ${order.billNo} 缺货`
    const { warehouseId, deliveryOn: expectedOn } = order
    const draft = { partnerId, warehouseId, expectedOn, remark, boughtFor: order.id, lines }
    const saved = await createPurchaseOrderDraft(tx, draft)
    orders.push({ id: saved.id, billNo: saved.billNo, supplierName: await nameOf(tx, partnerId) })
  }
  return { orders }
}

/** The order, locked: whoever turns it into a purchase at the same time sees what the first has ordered. */
async function ownOrder(tx: CallerTx, orderId: number): Promise<GoodsDocument> {
  const order = await lockDocument(tx, traits.def.kind, orderId)
  if (!order || !inScope(tx.caller, traits.def.area, order)) notFound('单据')
  assertOwn(tx.caller, order)
  return order
}

/** Asks whether to buy more of a part that is on order already than the order still lacks. */
function assertNotOnOrder(billNo: string, lines: readonly ConfirmLine[], wishes: readonly Wish[]): void {
  const toBuy = shortagesToBuy(lines)
  const coming = new Map<number, { billNo: string; qty: Decimal }>()
  for (const partId of new Set(lines.map((line) => line.partId))) {
    const ofPart = lines.filter((line) => line.partId === partId)
    const ids = new Set(ofPart.map((line) => line.id))
    const wished = sumOf(wishes, (wish) => (ids.has(wish.lineId) ? wish.qty : '0'))
    const missing = sumOf(ofPart, (line) => toBuy.get(line.id) ?? '0')
    if (compare(wished, missing) <= 0) continue
    for (const each of ofPart[0]?.onOrder ?? []) {
      const qty = add(coming.get(each.id)?.qty ?? '0', each.qty)
      coming.set(each.id, { billNo: each.billNo, qty })
    }
  }
  if (coming.size === 0) return
  const made = [...coming.values()].map((each) => `${each.billNo}（未到 ${trimZeros(each.qty)}）`).join('、')
  const message = `销售订单 ${billNo} 已转采购 ${made}，确认再次转采购？`
  throw new Failure('refusal', message, [{ path: 'again', message }])
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
