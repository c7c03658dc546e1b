import type { Decimal } from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../../kernel/base/calendar'
import { audit } from '../../kernel/db/audit'
import type { CallerTx } from '../../kernel/db/tx'
import { followOrder } from '../insurance-case/follow'
import type { WorkOrder } from './traits'

/** Where settling an order leads it, undoing that, and refunding all of it. */
type SettledState = 'completed' | 'settled' | 'delivered' | 'refunded'

/**
 * Voids the settlement that somebody has begun of an order which comes to nothing, with version and log; its coupons are free again. One that is just being settled is left, since who settles holds it
 * before the order: he is told that this was cancelled.
 */
export const voidDraft = (tx: CallerTx, order: Pick<WorkOrder, 'id'>): void =>
  tx.send({
    name: 'void-draft-settlement',
    text: `with moved as (
        update repair_document set state = 'voided', version = version + 1
        where group_id = $1 and id in (
          select id from repair_document where group_id = $1 and kind = 'repair_settlement' and work_order_id = $2 and state = 'draft'
          for no key update skip locked) returning id, org_id
      ), freed as (
        update coupon set state = case when valid_to < $4::date then 'expired' else 'unused' end, used_by = null
        where group_id = $1 and used_by in (select id from moved) returning id
      ), log as (
        insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state, reason)
        select $1, org_id, $3::bigint, 'repair_settlement', id, 'void', 'draft', 'voided', '工单已取消' from moved returning id
      ) select count(*) from log`,
    values: [tx.groupId, order.id, tx.caller.userId, shanghaiDay()],
  })

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
