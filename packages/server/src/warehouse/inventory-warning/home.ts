import { sql } from 'kysely'
import { fieldError, invalid } from '../../kernel/base/errors'
import { warehousesWith } from '../../kernel/caller/caller'
import { isAnyOf } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { homeOf } from '../limits'

/** A line of what falls short: the part, and the warehouse where it does, if that has limits of its own. */
interface Short {
  partId: number
  warehouseId?: number | null | undefined
}

/** @throws Failure invalid where a part is named twice for one warehouse */
function assertNamedOnce(lines: readonly Short[]): void {
  const named = new Set(lines.map(({ partId, warehouseId }) => `${partId}:${warehouseId ?? ''}`))
  if (named.size < lines.length) invalid([{ path: 'lines', message: '同一配件只能选择一次' }])
}

interface Home {
  partId: number
  code: string
  warehouseId: number | null
  warehouseName: string
  /** Whom the product is bought from: its default supplier, else its latest. */
  supplierId: number | null
}

/**
 * For each line the warehouse that its goods are wanted in: the one that it names, else that of the product, else the organisation's. A part that the
 * organisation has never kept has none of its own.
 * @throws Failure invalid for a part that is named twice, or no product here and wanted nowhere, and for a warehouse that the caller may not view
 */
export async function homesOf(tx: CallerTx, lines: readonly Short[]): Promise<Home[]> {
  assertNamedOnce(lines)
  const products = new Map((await productsOf(tx, lines)).map((row) => [row.partId, row]))
  const warehouses = await warehousesOf(tx, lines)
  return lines.map(({ partId, warehouseId }, i) => {
    const product = products.get(partId)
    if (!product?.isProduct && !(product && warehouseId))
      return invalid([fieldError(`lines.${i}.partId`, '配件不是本企业的商品')])
    if (!warehouseId) return product
    const warehouseName = warehouses.get(warehouseId)
    if (warehouseName === undefined)
      return invalid([fieldError(`lines.${i}.warehouseId`, `[${product.code}] 仓库不存在`)])
    return { ...product, warehouseId, warehouseName }
  })
}

const productsOf = (tx: CallerTx, lines: readonly Short[]) =>
  tx.select(sql<
    Home & { isProduct: boolean }
  >`select p.id as part_id, p.code, pr.part_id is not null as is_product, w.id as warehouse_id, coalesce(w.name, '') as warehouse_name,
      coalesce(pr.default_supplier_id, pr.last_supplier_id) as supplier_id
    from part p left join product pr on pr.group_id = p.group_id and pr.org_id = ${tx.caller.orgId} and pr.part_id = p.id
    left join warehouse w on w.group_id = p.group_id and w.id = ${homeOf(tx.groupId, tx.caller.orgId)}
    where p.group_id = ${tx.groupId} and ${isAnyOf(
      'p.id',
      lines.map(({ partId }) => partId),
    )}`)

/** Names of the warehouses that lines name, as far as the caller may view them. */
async function warehousesOf(tx: CallerTx, lines: readonly Short[]): Promise<Map<number, string>> {
  const seen = warehousesWith(tx.caller, 'view')
  const ids = lines.flatMap(({ warehouseId }) => (warehouseId && seen.includes(warehouseId) ? [warehouseId] : []))
  if (ids.length === 0) return new Map()
  const rows = await tx.select(sql<{ id: number; name: string }>`select w.id, w.name from warehouse w
    where w.group_id = ${tx.groupId} and w.org_id = ${tx.caller.orgId} and w.is_active and ${isAnyOf('w.id', ids)}`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
