import type { Markup, OwnLimits, productRoutes, ProductSettings } from '@chepu/contract/basics/product'
import { type Decimal, mul, round } from '@chepu/contract/kernel/decimal'
import { audit, changes } from '../../kernel/db/audit'
import type { BodyOf } from '../../kernel/http/bind'
import type { CallerTx } from '../../kernel/db/tx'
import { forbidden, invalid, notFound, refuse } from '../../kernel/base/errors'
import { unitsOf } from '../../kernel/goods/line-checks'
import { changeMaster, lockMaster, type Master, type MasterRow } from '../../kernel/master/master'
import { figureErrors, limitErrors, placeErrors, priceWarnings, type ProductPlace, type ProductValues } from './check'
import { maySee, settable } from './fields'
import { ownLimitErrors, ownLimitsOf, replaceOwnLimits, setOwnLimits } from './limits'
import { notePrices, type PriceChange } from './price-history'

const product: Master = { table: 'product', title: '商品' }

type ProductMaster = MasterRow &
  ProductValues &
  Required<ProductPlace> & {
    orgId: number
    partId: number
    purchasePrice: Decimal | null
    transferPrice: Decimal | null
  }

/** Saves one product; fields that are left out or hidden from the caller stay. Warnings do not hinder. */
export async function saveProduct(tx: CallerTx, body: BodyOf<typeof productRoutes.save>) {
  const { id, version, limits, ...typed } = body
  const before = await lockMaster<ProductMaster>(tx, product, id, version)
  if (before.orgId !== tx.caller.orgId) notFound('商品')
  const set = withoutStrangeLocation(before, settable(tx.caller, typed))
  const after = complete({ ...before, ...set })
  const unit = (await unitsOf(tx, [before.partId])).get(before.partId)
  const errors = [
    ...figureErrors(tx.caller, after),
    ...(await placeErrors(tx, after)),
    ...(await ownLimitErrors(tx, limits ?? [])),
    ...limitErrors(set, unit),
    ...(limits ?? []).flatMap((row, i) => limitErrors(row, unit, `limits.${i}.`)),
  ]
  if (errors.length > 0) invalid(errors)
  const row = { ...set, transferPrice: after.transferPrice, updatedAt: new Date() }
  const saved = await changeMaster(tx, product, before, row)
  if (limits) await saveOwnLimits(tx, before, limits)
  await notePrices(tx, byHand(tx), [{ partId: before.partId, before, after: row }])
  return { ...saved, warnings: priceWarnings(after) }
}

/** Limits of warehouses that became other ones, with their place in the audit trail. */
async function saveOwnLimits(tx: CallerTx, { id, partId }: ProductMaster, limits: readonly OwnLimits[]): Promise<void> {
  const before = await ownLimitsOf(tx, partId)
  await replaceOwnLimits(tx, partId, limits)
  const after = await ownLimitsOf(tx, partId)
  if (JSON.stringify(before) !== JSON.stringify(after))
    await auditEach(tx, [{ id }], () => ({ action: 'update', detail: { limits: [before, after] } }))
}

/** What history says of a price that somebody types into 商品资料. */
const byHand = ({ caller: { orgId, userId } }: CallerTx) => ({ orgId, userId, source: 'product' as const })

/** With another default warehouse the old location is given up, unless a new one is named. */
const withoutStrangeLocation = (before: ProductMaster, set: ProductSettings): ProductSettings =>
  set.defaultWarehouseId !== undefined &&
  set.defaultWarehouseId !== before.defaultWarehouseId &&
  set.defaultLocationId === undefined
    ? { ...set, defaultLocationId: null }
    : set

/** The transfer price is the purchase price unless one is set (business/basics 4.1). */
const complete = (row: ProductMaster): ProductMaster => ({
  ...row,
  transferPrice: row.transferPrice ?? row.purchasePrice,
})

/** Makes products of parts for the caller's org; parts that it has already are passed over. */
export async function introduceParts(tx: CallerTx, partIds: readonly number[]): Promise<{ count: number }> {
  const active = await tx.query<{ id: number }>({
    text: 'select id from part where group_id = $1 and is_active and id = any ($2::bigint[]) order by id',
    values: [tx.groupId, partIds],
  })
  if (active.length < new Set(partIds).size) invalid([{ path: 'partIds', message: '所选配件不存在或已停用' }])
  const added = await tx.insert<{ id: number; partId: number }>(
    'product',
    ['group_id', 'org_id', 'part_id'],
    active.map(({ id }) => [tx.groupId, tx.caller.orgId, id]),
    'on conflict (group_id, org_id, part_id) do nothing returning id, part_id',
  )
  await auditEach(tx, added, (row) => ({ action: 'add', detail: { partId: row.partId } }))
  return { count: added.length }
}

const auditEach = async <Row extends { id: number }>(
  tx: CallerTx,
  rows: readonly Row[],
  entry: (row: Row) => { action: string; detail: unknown },
): Promise<void> => {
  if (rows.length > 0) await audit(tx, ...rows.map((row) => ({ entity: 'product', entityId: row.id, ...entry(row) })))
}

/** The caller's own products of the ids, locked by part as receipts lock them. */
async function lockProducts(tx: CallerTx, ids: readonly number[]): Promise<(ProductMaster & { code: string })[]> {
  const rows = await tx.query<ProductMaster & { code: string }>({
    text: `select pr.*, p.code from product pr join part p on p.group_id = pr.group_id and p.id = pr.part_id
      where pr.group_id = $1 and pr.org_id = $2 and pr.id = any ($3::bigint[]) order by pr.part_id for no key update of pr`,
    values: [tx.groupId, tx.caller.orgId, ids],
  })
  if (rows.length < new Set(ids).size) notFound('商品')
  return rows
}

/** Sets the same values on many products, and a price as a multiple of another; each product is checked on its own. */
export async function setProducts(
  tx: CallerTx,
  body: { ids: number[]; set: ProductSettings; markup?: Markup | undefined },
): Promise<{ count: number }> {
  const set = settable(tx.caller, body.set)
  if (body.markup && !(maySee(tx.caller, body.markup.price) && maySee(tx.caller, body.markup.base)))
    forbidden('您没有查看该价格的权限')
  if (Object.keys(set).length === 0 && !body.markup) invalid([{ path: 'set', message: '请填写要修改的内容' }])
  const setsPlace = Object.keys(set).some((field) => field.startsWith('default'))
  const changed: PriceChange[] = []
  const products = await lockProducts(tx, body.ids)
  const units = await unitsOf(
    tx,
    products.map(({ partId }) => partId),
  )
  for (const before of products) {
    const row = { ...withoutStrangeLocation(before, set), ...marked(before, body.markup) }
    const after = { ...before, ...row }
    const [fault] = [
      ...figureErrors(tx.caller, after),
      ...limitErrors(set, units.get(before.partId)),
      ...(setsPlace ? await placeErrors(tx, after) : []),
    ]
    if (fault) refuse(`[${before.code}] ${fault.message}`)
    if (Object.keys(changes(before, row)).length > 0)
      await changeMaster(tx, product, before, { ...row, updatedAt: new Date() })
    changed.push({ partId: before.partId, before, after: row })
  }
  await notePrices(tx, byHand(tx), changed)
  return { count: body.ids.length }
}

interface StockLimits {
  partIds: readonly number[]
  warehouseId?: number | null | undefined
  minStock: Decimal | null
  maxStock: Decimal | null
}

/**
 * 设上下限 of the caller's own products, by their parts, as a whole or in one warehouse (business/warehouse 4.3); null takes a limit away.
 * @throws Failure refusal, naming the part, where the lower limit would be above the upper one or its unit has fewer decimals; invalid for a warehouse that he may not set them for
 */
export async function setStockLimits(tx: CallerTx, body: StockLimits): Promise<{ count: number }> {
  const products = await tx.query<{ id: number }>({
    text: 'select id from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])',
    values: [tx.groupId, tx.caller.orgId, body.partIds],
  })
  if (products.length < new Set(body.partIds).size) invalid([{ path: 'partIds', message: '所选配件不是本企业的商品' }])
  const ids = products.map(({ id }) => id)
  const { minStock, maxStock, warehouseId } = body
  if (!warehouseId) return setProducts(tx, { ids, set: { minStock, maxStock } })
  return limitWarehouse(tx, ids, { warehouseId, minStock, maxStock })
}

/** The products become other ones by it, so that a form which was opened before does not write over the new limits. */
async function limitWarehouse(tx: CallerTx, ids: readonly number[], limits: OwnLimits): Promise<{ count: number }> {
  const rows = await lockProducts(tx, ids)
  const isNone = limits.minStock === null && limits.maxStock === null
  const [fault] = await ownLimitErrors(tx, [isNone ? { ...limits, minStock: '0' } : limits])
  if (fault) invalid([{ path: fault.path.replace('limits.0.', ''), message: fault.message }])
  const partIds = rows.map(({ partId }) => partId)
  const units = await unitsOf(tx, partIds)
  for (const { partId, code } of rows)
    for (const { message } of limitErrors(limits, units.get(partId))) refuse(`[${code}] ${message}`)
  await setOwnLimits(tx, partIds, limits)
  await tx.query({
    text: 'update product set version = version + 1, updated_at = now() where group_id = $1 and id = any ($2::bigint[])',
    values: [tx.groupId, ids],
  })
  await auditEach(tx, rows, () => ({ action: 'update', detail: { limits } }))
  return { count: rows.length }
}

/** The marked-up price, 2 decimals; products without the base price keep theirs. */
function marked(before: ProductMaster, markup: Markup | undefined): Record<string, Decimal> {
  const base = markup && (before[markup.base] as Decimal | null)
  return markup && base ? { [markup.price]: round(mul(base, markup.factor), 2) } : {}
}

export async function shelveProducts(
  tx: CallerTx,
  ids: readonly number[],
  onShelf: boolean,
): Promise<{ count: number }> {
  const rows = (await lockProducts(tx, ids)).filter((row) => row['onShelf'] !== onShelf)
  await tx.query({
    text: `update product set on_shelf = $3, version = version + 1, updated_at = now() where group_id = $1 and id = any ($2::bigint[])`,
    values: [tx.groupId, rows.map((row) => row.id), onShelf],
  })
  await auditEach(tx, rows, () => ({ action: onShelf ? 'shelve' : 'unshelve', detail: null }))
  return { count: rows.length }
}
