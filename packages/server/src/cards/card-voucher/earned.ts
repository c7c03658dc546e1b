// What was sold for a card, and what its sellers have earned by that: 退卡 takes back what goes back to the holder (business/cards 4).
import type { CallerTx } from '../../kernel/db/tx'
import type { Sale } from './posting'

/** All that was brought onto a card, the earliest first. */
export const salesOf = (tx: CallerTx, cardId: number): Promise<Sale[]> =>
  tx.query({
    name: 'sales-of-card',
    text: `select m.bill_no, m.org_id, m.principal_change as principal, m.amount_due, coalesce(left_of.value, 0.00) as packages_left,
        c.id as entry_id, coalesce(c.employee_id, 0) as employee_id, coalesce(e.name, '') as employee_name, coalesce(c.role, 'adviser') as role,
        coalesce(c.share, 0) as share, coalesce(c.rate, 0) as rate, coalesce(c.amount, 0.00) as amount, coalesce(-back.amount, 0.00) as taken_back
      from money_slip m
      left join commission_entry c on c.group_id = m.group_id and c.doc_kind = m.kind and c.doc_id = m.id and c.reversal_of is null
        and c.clawback_of is null
      left join employee e on e.group_id = c.group_id and e.id = c.employee_id
      left join lateral (
        select sum(i.value_left) as value from card_item i where i.group_id = $1 and i.card_id = $2 and i.slip_id = m.id and i.times_left > 0
      ) left_of on true
      left join lateral (select sum(b.amount) as amount from commission_entry b where b.group_id = $1 and b.clawback_of = c.id) back on true
      where m.group_id = $1 and m.kind = 'card_voucher' and m.card_id = $2 and m.purpose in ('open', 'recharge', 'package_sale', 'opening')
        and m.posted_at is not null and m.state <> 'reversed' and not m.is_red
      order by m.posted_at, m.id`,
    values: [tx.groupId, cardId],
  })
