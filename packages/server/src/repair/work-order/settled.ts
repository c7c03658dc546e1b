import type { Decimal } from '@chepu/contract/kernel/decimal'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { followOrder } from '../insurance-case/follow'
import type { WorkOrder } from './traits'

/** Where settling an order leads it, undoing that, and refunding all of it. */
type SettledState = 'completed' | 'settled' | 'delivered' | 'refunded'

/**
 * Moves a locked order to where its settlement leads it, or back, with version and log (business/repair 4.1). Should its version have moved all the
 * same, by a fault of ours, nothing is kept.
 */
export async function moveSettled(
  tx: CallerTx,
  order: WorkOrder,
  to: { state: SettledState; action: string; settlementId: number | null; costAmount: Decimal },
): Promise<void> {
  tx.send({
    name: 'move-settled-order',
    text: `with moved as (
        update repair_document set state = $3, version = version + 1, settlement_id = $5::bigint, cost_amount = $6::numeric
        where group_id = $1 and id = $2 and version = $4 returning id
      ) select 1 / (select count(*) from moved)`,
    values: [tx.groupId, order.id, to.state, order.version, to.settlementId, to.costAmount],
  })
  followOrder(tx, order, to.state)
  await audit(tx, {
    entity: order.kind,
    entityId: order.id,
    action: to.action,
    fromState: order.state,
    toState: to.state,
  })
}
