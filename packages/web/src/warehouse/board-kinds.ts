import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import type { BoardDef } from '@chepu/contract/warehouse/board'
import type { SessionView } from '../kit/base/session'

/** Whether documents of the kind are entered in the warehouse, and not only moved there. */
export const isOwn = ({ area }: BoardDef): boolean => area === 'stock'

/** Whether the user takes a step with a document of a board: by right, and by the flags that it wants in its warehouse (business/access 6). */
export function mayStep(
  def: BoardDef,
  name: string,
  row: { warehouseId: number },
  { has, flagsAt }: Pick<SessionView, 'has' | 'flagsAt'>,
): boolean {
  const action = def.actions[name]
  return action !== undefined && has(action.button) && !missingFlag(def, action, row, flagsAt)
}
