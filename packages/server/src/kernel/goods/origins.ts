import type { CallerTx } from '../db/tx'
import type { Origin } from '../ledgers/shares'
import type { GoodsDocument } from './types'

/**
 * Lines that a return refers to, with what earlier returns of its kind brought back: value and variance of a ledger row together. The
 * caller has locked the former documents.
 */
export async function originsOf(tx: CallerTx, doc: GoodsDocument): Promise<Map<number, Origin>> {
  const ids = doc.lines.flatMap((line) => (line.sourceLineId === null ? [] : [line.sourceLineId]))
  if (ids.length === 0) return new Map()
  const rows = await tx.query<Origin & { id: number }>({
    name: 'origins-of-return',
    text: `select l.id, l.qty, l.cost_amount as value, l.returned_qty, coalesce(sum(s.value + s.variance), 0) as returned_value
      from goods_document_line l
      left join goods_document_line r on r.group_id = l.group_id and r.source_line_id = l.id
      left join stock_ledger s on s.group_id = r.group_id and s.doc_kind = $3 and s.doc_id = r.document_id and s.line_id = r.id
      where l.group_id = $1 and l.id = any ($2::bigint[])
      group by l.id, l.qty, l.cost_amount, l.returned_qty`,
    values: [tx.groupId, ids, doc.kind],
  })
  return new Map(rows.map(({ id, ...origin }) => [id, origin]))
}
