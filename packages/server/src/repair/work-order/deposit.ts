import { workOrder } from '@chepu/contract/repair/work-order'
import { paidAhead } from '../../finance/public'
import type { CallerTx } from '../../kernel/db/tx'
import { visible } from '../../kernel/document/view'
import { repairDocuments } from '../../kernel/repair/repo'

/** What is left of the deposits for an order, 2 decimals (business/finance 2.4). Throws Failure notFound where the caller does not see it. */
export async function depositOf(tx: CallerTx, id: number): Promise<{ deposit?: string }> {
  const order = await visible(tx, repairDocuments, workOrder, id)
  const ahead = await paidAhead(tx, order.partnerId, order)
  return ahead ? { deposit: ahead.ofOrder } : {}
}
