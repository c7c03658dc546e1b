// What a quantity and a bin have to be on any line, typed at a desk or counted in the warehouse.
import { compare, type Decimal, truncate } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../db/db'

/** What a part's unit allows. */
export interface PartUnit {
  code: string
  unitName: string
  decimals: number
}

/** What is wrong with a quantity in the part's unit; nothing when it has no more decimals than that (business/documents 3.1). */
export function qtyProblem(qty: Decimal, { code, unitName, decimals }: PartUnit): string | undefined {
  if (compare(truncate(qty, decimals), qty) === 0) return undefined
  const rule = decimals === 0 ? '只能录入整数' : `最多${decimals}位小数`
  return `[${code}] 单位“${unitName}”的数量${rule}`
}

/** The warehouse of each of these bins that is in use. */
export async function openBins(
  tx: CallerTx,
  ids: readonly (number | null)[],
): Promise<(locationId: number) => number | undefined> {
  const wanted = ids.filter((id) => id !== null)
  if (wanted.length === 0) return () => undefined
  const rows = await tx.query<{ id: number; warehouseId: number }>({
    name: 'open-bins',
    text: `select id, warehouse_id from location where group_id = $1 and is_active and id = any ($2::bigint[])`,
    values: [tx.groupId, wanted],
  })
  const warehouses = new Map(rows.map((row) => [row.id, row.warehouseId]))
  return (locationId) => warehouses.get(locationId)
}
