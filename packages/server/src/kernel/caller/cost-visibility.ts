import { type RawBuilder, sql } from 'kysely'
import { type Caller, type HiddenField, sees, warehousesWith } from './caller'
import { isAnyOf } from './scope'

/** Fields that tell what goods cost. */
export const costFields: ReadonlySet<HiddenField> = new Set(['cost_price', 'gross_profit'])

/** Warehouses of the caller's org that he may look into without seeing what the goods cost (business/access 6, flag 成本). */
export const costlessWarehouses = (caller: Caller): number[] =>
  [...caller.warehouses].filter(([, flags]) => flags.has('view') && !flags.has('cost')).map(([id]) => id)

/**
 * The warehouses to which somebody is restricted in what costs he sees; undefined for who sees those of all that he may look into. Goods that lie
 * elsewhere, at a sister or on their way, tell the restricted nothing either.
 */
const restrictedTo = (caller: Caller, field: HiddenField): number[] | undefined =>
  costFields.has(field) && costlessWarehouses(caller).length > 0 ? warehousesWith(caller, 'cost') : undefined

/** True when the caller may see the field of goods in this warehouse. */
export const seesIn = (caller: Caller, field: HiddenField, warehouseId: number): boolean =>
  sees(caller, field) && (restrictedTo(caller, field)?.includes(warehouseId) ?? true)

/**
 * A figure of rows whose warehouse stands in `column`: null where the caller may not see the field of that warehouse. For
 * callers who see the field at all; `withoutHidden` then leaves the nulls out of the answer.
 */
export function figureIn(
  caller: Caller,
  field: HiddenField,
  column: string,
  figure: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const shown = restrictedTo(caller, field)
  return shown ? sql`case when ${isAnyOf(column, shown)} then ${figure} end` : figure
}

/** The same for a sum over such rows: null as soon as one of them is hidden, for the rest would be taken for the whole. */
export function sumIn(
  caller: Caller,
  field: HiddenField,
  column: string,
  sum: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const shown = restrictedTo(caller, field)
  return shown ? sql`case when coalesce(bool_and(${isAnyOf(column, shown)}), true) then ${sum} end` : sum
}

/** The row without those of the figures that are null because they are hidden. */
export function withoutHidden<Row extends object>(caller: Caller, row: Row, keys: readonly string[]): Row {
  return costlessWarehouses(caller).length === 0 ? row : withoutBlank(row, keys)
}

/** The row without those of the figures that are null. */
export const withoutBlank = <Row extends object>(row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== null || !keys.includes(key))) as Row
