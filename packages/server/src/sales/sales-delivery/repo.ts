import type { CallerTx } from '../../kernel/db/tx'
import type { PoolPlace } from '../../kernel/ledgers/pools'

/**
 * Which of the order lines still belong to an order that waits for goods, and where they want them; a closed order takes nothing back. The
 * orders are locked, so that none is closed, or moved, before it has taken back what it gets.
 */
export async function openOrderLines(tx: CallerTx, lineIds: readonly number[]): Promise<Map<number, PoolPlace>> {
  const rows = await tx.query<PoolPlace & { id: number }>({
    name: 'open-order-lines',
    text: `select l.id, l.warehouse_id, l.part_id from goods_document_line l
      join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where l.group_id = $1 and l.id = any ($2::bigint[]) and d.state in ('approved', 'partial', 'done')
      order by d.id for no key update of d`,
    values: [tx.groupId, lineIds],
  })
  return new Map(rows.map(({ id, ...place }) => [id, place]))
}
