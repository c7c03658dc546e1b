import { type Decimal, sub, withCommas } from '@chepu/contract/kernel/decimal'
import type { StateOf } from '@chepu/contract/kernel/document'
import type { insuranceCase } from '@chepu/contract/repair/insurance-case'
import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { RepairDocument } from '../../kernel/repair/types'

export type InsuranceCase = RepairDocument<StateOf<typeof insuranceCase>>

/** The order of a case, and the car that both are of. */
interface Standing {
  billNo: string
  state: string
  settlementId: number | null
  /** Its customer, or whom he was merged into since (business/customers 2.5). */
  customerId: number
  vin: string | null
}

/** Whether an order in this state has been settled. */
export const isSettled = (state: string): boolean => ['settled', 'delivered', 'refunded'].includes(state)

/** Whether somebody works on an order in this state, or has (business/repair-insurance 2). */
export const isInWork = (state: string): boolean =>
  isSettled(state) || ['in_progress', 'paused', 'waiting_check', 'completed'].includes(state)

/** The order that a case belongs to as it is now; refuses a case that has none. @throws Failure refusal */
export async function standingOf(tx: CallerTx, doc: InsuranceCase): Promise<Standing> {
  const standing = await tx.one<Standing>({
    name: 'standing-of-case',
    text: `select o.bill_no, o.state, o.settlement_id, coalesce(p.merged_into_id, p.id) as customer_id, v.vin from repair_document o
      join partner p on p.group_id = o.group_id and p.id = o.partner_id
      left join vehicle v on v.group_id = o.group_id and v.id = o.vehicle_id
      where o.group_id = $1 and o.id = $2 and o.kind = 'work_order'`,
    values: [tx.groupId, doc.workOrderId],
  })
  return standing ?? refuse(`保险案件 ${doc.billNo} 还没有关联工单，请先「关联工单」`)
}

/** What the insurer of a case owes by the settlement of its order. */
export interface InsurerItem {
  id: number
  partnerId: number
  /** What he was billed, less what refunds have set off against it. */
  billed: Decimal
  balance: Decimal
  dueOn: string
}

/**
 * The receivable that the settlement has opened for the insurer, held; none where he owes the shop nothing. What refunds have set off is read behind its lock: a statement
 * that waits for a row reads the others as they were before.
 */
export async function insurerItem(
  tx: CallerTx,
  doc: InsuranceCase,
  { settlementId }: Standing,
): Promise<InsurerItem | undefined> {
  const held = await tx.one<Omit<InsurerItem, 'billed'> & { original: Decimal }>({
    name: 'item-of-insurer',
    text: `select id, partner_id, balance, due_on, original from open_item
      where group_id = $1 and source_kind = 'repair_settlement' and source_id = $2 and payer_type = 'insurance' and partner_id = $3
        and original <> 0 order by id desc limit 1 for no key update`,
    values: [tx.groupId, settlementId, doc.insurerId],
  })
  if (!held) return undefined
  const { original, ...item } = held
  const off = await tx.one<{ amount: Decimal }>({
    name: 'set-off-against-item',
    text: `select coalesce(sum(w.amount), 0.00) as amount from write_off_line w
      join money_slip m on m.group_id = w.group_id and m.kind = w.doc_kind and m.id = w.doc_id and m.maker_kind = 'repair_refund'
      where w.group_id = $1 and w.open_item_id = $2`,
    values: [tx.groupId, item.id],
  })
  return { ...item, billed: sub(original, off?.amount ?? '0') }
}

/**
 * Refuses to take back a verdict of which the customer owed a part that 合并客户 has handed over since: nothing of that is undone.
 * @throws Failure refusal
 */
export async function assertNotMerged(tx: CallerTx, { id, billNo }: InsuranceCase): Promise<void> {
  const moved = await tx.one<{ amount: Decimal; name: string; mergeNo: string }>({
    name: 'merged-of-verdict',
    text: `select w.amount, t.name, g.bill_no as merge_no from money_slip m
      join open_item i on i.group_id = m.group_id and i.source_kind = m.kind and i.source_id = m.id
      join write_off_line w on w.group_id = i.group_id and w.open_item_id = i.id and w.doc_kind = 'partner_merge'
      join partner_merge g on g.group_id = w.group_id and g.id = w.doc_id
      join partner t on t.group_id = g.group_id and t.id = g.target_id
      where m.group_id = $1 and m.maker_kind = 'insurance_case' and m.made_by = $2 and m.posted_at is not null order by g.id desc limit 1`,
    values: [tx.groupId, id],
  })
  if (moved)
    refuse(
      `保险案件 ${billNo} 转给客户的 ${withCommas(moved.amount)} 元已随合并客户转到“${moved.name}”（${moved.mergeNo}），不能撤销核赔，请用往来核销「应收转应收」更正`,
    )
}
