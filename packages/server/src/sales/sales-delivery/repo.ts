import type { CallerTx } from '../../kernel/db/tx'

/**
 * Which of the order lines still belong to an order that waits for goods; a closed order takes nothing back. The orders
 * are locked, so that none is closed before it has taken back what it gets.
 */
export async function openOrderLines(tx: CallerTx, lineIds: readonly number[]): Promise<Set<number>> {
  if (lineIds.length === 0) return new Set()
  const rows = await tx.query<{ id: number }>({
    name: 'open-order-lines',
    text: `select l.id from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and d.state in ('approved', 'partial', 'done')
      order by d.id for no key update of d`,
    values: [tx.groupId, lineIds],
  })
  return new Set(rows.map((row) => row.id))
}
