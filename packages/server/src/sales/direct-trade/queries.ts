import { directTrade } from '@chepu/contract/sales/direct-trade'
import { postedStates } from '@chepu/contract/kernel/states'
import { type RawBuilder, sql } from 'kysely'

/** How much is settled of what a posted trade `d` brought about with one of its partners; nothing open is settled. */
export const settledState = (side: 'AR' | 'AP', partner: 'partner_id' | 'supplier_id'): RawBuilder<string> =>
  sql`case when d.state = any (${postedStates(directTrade)}) then (
    select case when coalesce(sum(i.balance), 0) = 0 then 'full' when sum(i.written_off + i.discounted) = 0 then 'none' else 'part' end
    from goods_document c
    join open_item i on i.group_id = c.group_id and i.source_kind = c.kind and i.source_id = c.id
    where c.group_id = d.group_id and c.made_by = d.id and c.posted_at is not null
      and i.side = ${side} and i.partner_id = ${sql.ref(`d.${partner}`)}) end`
