import type { CallerTx } from '../kernel/db/tx'

/** The warehouse as far as sales ask about it. */
export async function saleWarehouse(tx: CallerTx, warehouseId: number): Promise<{ name: string; allowSale: boolean }> {
  const row = await tx.one<{ name: string; allowSale: boolean }>({
    name: 'sale-warehouse',
    text: 'select name, allow_sale from warehouse where group_id = $1 and id = $2',
    values: [tx.groupId, warehouseId],
  })
  if (!row) throw new Error('a document has no warehouse')
  return row
}
