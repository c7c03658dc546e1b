import { invalid } from '../base/errors'
import type { CallerTx } from '../db/tx'
import { qtyProblem, unitsOf } from './line-checks'

/**
 * Refuses quantities of parts with more decimals than their units take, at the rows below `at`, in which the quantity is called
 * `field` (business/documents 3.1).
 * @throws Failure invalid, by row
 */
export async function assertUnitQuantities(
  tx: CallerTx,
  at: string,
  rows: readonly { partId: number | null; qty: string }[],
  field = 'qty',
): Promise<void> {
  const units = await unitsOf(
    tx,
    rows.flatMap(({ partId }) => partId ?? []),
  )
  const faults = rows.flatMap(({ partId, qty }, i) => {
    const unit = units.get(partId ?? 0)
    const problem = unit && qtyProblem(qty, unit)
    return problem ? [{ path: `${at}.${i}.${field}`, message: `第${i + 1}行 ${problem}` }] : []
  })
  if (faults.length > 0) invalid(faults)
}
