import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'

/** What is left of the delivery's order lines beside other deliveries that wait for the warehouse; only lines with such. */
export function waitingElsewhere(tx: CallerTx, deliveryId: number): Promise<{ sourceLineId: number; free: Decimal }[]> {
  return tx.query({
    name: 'waiting-elsewhere',
    text: `select sl.id as source_line_id, sl.qty - sl.executed_qty - sl.closed_qty - sum(other.qty) as free
      from goods_document_line sl
      join goods_document_line other on other.group_id = sl.group_id and other.source_line_id = sl.id
      join goods_document d on d.group_id = other.group_id and d.id = other.document_id and d.state = 'approved'
      where sl.group_id = $1 and d.id <> $2
        and sl.id = any (array(select source_line_id from goods_document_line where group_id = $1 and document_id = $2))
      group by sl.id, sl.qty, sl.executed_qty, sl.closed_qty`,
    values: [tx.groupId, deliveryId],
  })
}

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
