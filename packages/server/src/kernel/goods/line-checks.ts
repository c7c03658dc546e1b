// What a quantity, a bin and an amount have to be on any line, typed at a desk or counted in the warehouse.
import type { DocumentAmounts } from '@chepu/contract/kernel/amounts'
import { abs, compare, type Decimal, truncate } from '@chepu/contract/kernel/decimal'
import { fieldError, invalid, refuse } from '../base/errors'
import type { CallerTx } from '../db/tx'
import type { Posting } from '../ledgers/types'
import type { DocumentWarehouse, GoodsDocument, GoodsLine, GoodsTraits } from './types'

/** What a part's unit allows. */
export interface PartUnit {
  code: string
  unitName: string
  decimals: number
}

/** What is wrong with a quantity in the part's unit; nothing when it has no more decimals than that (business/documents 3.1). */
export function qtyProblem(qty: Decimal, unit: PartUnit): string | undefined {
  const problem = unitProblem(qty, unit)
  return problem && `[${unit.code}] ${problem}`
}

/** The same where the part is named by what stands around it. */
export function unitProblem(qty: Decimal, { unitName, decimals }: PartUnit): string | undefined {
  if (compare(truncate(qty, decimals), qty) === 0) return undefined
  const rule = decimals === 0 ? '只能录入整数' : `最多${decimals}位小数`
  return `单位“${unitName}”的数量${rule}`
}

/** What the units of these parts allow, by part. */
export async function unitsOf(tx: CallerTx, partIds: readonly number[]): Promise<Map<number, PartUnit>> {
  const rows = await tx.query<PartUnit & { id: number }>({
    name: 'units-of-parts',
    text: `select p.id, p.code, u.name as unit_name, u.decimals from part p join unit u on u.group_id = p.group_id and u.id = p.unit_id
      where p.group_id = $1 and p.id = any ($2::bigint[])`,
    values: [tx.groupId, partIds],
  })
  return new Map(rows.map((row) => [row.id, row]))
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

/**
 * Goods of a part that is managed by batch come in under a batch; a draft may wait for it, since who unpacks them reads it
 * (business/basics 3). @throws Failure invalid, by line
 */
export function assertBatches(lines: readonly GoodsLine[], { stock = [] }: Posting): void {
  const nameless = new Set(
    stock
      .filter((move) => move.direction === 'in' && move.batchNo === '' && !move.sameGoodsAs)
      .map((move) => move.lineId),
  )
  const errors = lines.flatMap((line, i) =>
    line.batchManaged && nameless.has(line.id)
      ? [fieldError(`lines.${i}.batchNo`, `[${line.partCode}] 按批次管理，请填写批次`)]
      : [],
  )
  if (errors.length > 0) invalid(errors)
}

/**
 * Refuses to post what was disabled or merged away since the draft was saved: partner, parts, and bins that goods come into. Goods
 * may leave a disabled bin that still holds some. @throws Failure refused, invalid
 */
export function assertInUse(kind: GoodsTraits, { partner, lines }: GoodsDocument): void {
  if (partner.isActive === false) refuse(`${kind.def.partnerTitle} ${partner.name} 已停用`)
  const errors = lines.flatMap((line, i) => [
    ...(line.partIsActive ? [] : [fieldError(`lines.${i}.partId`, `[${line.partCode}] 已停用`)]),
    ...(line.locationIsOpen || kind.emptiesBins
      ? []
      : [fieldError(`lines.${i}.locationId`, '货位不属于该仓库或已停用')]),
  ])
  if (errors.length > 0) invalid(errors)
}

/** The warehouse as far as rules ask about it; callers have seen to it that there is one. */
export async function warehouseOf(tx: CallerTx, id: number): Promise<DocumentWarehouse> {
  const warehouse = await tx.one<DocumentWarehouse>({
    name: 'warehouse-of-document',
    text: 'select name, allow_sale from warehouse where group_id = $1 and id = $2',
    values: [tx.groupId, id],
  })
  if (!warehouse) throw new Error('a document has no warehouse')
  return warehouse
}

/** Refuses a warehouse that sells nothing, in a field of the request. @throws Failure invalid */
export function assertSells({ name, allowSale }: DocumentWarehouse, path = 'header.warehouseId'): void {
  if (!allowSale) invalid([{ path, message: `仓库 ${name} 不允许销售出库` }])
}

const tooMuch = '1e14'

/** Whether no column can hold an amount: 14 digits are kept before the point. */
export const isTooMuch = (amount: Decimal): boolean => compare(abs(amount), tooMuch) >= 0

/** Refuses amounts that no column can hold, by line, or for all lines together. @throws Failure invalid */
export function assertKept({ lines, totalAmount, totalTaxed }: DocumentAmounts): void {
  const errors = lines.flatMap(({ amount, taxed }, i) =>
    [amount, taxed].some(isTooMuch) ? [fieldError(`lines.${i}.price`, '金额超出允许范围')] : [],
  )
  if (errors.length > 0) invalid(errors)
  if ([totalAmount, totalTaxed].some(isTooMuch)) invalid([fieldError('lines', '合计金额超出允许范围')])
}
