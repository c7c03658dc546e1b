import { type RawBuilder, sql } from 'kysely'
import { type Caller, type HiddenField, sees } from './caller'
import { isAnyOf } from './scope'

/** Fields that tell what goods cost. */
export const costFields: ReadonlySet<HiddenField> = new Set(['cost_price', 'gross_profit'])

/** Warehouses of the caller's org that he may look into without seeing what the goods cost (business/access 6, flag 成本). */
export const costlessWarehouses = (caller: Caller): number[] =>
  [...caller.warehouses].filter(([, flags]) => flags.has('view') && !flags.has('cost')).map(([id]) => id)

const hiddenFor = (caller: Caller, field: HiddenField): number[] =>
  costFields.has(field) ? costlessWarehouses(caller) : []

/** True when the caller may see the field of goods in this warehouse. */
export const seesIn = (caller: Caller, field: HiddenField, warehouseId: number): boolean =>
  sees(caller, field) && !hiddenFor(caller, field).includes(warehouseId)

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
  const hidden = hiddenFor(caller, field)
  return hidden.length === 0 ? figure : sql`case when not ${isAnyOf(column, hidden)} then ${figure} end`
}

/** The same for a sum over such rows: null as soon as one of them is hidden, for the rest would be taken for the whole. */
export function sumIn(
  caller: Caller,
  field: HiddenField,
  column: string,
  sum: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const hidden = hiddenFor(caller, field)
  return hidden.length === 0
    ? sum
    : sql`case when not coalesce(bool_or(${isAnyOf(column, hidden)}), false) then ${sum} end`
}

/** The row without those of the figures that are null because they are hidden. */
export function withoutHidden<Row extends object>(caller: Caller, row: Row, keys: readonly string[]): Row {
  if (costlessWarehouses(caller).length === 0) return row
  return Object.fromEntries(Object.entries(row).filter(([key, value]) => value !== null || !keys.includes(key))) as Row
}
