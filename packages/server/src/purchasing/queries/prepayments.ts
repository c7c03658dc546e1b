import { money, sumOf } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import type { purchaseOrderPrepayments } from '@chepu/contract/purchasing/purchase-order'
import { depositsOf } from '../../finance/public'
import type { GoodsTraits } from '../../kernel/goods/types'
import { visibleDocument } from '../../kernel/goods/view'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'

/** Advance payments that name the order as their source (business/purchasing 1.4). Nothing for a caller without purchase prices. */
export async function prepaymentsOf(
  tx: CallerTx,
  kind: GoodsTraits,
  orderId: number,
): Promise<DataOf<typeof purchaseOrderPrepayments>> {
  const order = await visibleDocument(tx, kind, orderId)
  if (!sees(tx.caller, 'purchase_price')) return { rows: [] }
  const rows = await depositsOf(tx, order)
  const balance = await tx.one<{ balance: string }>({
    name: 'supplier-advance',
    text: `select balance from partner_balance where group_id = $1 and org_id = $2 and partner_id = $3 and account = 'ADV_OUT'`,
    values: [tx.groupId, order.orgId, order.partnerId],
  })
  const paid = sumOf(
    rows.filter((row) => row.state === 'done'),
    (row) => row.amount,
  )
  return { rows, paid: money(paid), supplierBalance: balance?.balance ?? '0.00' }
}
