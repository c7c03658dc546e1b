import type { Effects } from '@chepu/contract/kernel/document-calls'
import {
  repairHeaderFields,
  type RepairHeader,
  type RepairLineAnswer,
  repairLineFields,
  type RepairSection,
} from '@chepu/contract/kernel/repair-document'
import { sql } from 'kysely'
import { notFound } from '../base/errors'
import { sees } from '../caller/caller'
import { maskedMobile } from '../caller/mobile'
import { inScope } from '../caller/scope'
import type { CallerTx } from '../db/tx'
import { previewMoved } from '../document/moved'
import { allowedActions } from '../document/run-action'
import { nameColumns, nameJoins, type Related, sectionedView, slipsSettling } from '../document/view'
import type { RepairDocument, RepairKind, RepairTraits } from './types'

type Row = Record<string, unknown>

/** Figures that who may not see the kind's prices gets nothing of; what it cost stands behind a right of its own. */
const pricedHeader = [
  'labourAmount',
  'materialAmount',
  'otherAmount',
  'totalAmount',
  'orderDiscount',
  'deductible',
  'salvage',
  'customerDue',
  'packaged',
  'couponAmount',
  'insuranceDue',
  'warrantyDue',
  'receivedAmount',
  'assessedLabour',
  'assessedMaterial',
  'depreciation',
  'agreedAmount',
  'confirmedAmount',
  'settledAmount',
]
const pricedLine = [
  'price',
  'amount',
  'netAmount',
  'assessedAmount',
  'confirmedAmount',
  'discountRate',
  'purchaseAmount',
  'refundAmount',
  'taxedAmount',
  'discountShare',
  'deductibleShare',
  'salvageShare',
]

/** A document as the caller may see it: names beside ids, its lines by section, and the actions open to him. */
export async function viewRepair(tx: CallerTx, kind: RepairTraits, id: number) {
  const { def } = kind
  const [header, lines] = await Promise.all([viewHeader(tx, kind, id), viewLines(tx, id)])
  const hidden = hiddenOf(tx, kind)
  const contactMobile = maskedMobile(tx.caller, header.contactMobile)
  const taxIncluded = header.taxIncluded ?? tx.caller.org.config.priceTaxIncluded
  return {
    ...sectionedView<RepairHeader, Partial<Record<RepairSection, RepairLineAnswer[]>>>(
      def,
      { header: repairHeaderFields(def), line: repairLineFields },
      { header: { ...header, contactMobile, taxIncluded }, lines },
      (name) => hidden.has(name),
    ),
    can: allowedActions(tx.caller, def, header),
  }
}

function hiddenOf(tx: CallerTx, { def }: RepairTraits): ReadonlySet<string> {
  const prices = sees(tx.caller, def.priceField ?? 'doc_price') ? [] : [...pricedHeader, ...pricedLine]
  const costs = sees(tx.caller, 'cost_price') ? [] : ['costAmount', 'purchaseAmount']
  return new Set([...prices, ...costs])
}

/** The header with the names of what it refers to. Refuses what is outside the caller's scope as if it did not exist. */
async function viewHeader(tx: CallerTx, { def }: RepairTraits, id: number) {
  const row = await tx.one<Omit<RepairDocument, 'lines'>>({
    name: 'view-repair-document',
    text: `select d.*, ${nameColumns}, p.name as partner_name, p.kind as partner_kind, v.plate, v.vin, v.model_text, v.car_type_id,
        v.mileage as last_mileage, bt.name as business_type_name, bay.name as bay_name, w.name as warehouse_name,
        yy.bill_no as reservation_no, jc.bill_no as reception_no, wx.bill_no as work_order_no, wj.bill_no as settlement_no,
        coalesce(wx.completed_at, d.completed_at) as completed_at, coalesce(wx.mileage, d.mileage) as mileage, rw.bill_no as rework_of_no, sa.name as store_account_name, ins.name as insurer_name,
        mk.name as manufacturer_name, mp.name as policy_term_name, fc.name as fault_name, cp.code as cause_part_code, cp.name as cause_part_name,
        array(select distinct t.employee_id from dispatch t where t.group_id = d.group_id and t.work_order_id = d.id) as technician_ids,
        array(select c.coupon_no from coupon c where c.group_id = d.group_id and c.id = any (d.coupon_ids)
          order by array_position(d.coupon_ids, c.id)) as coupon_nos
      from repair_document d
      join partner p on p.group_id = d.group_id and p.id = d.partner_id
      left join vehicle v on v.group_id = d.group_id and v.id = d.vehicle_id
      left join business_type bt on bt.group_id = d.group_id and bt.id = d.business_type_id
      left join bay on bay.group_id = d.group_id and bay.id = d.bay_id
      left join warehouse w on w.group_id = d.group_id and w.id = d.warehouse_id
      left join repair_document yy on yy.group_id = d.group_id and yy.id = d.reservation_id
      left join repair_document jc on jc.group_id = d.group_id and jc.id = d.reception_id
      left join repair_document wx on wx.group_id = d.group_id and wx.id = d.work_order_id
      left join repair_document wj on wj.group_id = d.group_id and wj.id = d.settlement_id
      left join partner mk on mk.group_id = d.group_id and mk.id = d.manufacturer_id
      left join manufacturer_policy_term mt on mt.group_id = d.group_id and mt.id = d.policy_term_id
      left join manufacturer_policy mp on mp.group_id = mt.group_id and mp.id = mt.policy_id
      left join fault_code fc on fc.group_id = d.group_id and fc.id = d.fault_code_id
      left join part cp on cp.group_id = d.group_id and cp.id = d.cause_part_id
      left join partner ins on ins.group_id = d.group_id and ins.id = d.insurer_id
      left join repair_document rw on rw.group_id = d.group_id and rw.id = d.rework_of_id
      left join store_account sa on sa.group_id = d.group_id and sa.id = d.store_account_id
      ${nameJoins('repair_document')}
      where d.group_id = $1 and d.id = $2 and d.kind = $3`,
    values: [tx.groupId, id, def.kind],
  })
  if (!row || !inScope(tx.caller, def.area, row)) notFound('单据')
  return row
}

const viewLines = (tx: CallerTx, id: number): Promise<Row[]> =>
  tx.query({
    name: 'view-repair-lines',
    text: `select l.*, si.code as service_item_code, wt.name as worker_type_name, p.code as part_code, p.name as part_name,
        b.name as brand_name, p.grade, p.spec, u.name as unit_name, s.name as supplier_name, pp.name as payer_partner_name,
        ll.line_no as labour_no,
        (select string_agg(e.name, '、' order by t.id) from dispatch t
          join employee e on e.group_id = t.group_id and e.id = t.employee_id
          where t.group_id = l.group_id and t.line_id = l.id) as technicians
      from repair_line l
      left join service_item si on si.group_id = l.group_id and si.id = l.service_item_id
      left join worker_type wt on wt.group_id = l.group_id and wt.id = l.worker_type_id
      left join part p on p.group_id = l.group_id and p.id = l.part_id
      left join brand b on b.group_id = p.group_id and b.id = p.brand_id
      left join unit u on u.group_id = p.group_id and u.id = p.unit_id
      left join partner s on s.group_id = l.group_id and s.id = l.supplier_id
      left join partner pp on pp.group_id = l.group_id and pp.id = l.payer_partner_id
      left join repair_line ll on ll.group_id = l.group_id and ll.id = l.labour_line_id
      where l.group_id = $1 and l.document_id = $2 order by l.section, l.line_no`,
    values: [tx.groupId, id],
  })

/** Documents that it was made of and that were made of it, of this family and of claims, goods and money (关联单据). */
export async function relatedOfRepair(tx: CallerTx, doc: RepairDocument): Promise<Related[]> {
  const formers = [doc.reservationId, doc.receptionId, doc.workOrderId, doc.settlementId, doc.reworkOfId]
  return tx.selectKept(sql<Related>`
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'source' as relation, null::numeric as qty, null::numeric as amount
    from repair_document d where d.group_id = ${tx.groupId} and d.id = any (${formers}::bigint[])
    union all
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, case when d.red_of = ${doc.id} then 'red' else 'redOf' end, null, null
    from repair_document d where d.group_id = ${tx.groupId} and (d.red_of = ${doc.id} or d.id = ${doc.redOf})
    union all
    select d.kind, d.id, d.bill_no, d.biz_date, d.state, 'target', null, null from repair_document d
    where d.group_id = ${tx.groupId} and (d.reservation_id = ${doc.id} or d.reception_id = ${doc.id} or d.work_order_id = ${doc.id}
      or d.settlement_id = ${doc.id} or d.rework_of_id = ${doc.id})
    union all
    select g.kind, g.id, g.bill_no, g.biz_date, g.state, 'target', g.total_qty, null from goods_document g
    where g.group_id = ${tx.groupId} and (g.work_order_id = ${doc.id} or g.wanted_for = ${doc.id} or g.warranty_bill_id = ${doc.id})
    union all
    select c.kind, c.id, c.bill_no, c.biz_date, c.state, 'target', null, null from claim_document c
    where c.group_id = ${tx.groupId} and c.id in (
      select l.document_id from claim_line l where l.group_id = c.group_id and l.bill_id = ${doc.id}
      union select l.document_id from old_part o join claim_line l on l.group_id = o.group_id and l.old_part_id = o.id
      where o.group_id = c.group_id and o.bill_id = ${doc.id})
    union all
    ${slipsSettling(tx, doc)}`)
}

/** What an action would do to accounts, balances and cards, by the document and by slips that it has made. */
export const previewRepair = (tx: CallerTx, kind: RepairKind, doc: RepairDocument, action: string): Promise<Effects> =>
  previewMoved(tx, kind, doc, action, docAndMade)

const ownAndRed = 'from repair_document where group_id = $1 and kind = $3 and (id = $2 or red_of = $2)'
/** The document and its red one, with the slips that they have made. */
const docAndMade = `select kind, id ${ownAndRed}
  union all select kind, id from money_slip where group_id = $1 and maker_kind = $3 and made_by in (select id ${ownAndRed})`
