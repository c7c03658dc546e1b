import { button } from '@chepu/contract/access/catalogue'
import type { askForParts } from '@chepu/contract/repair/dispatch'
import { workOrder } from '@chepu/contract/repair/work-order'
import { notFound } from '../../kernel/base/errors'
import { assertOwn, inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import type { BodyOf } from '../../kernel/http/bind'
import { notify, usersWith } from '../../kernel/notify/notify'
import { repairDocuments } from '../../kernel/repair/repo'

/** Tells those who issue material what an order waits for: event 3 of business/notifications 4. Answers how many were told. */
export async function tellKeepers(
  tx: CallerTx,
  { orderId, note }: BodyOf<typeof askForParts>,
): Promise<{ told: number }> {
  const order = await repairDocuments.read(tx, workOrder.kind, orderId)
  if (!order || !inScope(tx.caller, workOrder.area, order)) notFound('工单')
  assertOwn(tx.caller, order)
  const users = await usersWith(tx, order.orgId, button('picking', 'add'))
  notify(tx, {
    users,
    kind: 'news',
    msgType: 3,
    message: `工单 ${order.billNo} ${tx.caller.realName} 请料：${note}`,
    orgId: order.orgId,
    params: { kind: order.kind, id: order.id, no: order.billNo },
  })
  return { told: users.length }
}
