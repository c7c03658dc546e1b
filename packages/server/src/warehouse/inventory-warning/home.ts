import { invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'

/** Joins to the product `pr` of organisation `$2` the warehouse `w` that goods are wanted in: its default one, else that of the organisation. */
export const productHome = `left join warehouse w on w.group_id = pr.group_id and w.id = coalesce(pr.default_warehouse_id, (
        select d.id from warehouse d where d.group_id = $1 and d.org_id = $2 and d.is_default and d.is_active limit 1))`

/** @throws Failure invalid where a part is named twice */
export function assertNamedOnce(partIds: readonly number[]): void {
  if (new Set(partIds).size < partIds.length) invalid([{ path: 'lines', message: '同一配件只能选择一次' }])
}

interface Home {
  partId: number
  code: string
  warehouseId: number | null
}

/** Where goods are wanted, of the parts that are products of the organisation. */
export async function homesOf(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, Home>> {
  const rows = await tx.query<Home>({
    name: 'product-homes',
    text: `select pr.part_id, p.code, w.id as warehouse_id
      from product pr join part p on p.group_id = pr.group_id and p.id = pr.part_id
      ${productHome}
      where pr.group_id = $1 and pr.org_id = $2 and pr.part_id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, partIds],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}
