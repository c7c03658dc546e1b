import { sumOf } from '@chepu/contract/kernel/decimal'
import type { prepayment } from '@chepu/contract/purchasing/purchase-order'
import type { z } from 'zod'
import type { GoodsTraits } from '../../kernel/goods/types'
import { visibleDocument } from '../../kernel/goods/view'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/db'

type Prepayment = z.output<typeof prepayment>

/** Advance payments that name the order as their source (business/purchasing 1.4). Nothing for a caller without purchase prices. */
export async function prepaymentsOf(tx: CallerTx, kind: GoodsTraits, orderId: number) {
  const order = await visibleDocument(tx, kind, orderId)
  if (!sees(tx.caller, 'purchase_price')) return { rows: [], paid: '0.00', supplierBalance: '0.00' }
  const rows = await tx.query<Prepayment>({
    name: 'order-prepayments',
    text: `select id, bill_no, biz_date, state, total as amount from money_slip
      where group_id = $1 and org_id = $2 and kind = 'payment' and source_kind = $3 and source_id = $4
        and state not in ('voided', 'reversed') and not is_red order by id`,
    values: [tx.groupId, order.orgId, order.kind, order.id],
  })
  const balance = await tx.one<{ balance: string }>({
    name: 'supplier-advance',
    text: `select balance from partner_balance where group_id = $1 and org_id = $2 and partner_id = $3 and account = 'ADV_OUT'`,
    values: [tx.groupId, order.orgId, order.partnerId],
  })
  const paid = sumOf(
    rows.filter((row) => row.state === 'done'),
    (row) => row.amount,
  )
  return { rows, paid, supplierBalance: balance?.balance ?? '0.00' }
}
