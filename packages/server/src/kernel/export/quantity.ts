import { type Decimal, trimZeros } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../db/tx'

/** Writes a quantity of a row with the decimals of the row's unit, such as 2.50 for litres. */
type QuantityText = (quantity: unknown, row: Record<string, unknown>) => unknown

/**
 * How this group writes quantities: a row tells its unit as `unitName`. Sums over several units and rows whose unit is not known are
 * shown with the decimals that say something; digits beyond the unit's stay.
 */
export async function quantityTexts(tx: CallerTx): Promise<QuantityText> {
  const units = await tx.query<{ name: string; decimals: number }>({
    text: 'select name, decimals from unit where group_id = $1',
    values: [tx.groupId],
  })
  const decimals = new Map<unknown, number>(units.map((unit) => [unit.name, unit.decimals]))
  return (quantity, { unitName }) =>
    quantity == null ? quantity : padded(String(quantity), decimals.get(unitName) ?? 0)
}

function padded(quantity: Decimal, decimals: number): Decimal {
  const [whole = '', fraction = ''] = trimZeros(quantity).split('.')
  const digits = fraction.padEnd(decimals, '0')
  return digits === '' ? whole : `${whole}.${digits}`
}
