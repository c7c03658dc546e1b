import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Lines `l` of orders `d` that customers did without and that no other order has taken up (business/repair 9.3): one that was given up took up
 * none, and what was declined on one stays declined.
 */
export const stillDeclined: RawBuilder<SqlBool> = sql<SqlBool>`d.kind = 'work_order' and d.state <> 'estimating'
  and l.agreement = 'declined' and l.section in ('labour', 'materials', 'extras')
  and not exists (select from repair_line n join repair_document o on o.group_id = n.group_id and o.id = n.document_id
    where n.group_id = l.group_id and n.source_line_id = l.id and n.agreement <> 'declined' and o.state <> 'cancelled')`
