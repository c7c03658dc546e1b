// Steps of a case that nobody takes: it follows the work on its order, and what its insurer has paid (business/repair-insurance 2).
import type { BilledItem } from '../../kernel/document/registry'
import { CallerTx, type Tx } from '../../kernel/db/tx'
import { isInWork } from './standing'

/** The log of cases that a statement has moved, from `moved` with their ids and states; $2 is who did it, $3 the action. */
const logged = `, log as (
    insert into audit_log (group_id, org_id, user_id, entity, entity_id, action, from_state, to_state)
    select $1, org_id, $2::bigint, 'insurance_case', id, $3, from_state, state from moved returning id
  ) select count(*) from log`

const who = (tx: Tx): number | null => (tx instanceof CallerTx ? tx.caller.userId : null)

/** Cases of an order that has come into this state are 维修中 as soon as somebody works on it, and 定损 again when nobody does any more. */
export function followOrder(tx: Tx, order: { id: number; lines: readonly { payer: string }[] }, state: string): void {
  if (!order.lines.some(({ payer }) => payer === 'insurance')) return
  const [from, to] = isInWork(state) ? ['assessed', 'in_repair'] : ['in_repair', 'assessed']
  tx.send({
    name: 'cases-follow-order',
    text: `with moved as (
        update repair_document set state = $5, version = version + 1
        where group_id = $1 and kind = 'insurance_case' and work_order_id = $4 and state = $6
        returning id, org_id, state, $6::text as from_state
      )${logged}`,
    values: [tx.groupId, who(tx), 'follow', order.id, to as string, from as string],
  })
}

/** What insurers owe by settlements was paid, or is open again: their cases are 赔付, or 核赔 as before. */
export async function followItems(tx: Tx, items: readonly BilledItem[]): Promise<void> {
  const settlementIds = items.filter(({ payerType }) => payerType === 'insurance').map(({ sourceId }) => sourceId)
  if (settlementIds.length === 0) return
  await tx.query({
    name: 'cases-follow-items',
    text: `with owed as (
        select s.work_order_id, i.partner_id, sum(i.balance) = 0 as is_paid from open_item i
        join repair_document s on s.group_id = i.group_id and s.id = i.source_id
        where i.group_id = $1 and i.source_kind = 'repair_settlement' and i.source_id = any ($4::bigint[]) and i.payer_type = 'insurance'
        group by s.work_order_id, i.partner_id
      ), moved as (
        update repair_document c set state = case when o.is_paid then 'paid' else 'agreed' end, version = c.version + 1
        from owed o
        where c.group_id = $1 and c.kind = 'insurance_case' and c.work_order_id = o.work_order_id and c.insurer_id = o.partner_id
          and c.state = case when o.is_paid then 'agreed' else 'paid' end
        returning c.id, c.org_id, c.state, case when o.is_paid then 'agreed' else 'paid' end as from_state
      )${logged}`,
    values: [tx.groupId, who(tx), 'payment', settlementIds],
  })
}
