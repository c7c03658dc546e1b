import { type Decimal, sub } from '@chepu/contract/kernel/decimal'
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
    text: `select o.bill_no, o.state, o.settlement_id, o.partner_id as customer_id, v.vin from repair_document o
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
