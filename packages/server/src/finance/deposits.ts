import { orderOfDeposit } from '@chepu/contract/finance/collection'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../kernel/db/tx'

/** A document that brings or takes money ahead for an order; `amount` in yuan. */
interface Deposit {
  id: number
  billNo: string
  bizDate: string
  state: string
  amount: Decimal
}

/** What is paid ahead for an order and stands: neither void nor reversed (business/finance 2.4). The eldest first. */
export const depositsOf = (tx: CallerTx, order: { kind: string; id: number; orgId: number }): Promise<Deposit[]> =>
  tx.query<Deposit>({
    name: 'deposits-of-order',
    text: `select id, bill_no, biz_date, state, total as amount from money_slip
      where group_id = $1 and org_id = $2 and kind = any ($3::text[]) and source_kind = $4 and source_id = $5
        and state not in ('voided', 'reversed') and not is_red order by id`,
    values: [tx.groupId, order.orgId, Object.keys(orderOfDeposit), order.kind, order.id],
  })
