import { refuse } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import type { Invoice } from './types'

/** A 成本调整单 that was made of an invoice. */
export interface Adjustment {
  id: number
  billNo: string
}

/** Documents by which costs follow an invoice, but for those that were taken back (business/invoices 5). */
export const adjustmentsOf = (tx: CallerTx, invoiceId: number): Promise<Adjustment[]> =>
  tx.query({
    name: 'adjustments-of-invoice',
    text: `select d.id, d.bill_no from invoice_adjustment a
      join goods_document d on d.group_id = a.group_id and d.id = a.document_id and d.state not in ('voided', 'reversed')
      where a.group_id = $1 and a.invoice_id = $2 order by d.id`,
    values: [tx.groupId, invoiceId],
  })

/** Refuses what would undo an invoice while costs follow it. @throws Failure refusal, naming the documents */
export async function assertNotAdjusted(tx: CallerTx, { id, billNo }: Invoice, label: string): Promise<void> {
  const adjustments = await adjustmentsOf(tx, id)
  if (adjustments.length === 0) return
  const named = adjustments.map((each) => each.billNo).join('、')
  refuse(`票据 ${billNo} 的差额已生成成本调整单 ${named}，请先作废或红冲成本调整单，再${label}`)
}
