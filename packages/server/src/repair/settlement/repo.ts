import { dueDate, type PaymentTerms } from '@chepu/contract/kernel/due-date'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { insertRows } from '../../kernel/document/rows'
import type { PostedLine } from './posting'
import type { Figures, Settlement } from './settled'

/**
 * Writes what is settled as lines of the settlement in place of those that it had, and answers them with their rows. What is in the books is made of its order's
 * lines; a draft only shows them, so that the order may still lose one.
 */
export async function writeSettledLines(
  tx: CallerTx,
  { id: documentId, lines: before }: Pick<Settlement, 'id' | 'lines'>,
  lines: Figures['lines'],
  { isDraft }: { isDraft: boolean },
): Promise<PostedLine[]> {
  if (before.length > 0)
    tx.send({
      name: 'clear-settled-lines',
      text: 'delete from repair_line where group_id = $1 and document_id = $2',
      values: [tx.groupId, documentId],
    })
  if (lines.length === 0) return []
  const rows = await insertRows(
    tx,
    'repair_line',
    lines.map((each) => ({ ...lineRow(tx, documentId, each), sourceLineId: isDraft ? null : each.line.id })),
  )
  return lines.map((line, i) => ({ ...line, id: rows[i]?.id as number }))
}

function lineRow({ groupId }: CallerTx, documentId: number, { line, name, net, ...each }: Figures['lines'][number]) {
  // Labour of the order is none of the settlement's lines.
  const { partCode: _code, id: _id, issuedQty: _issued, returnedQty: _returned, ...own } = line
  return {
    ...own,
    groupId,
    documentId,
    labourLineId: null,
    name,
    netAmount: net,
    taxedAmount: each.taxed,
    packageValue: each.packageValue,
    couponShare: each.couponShare,
    discountShare: each.discountShare,
    giftShare: each.giftShare,
    salvageShare: each.salvageShare,
    deductibleShare: each.deductibleShare,
    outputAmount: each.output,
    costAmount: each.cost,
  }
}

/** Lets go of the order's lines, when a settlement is a draft again. */
export const looseLines = (tx: CallerTx, documentId: number): void =>
  tx.send({
    name: 'loose-settled-lines',
    text: 'update repair_line set source_line_id = null where group_id = $1 and document_id = $2',
    values: [tx.groupId, documentId],
  })

/** The receivable of the customer that a settlement has opened. A sister organisation owes as a customer, too, and is another partner. */
export async function customerItem(tx: CallerTx, { kind, id, partnerId }: Settlement): Promise<number> {
  const item = await tx.one<{ id: number }>({
    name: 'customer-item-of-settlement',
    text: `select id from open_item where group_id = $1 and source_kind = $2 and source_id = $3 and payer_type = 'customer' and partner_id = $4
      and original <> 0 order by id desc limit 1`,
    values: [tx.groupId, kind, id, partnerId],
  })
  if (!item) throw new Error('a settlement has no receivable')
  return item.id
}

/** Refuses to undo a settlement that something was taken back of since: by a refund, whatever became of it, or by an order that repeats its work. */
export async function assertNothingTakenBack(tx: CallerTx, { id, billNo }: Settlement): Promise<void> {
  const after = await tx.one<{ kind: string; billNo: string }>({
    name: 'taken-back-of-settlement',
    text: `select kind, bill_no from repair_document where group_id = $1 and kind = 'repair_refund' and settlement_id = $2 and state <> 'voided'
      union all
      select d.kind, d.bill_no from commission_entry c
      join commission_entry b on b.group_id = c.group_id and b.clawback_of = c.id and b.doc_kind = 'repair_settlement'
      join repair_document d on d.group_id = b.group_id and d.id = b.doc_id
      where c.group_id = $1 and c.doc_kind = 'repair_settlement' and c.doc_id = $2
      group by d.kind, d.bill_no having sum(b.amount) <> 0
      limit 1`,
    values: [tx.groupId, id],
  })
  if (!after) return
  const what =
    after.kind === 'repair_refund' ? `已有维修退单 ${after.billNo}` : `的提成已由返工结算单 ${after.billNo} 追回`
  refuse(`结算单 ${billNo} ${what}，不能反结算`)
}

/**
 * Refuses to undo rework whose former order was refunded since: what the rework took back of commission would come back to whom the refund has left
 * nothing of it to take (business/repair-settlement 8).
 */
export async function assertFormerNotRefunded(tx: CallerTx, { id, billNo, postedAt }: Settlement): Promise<void> {
  const after = await tx.one<{ billNo: string }>({
    name: 'refund-after-rework',
    text: `select d.bill_no from commission_entry b
      join commission_entry c on c.group_id = b.group_id and c.id = b.clawback_of and c.doc_kind = 'repair_settlement'
      join repair_document d on d.group_id = c.group_id and d.kind = 'repair_refund' and d.settlement_id = c.doc_id
      where b.group_id = $1 and b.doc_kind = 'repair_settlement' and b.doc_id = $2 and d.state = 'done' and not d.is_red and d.posted_at > $3
      order by d.id limit 1`,
    values: [tx.groupId, id, postedAt],
  })
  if (after) refuse(`返工的原单已由维修退单 ${after.billNo} 退过，结算单 ${billNo} 不能反结算，请先反审核该退单`)
}

/** When each of these partners pays or is paid for what is billed on a day, by his own terms (business/finance 1.1). */
export async function dueDays(
  tx: CallerTx,
  bizDate: string,
  partnerIds: readonly number[],
): Promise<(partnerId: number) => string> {
  const rows = await tx.query<PaymentTerms & { id: number }>({
    name: 'terms-of-partners',
    text: `select p.id, m.kind as term_kind, m.term_days, m.month_day, p.credit_days from partner p
      left join settlement_method m on m.group_id = p.group_id and m.id = p.settlement_method_id
      where p.group_id = $1 and p.id = any ($2::bigint[])`,
    values: [tx.groupId, [...partnerIds]],
  })
  const days = new Map(rows.map(({ id, ...terms }) => [id, dueDate({ dueOn: null, bizDate, terms })]))
  return (partnerId) => days.get(partnerId) ?? bizDate
}
