import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { deskQueues } from '@chepu/contract/warehouse/keeper-desk'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { toApprove } from '../kernel/document/home-tasks'
import { countDocuments } from '../kernel/goods/list'
import type { GoodsTraits } from '../kernel/goods/types'
import { assemblyKind } from './assembly/traits'
import { costAdjustmentKind } from './cost-adjustment/traits'
import { disassemblyKind } from './disassembly/traits'
import { waitingPlaces } from './desk'
import { transferTasks } from './transfers/desk'
import { countTotals, running } from './stock-count/list'

const approved: [GoodsTraits, string][] = [
  [assemblyKind, 'assembly'],
  [disassemblyKind, 'disassembly'],
  [costAdjustmentKind, 'costAdjustment'],
]

/** What waits for approval, on the two desks of the warehouse, tab by tab, and on the way, and what is being counted or has been. */
export async function warehouseTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found: HomeTask[] = []
  for (const [kind, screen] of approved) {
    found.push(...(await toApprove(tx, kind.def, screen, (filters) => countDocuments(tx, kind, filters))))
  }
  for (const desk of ['inbound', 'outbound'] as const) {
    const places = await waitingPlaces(tx, desk)
    found.push(...places.map((place) => ({ ...place, title: `${deskQueues[desk]}：${place.title}` })))
  }
  if (mayPress(tx.caller, stockCount.buttons.view)) {
    const { count } = await countTotals(tx, running)
    found.push({ title: deskQueues.counting, count, screen: 'inventoryListByOrder', params: running })
  }
  const waiting = async (filters: { state: string }) => (await countTotals(tx, filters)).count
  found.push(...(await toApprove(tx, stockCount, 'inventoryListByOrder', waiting)))
  return [...found, ...(await transferTasks(tx))]
}
