import type { HomeTask } from '@chepu/contract/kernel/home-task'
import type { CallerTx } from '../kernel/db/tx'
import type { GoodsTraits } from '../kernel/goods/types'
import { countDocuments } from '../kernel/goods/list'
import { toApprove } from '../kernel/document/home-tasks'
import { traits as receipt } from './goods-receipt/traits'
import { traits as order } from './purchase-order/traits'
import { traits as back } from './purchase-return/traits'

const approved: [GoodsTraits, string][] = [
  [order, 'purchaseOrder'],
  [receipt, 'purchase'],
  [back, 'purchaseBack'],
]

/** Documents of purchasing that wait for the caller. */
export async function purchasingTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found: HomeTask[] = []
  for (const [kind, screen] of approved) {
    found.push(...(await toApprove(tx, kind.def, screen, (filters) => countDocuments(tx, kind, filters))))
  }
  return found
}
