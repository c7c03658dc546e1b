// Drafts that give a customer what a bill of parts alone promises him: 换货出库 and 退货 (business/three-guarantees 3.7).
import { chargedShare } from '@chepu/contract/kernel/charged-share'
import { type Decimal, isPositive, min, sub } from '@chepu/contract/kernel/decimal'
import { termsOfPartner } from '@chepu/contract/kernel/partner-terms'
import type { DrawnLine } from '@chepu/contract/kernel/source-lines'
import { stateLabel } from '@chepu/contract/kernel/states'
import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import { remediable } from '@chepu/contract/warranty/remedy'
import { type handlings, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { shanghaiDay } from '../../kernel/base/calendar'
import { forbidden, notFound, refuse } from '../../kernel/base/errors'
import { mayPress, warehousesWith } from '../../kernel/caller/caller'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { partnerTerms } from '../../kernel/document/partner-terms'
import { drawUnseen } from '../../kernel/goods/draw'
import { kindNamed } from '../../kernel/goods/registry'
import { saveDraft, type SaveRequest } from '../../kernel/goods/save'
import type { GoodsTraits } from '../../kernel/goods/types'
import { repairDocuments } from '../../kernel/repair/repo'
import type { WarrantyBill } from '../bill/types'
import { type LeftPart, openParts } from './rules'

/** 换货出库: a draft of a delivery at price 0 with what of the bill he has not had yet. @throws Failure forbidden, not found or refusal */
export async function replacePartsOf(tx: CallerTx, billId: number): Promise<{ id: number }> {
  const bill = await heldBill(tx, billId, 'replace', '换货出库')
  const parts = await openParts(tx, bill)
  const warehouseId = await stockedWarehouse(
    tx,
    parts.map(({ partId }) => partId),
  )
  const header = { ...(await headerOf(tx, bill, salesDelivery)), warehouseId, remark: `三包换货 ${bill.billNo}` }
  const lines = parts.map(({ partId, left }) => ({ partId, qty: left, price: '0' }))
  return insertRemedy(tx, bill, salesDelivery.kind, salesDelivery.routes.save.body.parse({ header, lines }))
}

/** 退货: a draft of a return that credits what he has paid for the parts, the latest deliveries first. @throws Failure forbidden, not found or refusal */
export async function creditPartsOf(tx: CallerTx, billId: number): Promise<{ id: number }> {
  const bill = await heldBill(tx, billId, 'return', '退货')
  const parts = await openParts(tx, bill)
  const sold = takenOf(parts, await soldLines(tx, bill, parts))
  const drawing = { source: salesDelivery.kind, lineIds: [...sold.keys()] }
  const drawn = sold.size === 0 ? [] : (await drawUnseen(tx, salesReturn.kind, drawing)).lines
  const [first] = [...sold.values()]
  if (!first || drawn.length === 0)
    refuse(`客户没有可退的销售出库：${parts.map(({ code }) => `[${code}]`).join('、')}，请手工办理退货`)
  const { warehouseId, taxIncluded } = first
  const remark = `三包退货 ${bill.billNo}`
  const header = { ...(await headerOf(tx, bill, salesReturn)), warehouseId, taxIncluded, reason: '三包退货', remark }
  const lines = drawn.map((line) => creditOf(line, sold.get(line.sourceLineId ?? 0)?.qty ?? line.qty))
  return insertRemedy(tx, bill, salesReturn.kind, salesReturn.routes.save.body.parse({ header, lines }))
}

/** A bill of parts alone, locked, whose customer may still get something of this sort. */
async function heldBill(
  tx: CallerTx,
  id: number,
  handling: keyof typeof handlings,
  what: string,
): Promise<WarrantyBill> {
  if (!mayPress(tx.caller, warrantyBill.buttons.add)) forbidden('您没有三包单「新增」的权限')
  const bill = (await repairDocuments.lock(tx, warrantyBill.kind, id)) as WarrantyBill | undefined
  if (!bill || !inScope(tx.caller, warrantyBill.area, bill)) notFound('单据')
  assertOwn(tx.caller, bill)
  if (bill.vehicleId !== null || bill.settlementId !== null)
    refuse(`三包单 ${bill.billNo} 有车辆，请在工单上处理，不能${what}`)
  if (bill.handling !== handling)
    refuse(`三包单 ${bill.billNo} 的处理方式不是${handling === 'replace' ? '更换' : '退货'}，不能${what}`)
  if (bill.isRed || !remediable.includes(bill.state))
    refuse(`三包单 ${bill.billNo} 当前为「${stateLabel(warrantyBill, bill.state)}」，不能${what}`)
  return bill
}

/** What the customer's own record says of a document of today, with the bill's people. */
async function headerOf(
  tx: CallerTx,
  { partnerId, departmentId, salespersonId }: WarrantyBill,
  { header: { shape } }: typeof salesDelivery | typeof salesReturn,
) {
  const terms = await partnerTerms(tx, partnerId as number)
  return {
    ...(terms && termsOfPartner(terms, { salespersonId }, shape)),
    bizDate: shanghaiDay(),
    partnerId,
    departmentId,
    taxIncluded: tx.caller.org.config.priceTaxIncluded,
  }
}

async function insertRemedy(tx: CallerTx, bill: WarrantyBill, kind: string, request: unknown): Promise<{ id: number }> {
  const { id } = await saveDraft(tx, kindNamed(kind) as GoodsTraits, request as SaveRequest)
  tx.send({
    name: 'name-bill-of-remedy',
    text: 'update goods_document set warranty_bill_id = $3 where group_id = $1 and id = $2',
    values: [tx.groupId, id, bill.id],
  })
  return { id }
}

/** A warehouse that sells and that the caller sees: where most of the parts lie, else the first. @throws Failure refusal */
async function stockedWarehouse(tx: CallerTx, partIds: readonly number[]): Promise<number> {
  const row = await tx.one<{ id: number }>({
    name: 'warehouse-of-replacement',
    text: `select w.id from warehouse w
      left join stock_cost c on c.group_id = w.group_id and c.org_id = w.org_id and c.warehouse_id = w.id and c.part_id = any ($3::bigint[]) and c.qty > 0
      where w.group_id = $1 and w.org_id = $2 and w.is_active and w.allow_sale and w.id = any ($4::bigint[])
      group by w.id order by count(c.part_id) desc, w.id limit 1`,
    values: [tx.groupId, tx.caller.orgId, [...partIds], warehousesWith(tx.caller, 'view')],
  })
  return row?.id ?? refuse('没有可用的销售仓库')
}

/** A line of a delivery of ours to him of which something may still come back. */
interface SoldLine {
  id: number
  partId: number
  qty: Decimal
  warehouseId: number
  taxIncluded: boolean
}

/** So many deliveries of a part are looked at; older ones are returned by hand. */
const most = 500

function soldLines(tx: CallerTx, bill: WarrantyBill, parts: readonly LeftPart[]): Promise<SoldLine[]> {
  return tx.query<SoldLine>({
    name: 'sold-lines-of-bill',
    text: `select l.id, coalesce(p.merged_into_id, p.id) as part_id, l.qty - l.returned_qty as qty, d.warehouse_id, d.tax_included
      from goods_document d
      join goods_document_line l on l.group_id = d.group_id and l.document_id = d.id
      join part p on p.group_id = l.group_id and p.id = l.part_id
      where d.group_id = $1 and d.org_id = $2 and d.partner_id = $3 and d.kind = '${salesDelivery.kind}' and d.state = 'done' and not d.is_red
        and d.warranty_bill_id is null and d.biz_date <= $5::date and coalesce(p.merged_into_id, p.id) = any ($4::bigint[]) and l.qty > l.returned_qty
      order by d.biz_date desc, d.id desc, l.line_no limit ${most}`,
    values: [
      tx.groupId,
      bill.orgId,
      bill.partnerId,
      parts.map(({ partId }) => partId),
      bill.repairedOn ?? bill.bizDate,
    ],
  })
}

/** How much of which line is taken, by line: what is left of each part, the latest first. Deliveries in the other tax mode than the latest are left out. */
function takenOf(parts: readonly LeftPart[], sold: readonly SoldLine[]): Map<number, SoldLine> {
  const left = new Map(parts.map((part) => [part.partId, part.left]))
  const taken = new Map<number, SoldLine>()
  for (const line of sold) {
    const wanted = left.get(line.partId) ?? '0'
    if (!isPositive(wanted) || line.taxIncluded !== sold[0]?.taxIncluded) continue
    const qty = min(wanted, line.qty)
    left.set(line.partId, sub(wanted, qty))
    taken.set(line.id, { ...line, qty })
  }
  return taken
}

/** The drawn line with so much of it, credited at what was charged. */
function creditOf({ charged, partId, taxRate, sourceLineId, batchNo }: DrawnLine, qty: Decimal) {
  if (!charged) throw new Error('a return says nothing of what was charged')
  return { partId, taxRate, sourceLineId, batchNo, qty, price: null, netAmount: chargedShare(charged, qty) }
}
