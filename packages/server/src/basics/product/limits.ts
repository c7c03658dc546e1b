// Limits of a product in single warehouses (business/basics 4.1).
import type { OwnLimits } from '@chepu/contract/basics/product'
import { compare } from '@chepu/contract/kernel/decimal'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { insertMany, repeated } from '../../kernel/master/bulk'

const tooLow = '库存上限不能小于下限'

/** Limits of the caller's product in warehouses that have goods for sale and that he may view, by the warehouse's code. */
export const ownLimitsOf = (tx: CallerTx, partId: number): Promise<OwnLimits[]> =>
  tx.query<OwnLimits>({
    name: 'own-limits-of-product',
    text: `select l.warehouse_id, l.min_stock, l.max_stock from product_limit l
      join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id and w.is_active and w.kind in ('normal', 'repair')
      where l.group_id = $1 and l.org_id = $2 and l.part_id = $3 and l.warehouse_id = any ($4::bigint[]) order by w.code`,
    values: [tx.groupId, tx.caller.orgId, partId, warehousesWith(tx.caller, 'view')],
  })

/** Warehouses of the caller's organisation that may have limits: those with goods for sale that he may view. */
async function limitable(tx: CallerTx): Promise<Set<number>> {
  const rows = await tx.query<{ id: number }>({
    name: 'limitable-warehouses',
    text: `select id from warehouse where group_id = $1 and org_id = $2 and is_active and kind in ('normal', 'repair') and id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, warehousesWith(tx.caller, 'view')],
  })
  return new Set(rows.map(({ id }) => id))
}

/** What is wrong with limits of warehouses, at `limits.{row}.{field}`. */
export async function ownLimitErrors(tx: CallerTx, limits: readonly OwnLimits[]): Promise<FieldError[]> {
  if (limits.length === 0) return []
  const known = await limitable(tx)
  const again = repeated(limits.map(({ warehouseId }) => String(warehouseId)))
  return limits.flatMap(({ warehouseId, minStock, maxStock }, i) => {
    const at = (field: string, message: string) => [{ path: `limits.${i}.${field}`, message }]
    if (!known.has(warehouseId)) return at('warehouseId', '仓库不存在，或不存放可售配件')
    if (again.has(i)) return at('warehouseId', '同一仓库只能设一行')
    if (minStock === null && maxStock === null) return at('minStock', '请填写下限或上限')
    return minStock !== null && maxStock !== null && compare(minStock, maxStock) > 0 ? at('maxStock', tooLow) : []
  })
}

/** Puts the limits in the place of those that the locked product has in warehouses which the caller may set them for. */
export async function replaceOwnLimits(tx: CallerTx, partId: number, limits: readonly OwnLimits[]): Promise<void> {
  await forget(tx, [partId], [...(await limitable(tx))])
  await write(tx, [partId], limits)
}

/** Sets the limits of one warehouse for many locked products; without either limit they have none of their own there. */
export async function setOwnLimits(tx: CallerTx, partIds: readonly number[], limits: OwnLimits): Promise<void> {
  await forget(tx, partIds, [limits.warehouseId])
  if (limits.minStock !== null || limits.maxStock !== null) await write(tx, partIds, [limits])
}

const forget = (tx: CallerTx, partIds: readonly number[], warehouseIds: readonly number[]) =>
  tx.query({
    text: `delete from product_limit where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[]) and warehouse_id = any ($4::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, partIds, warehouseIds],
  })

const write = (tx: CallerTx, partIds: readonly number[], limits: readonly OwnLimits[]) =>
  insertMany(
    tx,
    'product_limit',
    partIds.flatMap((partId) => limits.map((each) => ({ orgId: tx.caller.orgId, partId, ...each }))),
  )
