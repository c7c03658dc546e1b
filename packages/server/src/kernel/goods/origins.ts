import type { CallerTx } from '../db/tx'
import type { Origin } from '../ledgers/shares'
import type { GoodsDocument } from './types'

/**
 * Lines that a return refers to, with what earlier returns of its kind brought back: value and variance of a ledger row together. What was credited of
 * a bill to a manufacturer brought nothing back, so that quantity and its cost are no part of them (ADR 0399). The caller has locked the former documents.
 */
export async function originsOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Origin>> {
  const ids = doc.lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Origin & { id: number }>({
    name: 'origins-of-return',
    text: `select l.id, l.qty - c.qty as qty, l.cost_amount - round(l.cost_amount * c.qty / nullif(l.qty, 0), 2) as value, l.returned_qty - c.qty as returned_qty,
        coalesce(sum(s.value + s.variance), 0) as returned_value
      from goods_document_line l
      cross join lateral (
        select coalesce(sum(k.qty), 0) as qty from goods_document_line k join goods_document d on d.group_id = k.group_id and d.id = k.document_id
        where k.group_id = l.group_id and k.source_line_id = l.id and d.warranty_bill_id is not null and d.state = 'done' and not d.is_red
      ) c
      left join goods_document_line r on r.group_id = l.group_id and r.source_line_id = l.id
      left join stock_ledger s on s.group_id = r.group_id and s.doc_kind = $3 and s.doc_id = r.document_id and s.line_id = r.id
      where l.group_id = $1 and l.id = any ($2::bigint[])
      group by l.id, l.qty, l.cost_amount, l.returned_qty, c.qty`,
    values: [tx.groupId, ids, doc.kind],
  })
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}
