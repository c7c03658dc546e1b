import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { purchaseToSale as query } from '@chepu/contract/sales/purchase-to-sale'
import type { QueryFilters } from '@chepu/contract/kernel/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, documentScope, startingWith } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { convertedQty } from '../../kernel/goods/linked-purchase'
import { partConditions } from '../../kernel/query/part-filter'
import type { QuerySource } from '../../kernel/query/query'
import { sees } from '../../kernel/caller/caller'
import { convertibleQty } from './convertible'

const sources = { purchase_order: purchaseOrder, goods_receipt: goodsReceipt }

/** 采购转销售查询: lines of orders that are still to come, or of receipts; the newest purchase first (business/sales 2.9). */
export const purchaseToSale: QuerySource<typeof query> = {
  select: () => ({
    lineId: sql`l.id`,
    documentId: sql`d.id`,
    partId: sql`l.part_id`,
    warehouseId: sql`l.warehouse_id`,
    billNo: sql`d.bill_no`,
    bizDate: sql`d.biz_date`,
    supplierName: sql`s.name`,
    customerName: sql`c.name`,
    warehouseName: sql`w.name`,
    partCode: sql`l.part_code`,
    partName: sql`l.part_name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`l.brand_name`,
    spec: sql`l.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`l.unit_name`,
    qty: sql`l.qty`,
    convertedQty: convertedQty(),
    convertibleQty: convertibleQty(),
    price: sql`case when not l.is_unpriced then l.price end`,
    salePrice: sql`pr.retail_price`,
  }),
  from: async (tx, filters) => sql`from goods_document d
    join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
    join part p on p.group_id = l.group_id and p.id = l.part_id
    join partner s on s.group_id = d.group_id and s.id = d.partner_id
    join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id
    left join goods_document o on o.group_id = d.group_id and o.id = d.bought_for
    left join partner c on c.group_id = o.group_id and c.id = o.partner_id
    left join product pr on pr.group_id = l.group_id and pr.org_id = d.org_id and pr.part_id = l.part_id
    where ${await where(tx, filters)}`,
  order: sql`d.biz_date desc, d.id desc, l.line_no`,
  ties: sql`l.id`,
}

async function where(tx: CallerTx, filters: QueryFilters<typeof query>): Promise<RawBuilder<SqlBool>> {
  const def = sources[filters.source]
  const states = filters.source === 'purchase_order' ? ['approved', 'partial'] : ['done']
  const conditions: RawBuilder<SqlBool>[] = [
    documentScope(tx.caller, def),
    sql<SqlBool>`d.org_id = ${tx.caller.orgId} and d.kind = ${def.kind} and d.state = any (${states}) and not d.is_red and d.made_by is null`,
    ...(await partConditions(tx, filters)),
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${startingWith(filters.billNo.toUpperCase())}`)
  if (filters.supplierId && sees(tx.caller, 'purchase_price'))
    conditions.push(sql<SqlBool>`d.partner_id = ${filters.supplierId}`)
  if (filters.customerId) conditions.push(sql<SqlBool>`o.partner_id = ${filters.customerId}`)
  if (filters.warehouseId) conditions.push(sql<SqlBool>`l.warehouse_id = ${filters.warehouseId}`)
  if (filters.open) conditions.push(sql<SqlBool>`${convertibleQty()} > 0`)
  return allOf(conditions)
}
