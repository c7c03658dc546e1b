// Products by the thousand, for imports.
import type { ProductSettings } from '@chepu/contract/basics/product'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { unitsOf } from '../../kernel/goods/line-checks'
import { auditMany, insertMany, repeated, updateMany } from '../../kernel/master/bulk'
import type { CallerTx } from '../../kernel/db/tx'
import { invalid } from '../../kernel/base/errors'
import { figureErrors, limitErrors, type ProductValues } from './check'
import { settable } from './fields'
import { notePrices } from './price-history'

/** What an import sets on the org's product of a part; fields that are absent or null stay as they are. */
export interface BulkProduct extends ProductSettings {
  partId: number
}

const columnTypes = {
  purchasePrice: 'numeric',
  wholesalePrice1: 'numeric',
  wholesalePrice2: 'numeric',
  wholesalePrice3: 'numeric',
  retailPrice: 'numeric',
  transferPrice: 'numeric',
  minSalePrice: 'numeric',
  minStock: 'numeric',
  maxStock: 'numeric',
  defaultWarehouseId: 'bigint',
  defaultLocationId: 'bigint',
} as const
const columns = Object.keys(columnTypes) as (keyof typeof columnTypes)[]

type Stored = ProductValues & Record<string, unknown> & { id: number; partId: number }
const none = {
  wholesalePrice1: null,
  wholesalePrice2: null,
  wholesalePrice3: null,
  retailPrice: null,
  minSalePrice: '0',
  minStock: null,
  maxStock: null,
}

/** Faults of the products, alone and with what is stored; `path` is `{index}.{field}`. */
export async function bulkProductErrors(tx: CallerTx, products: readonly BulkProduct[]): Promise<FieldError[]> {
  const stored = await storedProducts(tx, products)
  const locations = await warehousesOfLocations(tx, products)
  const units = await unitsOf(
    tx,
    products.map(({ partId }) => partId),
  )
  const errors: FieldError[] = []
  for (const i of repeated(products.map((product) => String(product.partId))))
    errors.push({ path: `${i}.partId`, message: '配件在文件中重复' })
  products.forEach((product, i) => {
    const after = merged(stored.get(product.partId), settable(tx.caller, product))
    errors.push(...figureErrors(tx.caller, after).map((error) => ({ ...error, path: `${i}.${error.path}` })))
    errors.push(...limitErrors(product, units.get(product.partId), `${i}.`))
    const { defaultWarehouseId, defaultLocationId } = after
    if (defaultLocationId != null && locations.get(defaultLocationId as number) !== defaultWarehouseId)
      errors.push({ path: `${i}.defaultLocationId`, message: '货位不属于默认仓库' })
  })
  return errors
}

/**
 * Sets figures on the caller's org's products of many parts and makes the products that are missing; all or nothing.
 * Prices that the caller may not see are passed over.
 */
export async function saveProductsBulk(tx: CallerTx, products: readonly BulkProduct[]): Promise<{ count: number }> {
  const errors = await bulkProductErrors(tx, products)
  if (errors.length > 0) invalid(errors)
  await insertMany(
    tx,
    'product',
    products.map(({ partId }) => ({ orgId: tx.caller.orgId, partId })),
    'on conflict (group_id, org_id, part_id) do nothing',
  )
  const stored = await storedProducts(tx, products)
  const rows = products.map((product) => {
    const before = stored.get(product.partId) as Stored
    const after = merged(before, settable(tx.caller, product))
    return { id: before.id, ...Object.fromEntries(columns.map((column) => [column, after[column] ?? null])) }
  })
  await updateMany(tx, 'product', columnTypes, rows)
  const { orgId, userId } = tx.caller
  const changed = products.map((product, i) => {
    const before = stored.get(product.partId) as Stored
    return { partId: product.partId, before, after: rows[i] ?? {} }
  })
  await notePrices(tx, { orgId, userId, source: 'import' }, changed)
  await auditMany(
    tx,
    products.map(({ partId, ...set }) => ({
      entity: 'product',
      entityId: stored.get(partId)?.id as number,
      action: 'update',
      detail: { import: true, ...set },
    })),
  )
  return { count: products.length }
}

/** A new default warehouse without a location drops the old location. */
function merged(before: Stored | undefined, set: ProductSettings): ProductValues & Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value != null))
  const base: ProductValues & Record<string, unknown> = before ?? none
  const moves = given['defaultWarehouseId'] !== undefined && given['defaultWarehouseId'] !== base['defaultWarehouseId']
  return { ...base, ...(moves && { defaultLocationId: null }), ...given }
}

async function storedProducts(tx: CallerTx, products: readonly BulkProduct[]): Promise<Map<number, Stored>> {
  const rows = await tx.query<Stored>({
    text: 'select * from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])',
    values: [tx.groupId, tx.caller.orgId, products.map((product) => product.partId)],
  })
  return new Map(rows.map((row) => [row.partId, row]))
}

async function warehousesOfLocations(tx: CallerTx, products: readonly BulkProduct[]): Promise<Map<number, number>> {
  const stored = await storedProducts(tx, products)
  const ids = [
    ...products.flatMap((product) => product.defaultLocationId ?? []),
    ...[...stored.values()].flatMap((row) => (row['defaultLocationId'] as number | null) ?? []),
  ]
  const rows = await tx.query<{ id: number; warehouseId: number }>({
    text: `select l.id, l.warehouse_id from location l
      join warehouse w on w.group_id = l.group_id and w.id = l.warehouse_id and w.org_id = $2 and w.kind <> 'transit'
      where l.group_id = $1 and l.id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, ids],
  })
  return new Map(rows.map((row) => [row.id, row.warehouseId]))
}
