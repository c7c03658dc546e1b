// 领料查询 and 退料查询: posted documents and their lines, with what the order sells the goods at.
import type { IssuedFilters, pickingsByNumber, pickingsByPart } from '@chepu/contract/picking/queries'
import type { pickingReturnsByNumber, pickingReturnsByPart } from '@chepu/contract/picking/queries'
import { picking } from '@chepu/contract/picking/picking'
import { pickingReturn } from '@chepu/contract/picking/picking-return'
import { countedBy } from '@chepu/contract/kernel/document'
import { type SqlBool, sql } from 'kysely'
import { figureIn } from '../kernel/caller/cost-visibility'
import { allOf, containing, documentScope, within } from '../kernel/caller/scope'
import type { CallerTx } from '../kernel/db/tx'
import { stands } from '../kernel/goods/traded'
import { hasPartNamed, namesPart } from '../kernel/query/part-filter'
import type { QuerySource } from '../kernel/query/query'
import { namesOrder } from '../kernel/repair/list'

type Issued = typeof picking | typeof pickingReturn

const documentFields = {
  documentId: sql`d.id`,
  workOrderId: sql`d.work_order_id`,
  billNo: sql`d.bill_no`,
  bizDate: sql`d.biz_date`,
  workOrderNo: sql`o.bill_no`,
  plate: sql`coalesce(nullif(v.plate, ''), v.vin, '')`,
  partnerName: sql`c.name`,
  warehouseName: sql`w.name`,
  handlerName: sql`h.name`,
  posterName: sql`u.real_name`,
  postedAt: sql`d.posted_at`,
}

const beside = sql`join repair_document o on o.group_id = d.group_id and o.id = d.work_order_id
  join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
  left join partner c on c.group_id = d.group_id and c.id = d.partner_id
  left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
  left join employee h on h.group_id = d.group_id and h.id = d.handler_id
  left join app_user u on u.group_id = d.group_id and u.id = d.poster_id`

/** What the order sells the goods of a line `l` at, by the line `r` of the order; nothing while it has no price. */
const amount = sql`round(round(l.qty * r.price, 2) * r.discount_rate, 2)`

function conditionsOf({ caller }: CallerTx, def: Issued, filters: IssuedFilters) {
  const conditions = [
    documentScope(caller, def),
    within(caller, undefined),
    sql<SqlBool>`d.kind = ${def.kind}`,
    stands(def),
  ]
  if (filters.from) conditions.push(sql<SqlBool>`d.biz_date >= ${filters.from}`)
  if (filters.to) conditions.push(sql<SqlBool>`d.biz_date <= ${filters.to}`)
  if (filters.billNo) conditions.push(sql<SqlBool>`d.bill_no like ${containing(filters.billNo.toUpperCase())}`)
  if (filters.order) conditions.push(namesOrder(filters.order, 'o'))
  if (filters.warehouseId) conditions.push(sql<SqlBool>`d.warehouse_id = ${filters.warehouseId}`)
  if (filters.handlerId) conditions.push(sql<SqlBool>`d.handler_id = ${filters.handlerId}`)
  return conditions
}

/** The documents of a kind, the latest first. */
const documents = (def: Issued) => ({
  select: ({ caller }: CallerTx) => ({
    ...documentFields,
    lineCount: sql`d.line_count`,
    qty: sql`d.total_qty`,
    cost: figureIn(caller, 'cost_price', 'd.warehouse_id', sql`d.cost_amount`),
    amount: sql`(select sum(${amount}) from goods_document_line l
      join repair_line r on r.group_id = l.group_id and r.id = l.work_order_line_id
      where l.group_id = d.group_id and l.document_id = d.id)`,
  }),
  async from(tx: CallerTx, filters: IssuedFilters) {
    const conditions = conditionsOf(tx, def, filters)
    if (filters.part) conditions.push(await hasPartNamed(tx, filters.part))
    return sql`from goods_document d ${beside} where ${allOf(conditions)}`
  },
  order: sql`posted_at desc, document_id desc`,
  countedBy: countedBy(def),
})

/** Their lines, the latest first. */
const lines = (def: Issued) => ({
  select: ({ caller }: CallerTx) => ({
    ...documentFields,
    lineId: sql`l.id`,
    partId: sql`l.part_id`,
    partCode: sql`l.part_code`,
    partName: sql`l.part_name`,
    oeNo: sql`p.oe_no`,
    brandName: sql`l.brand_name`,
    spec: sql`l.spec`,
    fitment: sql`p.fitment`,
    unitName: sql`l.unit_name`,
    qty: sql`l.qty`,
    cost: figureIn(caller, 'cost_price', 'd.warehouse_id', sql`l.cost_amount`),
    price: sql`r.price`,
    amount,
  }),
  async from(tx: CallerTx, filters: IssuedFilters) {
    const conditions = conditionsOf(tx, def, filters)
    if (filters.part) conditions.push(await namesPart(tx, filters.part))
    return sql`from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      join repair_line r on r.group_id = l.group_id and r.id = l.work_order_line_id
      ${beside} where ${allOf(conditions)}`
  },
  order: sql`posted_at desc, document_id desc, line_id`,
  countedBy: countedBy(def),
})

const reason = sql`d.reason`

export const pickingDocuments: QuerySource<typeof pickingsByNumber> = documents(picking)
export const pickingLines: QuerySource<typeof pickingsByPart> = lines(picking)
export const returnDocuments: QuerySource<typeof pickingReturnsByNumber> = {
  ...documents(pickingReturn),
  select: (tx) => ({ ...documents(pickingReturn).select(tx), reason }),
}
export const returnLines: QuerySource<typeof pickingReturnsByPart> = {
  ...lines(pickingReturn),
  select: (tx) => ({ ...lines(pickingReturn).select(tx), reason }),
}
