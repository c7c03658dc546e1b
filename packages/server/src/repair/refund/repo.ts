import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRows } from '../../kernel/document/rows'
import { chargedOf } from '@chepu/contract/repair/refund-figures'
import { batchesBack } from './batches'
import type { Figured } from './figures'
import type { Earned, PostedRefund } from './posting'

/** Writes what goes back as lines of the refund in place of those that it had, and answers them with their rows. */
export async function writeRefundLines(
  tx: CallerTx,
  documentId: number,
  warehouseId: number | null,
  lines: readonly Figured[],
): Promise<PostedRefund[]> {
  tx.send({
    name: 'clear-refunded-lines',
    text: 'delete from repair_line where group_id = $1 and document_id = $2',
    values: [tx.groupId, documentId],
  })
  if (lines.length === 0) return []
  const numbers = lineNumbers(lines)
  const [rows, places] = await Promise.all([
    insertRows(
      tx,
      'repair_line',
      lines.map((line, i) => ({ ...lineRow(line), groupId: tx.groupId, documentId, lineNo: numbers[i] })),
    ),
    placesOf(tx, warehouseId, lines),
  ])
  return lines.map(({ asked, ...line }, i) => {
    const lineNo = numbers[i] as number
    const place = asked.restocks ? (places.get(line.settled.id) ?? null) : null
    return { ...line, id: rows[i]?.id as number, lineNo, place }
  })
}

/** Each table counts its own lines. */
const lineNumbers = (lines: readonly Figured[]): number[] =>
  lines.map(
    (line, i) => lines.slice(0, i + 1).filter(({ settled }) => settled.row.section === line.settled.row.section).length,
  )

function lineRow({ settled: { row, name }, asked, ...back }: Figured) {
  const credit = chargedOf(back)
  return {
    section: row.section,
    sourceLineId: row.id,
    name,
    serviceItemId: row.serviceItemId,
    partId: row.partId,
    workerTypeId: row.workerTypeId,
    supplierId: row.supplierId,
    pricingMode: row.pricingMode,
    stdHours: row.stdHours,
    qty: back.qty,
    price: row.price,
    discountRate: row.discountRate,
    amount: back.taxed,
    netAmount: credit,
    taxRate: row.taxRate,
    payer: row.payer,
    payerPartnerId: row.payerPartnerId,
    payerDepartmentId: row.payerDepartmentId,
    assessedAmount: row.payer === 'warranty' ? credit : null,
    isCustomerSupplied: row.isCustomerSupplied,
    isConsumable: row.isConsumable,
    agreement: 'agreed',
    taxedAmount: back.taxed,
    couponShare: back.couponShare,
    discountShare: back.discountShare,
    giftShare: back.giftShare,
    salvageShare: back.salvageShare,
    deductibleShare: back.deductibleShare,
    outputAmount: back.output,
    costAmount: back.cost,
    packageValue: row.packageValue === null ? null : back.packageValue,
    isRestocked: asked.restocks,
    refundAmount: asked.amount ?? null,
  }
}

type Place = NonNullable<PostedRefund['place']>

/** Where material goes by the settled line that it was of: the part's own bin, else where goods enter, in the batches that it came out of. */
async function placesOf(
  tx: CallerTx,
  warehouseId: number | null,
  lines: readonly Figured[],
): Promise<Map<number, Place>> {
  const back = lines.filter(({ asked }) => asked.restocks)
  if (warehouseId === null || back.length === 0) return new Map()
  const ids = back.map(({ settled }) => settled.id)
  const [bins, batches] = await Promise.all([binsOf(tx, warehouseId, ids), batchesOut(tx, ids)])
  return new Map(
    back.map(({ settled: { id }, qty }) => {
      const out = batches.filter(({ lineId }) => lineId === id)
      return [id, { warehouseId, locationId: bins.get(id) ?? null, batches: batchesBack(out, qty) }]
    }),
  )
}

async function binsOf(tx: CallerTx, warehouseId: number, settledIds: readonly number[]) {
  const rows = await tx.query<{ id: number; locationId: number | null }>({
    name: 'bins-of-refunded',
    text: `select l.id, coalesce(own.id, bin.id) as location_id from repair_line l
      left join location bin on bin.group_id = l.group_id and bin.warehouse_id = $2 and bin.is_default
      left join product p on p.group_id = l.group_id and p.org_id = $3 and p.part_id = l.part_id
      left join location own on own.group_id = l.group_id and own.id = p.default_location_id and own.warehouse_id = $2 and own.is_active
      where l.group_id = $1 and l.id = any ($4::bigint[])`,
    values: [tx.groupId, warehouseId, tx.caller.orgId, settledIds],
  })
  return new Map(rows.map(({ id, locationId }) => [id, locationId]))
}

/** What of settled lines is out of each batch by now, after what was returned and refunded, in the order in which it was taken. */
const batchesOut = (tx: CallerTx, settledIds: readonly number[]) =>
  tx.query<{ lineId: number; batchNo: string; qty: Decimal }>({
    name: 'batches-out-of-refunded',
    text: `select m.line_id, m.batch_no, -sum(m.qty) as qty from (
        select l.id as line_id, s.batch_no, s.qty, s.id from repair_line l
        join goods_document_line g on g.group_id = l.group_id and g.work_order_line_id = l.source_line_id
        join goods_document d on d.group_id = g.group_id and d.id = g.document_id
        join stock_ledger s on s.group_id = d.group_id and s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = g.id
        where l.group_id = $1 and l.id = any ($2::bigint[])
        union all
        select r.source_line_id, s.batch_no, s.qty, s.id from repair_line r
        join repair_document d on d.group_id = r.group_id and d.id = r.document_id
        join stock_ledger s on s.group_id = d.group_id and s.doc_kind = d.kind and s.doc_id = d.id and s.line_id = r.id
        where r.group_id = $1 and r.source_line_id = any ($2::bigint[])
      ) m group by m.line_id, m.batch_no having sum(m.qty) < 0 order by m.line_id, min(m.id)`,
    values: [tx.groupId, settledIds],
  })

/** Lets go of the settlement's lines, when a refund came to nothing. */
export const looseRefundLines = (tx: CallerTx, documentId: number): void =>
  tx.send({
    name: 'loose-refunded-lines',
    text: 'update repair_line set source_line_id = null where group_id = $1 and document_id = $2',
    values: [tx.groupId, documentId],
  })

/** What was earned by a settlement, entry by entry, and what of it was taken back since. */
export const earnedBy = (tx: CallerTx, settlementId: number): Promise<Earned[]> =>
  tx.query<Earned>({
    name: 'earned-by-settlement',
    text: `select c.id, c.employee_id, c.role, c.line_id, c.base, c.share, c.rate, c.amount, coalesce(-t.amount, 0) as taken_back,
        coalesce(-t.refunded, 0) as refunded
      from commission_entry c
      left join (
        select b.clawback_of, sum(b.amount) as amount, sum(b.amount) filter (where b.doc_kind = 'repair_refund') as refunded
        from commission_entry b
        join commission_entry o on o.group_id = b.group_id and o.id = b.clawback_of
        where b.group_id = $1 and o.doc_kind = 'repair_settlement' and o.doc_id = $2 group by b.clawback_of
      ) t on t.clawback_of = c.id
      where c.group_id = $1 and c.doc_kind = 'repair_settlement' and c.doc_id = $2 and c.reversal_of is null and c.clawback_of is null
        and not exists (select from commission_entry r where r.group_id = c.group_id and r.reversal_of = c.id)
      order by c.id`,
    values: [tx.groupId, settlementId],
  })

/** The case of an insurer of a settlement whose verdict stands and who has not paid all that he was billed: it was counted by what he was billed then. */
export const agreedCase = (tx: CallerTx, workOrderId: number, insurerIds: readonly number[]) =>
  tx.one<{ billNo: string }>({
    name: 'agreed-case-of-order',
    text: `select c.bill_no from repair_document c join partner p on p.group_id = c.group_id and p.id = c.insurer_id
      where c.group_id = $1 and c.kind = 'insurance_case' and c.work_order_id = $2 and coalesce(p.merged_into_id, p.id) = any ($3::bigint[])
        and (c.state = 'agreed' or c.state in ('paid', 'refused')
          and exists (select from money_slip m where m.group_id = c.group_id and m.maker_kind = c.kind and m.made_by = c.id and m.posted_at is not null))
      order by c.id limit 1`,
    values: [tx.groupId, workOrderId, [...insurerIds]],
  })

/** The case of an order whose verdict stands, of one of these insurers. */
export const judgedCase = (tx: CallerTx, workOrderId: number, insurerIds: readonly number[]) =>
  tx.one<{ billNo: string }>({
    name: 'judged-case-of-order',
    text: `select c.bill_no from repair_document c join partner p on p.group_id = c.group_id and p.id = c.insurer_id
      where c.group_id = $1 and c.kind = 'insurance_case' and c.work_order_id = $2 and c.state in ('agreed', 'paid', 'refused')
        and coalesce(p.merged_into_id, p.id) = any ($3::bigint[])
      order by c.id limit 1`,
    values: [tx.groupId, workOrderId, [...insurerIds]],
  })
