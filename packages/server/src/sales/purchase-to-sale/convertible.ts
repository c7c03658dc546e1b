// 可转数量: what of a line of a purchase may still be sold out of it. One expression for the query, the drafts and their posting.
import { add, compare, type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { type RawBuilder, sql } from 'kysely'
import { fieldError, invalid } from '../../kernel/base/errors'
import { isAnyOf } from '../../kernel/caller/scope'
import { heirOf } from '../../kernel/goods/heir'
import type { CallerTx } from '../../kernel/db/tx'
import { convertedQty } from '../../kernel/goods/linked-purchase'
import { sumWord } from '../../kernel/goods/sources'

/** What of the order line `l` is still to come and not sold: goods that have come serve those first that were sold out of the order. */
const ofOrder = (besides: number) =>
  sql`least(l.qty - l.executed_qty - l.closed_qty, l.qty - l.closed_qty - ${convertedQty('l', besides)})`

/**
 * What of the receipt line `l` is there and not sold; goods that came on an order are promised first to what was sold out of it, so that all
 * its receipts together give no more than is left beside that. What a direct trade bought has left again.
 */
const ofReceipt = (besides: number) => sql`case when d.made_by is null then least(
    l.qty - l.returned_qty - ${convertedQty('l', besides)},
    coalesce((
      select (select sum(r.qty - r.returned_qty) from goods_document_line r
          join goods_document rd on rd.group_id = r.group_id and rd.id = r.document_id and rd.state = 'done' and not rd.is_red
          where r.group_id = pl.group_id and r.source_line_id = pl.id)
        - (select coalesce(sum(s.qty - s.closed_qty - s.returned_qty), 0) from goods_document_line s
          join goods_document sd on sd.group_id = s.group_id and sd.id = s.document_id and sd.state not in ('voided', 'reversed') and not sd.is_red
          join goods_document_line r on r.group_id = s.group_id and r.id = s.linked_purchase_line_id and r.source_line_id = pl.id
          where s.group_id = pl.group_id and sd.id <> ${besides})
        - least(${convertedQty('pl', besides)}, pl.executed_qty)
      from goods_document_line pl where pl.group_id = l.group_id and pl.id = l.source_line_id
    ), l.qty)) else 0 end`

/** SQL of what of line `l` of the purchase `d` may still be sold out of it, 4 decimals; nothing of a purchase that does not stand. */
export const convertibleQty = (besides = 0): RawBuilder<Decimal> => sql`greatest(case
    when d.is_red then 0
    when d.kind = ${purchaseOrder.kind} and d.state in ('approved', 'partial') then ${ofOrder(besides)}
    when d.kind = ${goodsReceipt.kind} and d.state = 'done' then ${ofReceipt(besides)}
    else 0 end, 0.0000)`

interface Linked {
  partId: number
  qty: Decimal
  linkedPurchaseLineId?: unknown
}

interface PurchaseLine {
  id: number
  kind: string
  billNo: string
  partId: number
  warehouseId: number
  convertibleQty: Decimal
}

const linkOf = ({ linkedPurchaseLineId }: Linked) =>
  typeof linkedPurchaseLineId === 'number' ? linkedPurchaseLineId : null

/**
 * Refuses lines that are sold out of purchases which do not stand, lie elsewhere or have not so much left, naming them. The purchases are locked
 * by id, so that two sales cannot both take the last of a line. A delivery takes only what has come. @throws Failure invalid, by line
 */
export async function assertConvertible(
  tx: CallerTx,
  sale: { id?: number | undefined; warehouseId: number; delivers: boolean },
  lines: readonly Linked[],
): Promise<void> {
  const ids = lines.map(linkOf).filter((id) => id !== null)
  if (ids.length === 0) return
  await tx.selectKept(sql`select d.id from goods_document d
    where d.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and d.id in (
      select document_id from goods_document_line where group_id = ${tx.groupId} and ${isAnyOf('id', ids)})
    order by d.id for no key update`)
  const rows =
    await tx.selectKept(sql<PurchaseLine>`select l.id, d.kind, d.bill_no, ${heirOf('written')} as part_id, l.warehouse_id, ${convertibleQty(sale.id ?? 0)} as convertible_qty
    from goods_document_line l join goods_document d on d.group_id = l.group_id and d.id = l.document_id
    join part written on written.group_id = l.group_id and written.id = l.part_id
    where l.group_id = ${tx.groupId} and d.org_id = ${tx.caller.orgId} and ${isAnyOf('l.id', ids)}
      and d.kind in (${purchaseOrder.kind}, ${goodsReceipt.kind})`)
  const purchases = new Map(rows.map((row) => [row.id, row]))
  const taken = new Map<number, Decimal>()
  const errors = lines.flatMap((line, i) => {
    const id = linkOf(line)
    if (id === null) return []
    const purchase = purchases.get(id)
    const problem = purchase ? problemOf(purchase, line, sale) : '采购来源行不存在'
    if (problem) return [fieldError(`lines.${i}.linkedPurchaseLineId`, problem)]
    const sum = add(taken.get(id) ?? '0', line.qty)
    taken.set(id, sum)
    const { billNo, convertibleQty: left } = purchase as PurchaseLine
    if (compare(sum, left) <= 0) return []
    return [
      fieldError(
        `lines.${i}.qty`,
        `采购单 ${billNo} 可转数量 ${trimZeros(left)}，${sumWord(sum, line)} ${trimZeros(sum)}`,
      ),
    ]
  })
  if (errors.length > 0) invalid(errors)
}

function problemOf(
  purchase: PurchaseLine,
  line: Linked,
  { warehouseId, delivers }: { warehouseId: number; delivers: boolean },
): string | undefined {
  const { billNo, kind } = purchase
  if (purchase.partId !== line.partId) return `配件与采购单 ${billNo} 不一致`
  if (delivers && kind === purchaseOrder.kind) return `采购订单 ${billNo} 尚未到货，只能转销售订单`
  // An order may be moved to where the goods lie (换仓); goods leave where they are.
  if (kind === goodsReceipt.kind && purchase.warehouseId !== warehouseId) return `采购单 ${billNo} 的货不在本单仓库`
  return undefined
}
