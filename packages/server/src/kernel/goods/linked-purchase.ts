// Lines of sales that name the line of a purchase they are sold out of (business/sales 1.9).
import type { Decimal } from '@chepu/contract/kernel/decimal'
import { endedStates } from '@chepu/contract/kernel/states'
import { type RawBuilder, sql } from 'kysely'
import { statesOfAll } from '../document/registry'

/**
 * SQL of what of the line `l` of a purchase sales take that are not at an end, less what they will not deliver and what came back of
 * them; 4 decimals. `besides` is a document that does not count.
 */
export function convertedQty(line: 'l' | 'pl' = 'l', besides = 0): RawBuilder<Decimal> {
  const [kinds, states] = statesOfAll(endedStates)
  return sql`(select coalesce(sum(s.qty - s.closed_qty - s.returned_qty), 0.0000) from goods_document_line s
    join goods_document sd on sd.group_id = s.group_id and sd.id = s.document_id
    where s.group_id = ${sql.ref(`${line}.group_id`)} and s.linked_purchase_line_id = ${sql.ref(`${line}.id`)}
      and sd.id <> ${besides} and not sd.is_red and (sd.kind, sd.state) not in (select * from unnest(${kinds}::text[], ${states}::text[])))`
}
