import { fieldError, invalid } from '../../kernel/base/errors'
import type { CallerTx } from '../../kernel/db/tx'
import { openBins } from '../../kernel/goods/line-checks'

interface Moved {
  locationId: number | null
  toLocationId?: unknown
}

/**
 * Goods go into another bin of the warehouse, one that is in use. What they leave may be a disabled bin (business/warehouse 1.4). @throws Failure invalid, by line
 */
export async function assertTargets(tx: CallerTx, warehouseId: number, lines: readonly Moved[]): Promise<void> {
  const targets = lines.map((line) => line.toLocationId as number)
  const warehouseOf = await openBins(tx, targets)
  const errors = lines.flatMap(({ locationId }, i) => {
    const target = targets[i] as number
    const path = `lines.${i}.toLocationId`
    if (target === locationId) return [fieldError(path, '移入货位与移出货位相同')]
    return warehouseOf(target) === warehouseId ? [] : [fieldError(path, '移入货位不属于所选仓库或已停用')]
  })
  if (errors.length > 0) invalid(errors)
}
