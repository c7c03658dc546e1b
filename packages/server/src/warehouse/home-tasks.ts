import { pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { inboundTabs } from '@chepu/contract/warehouse/inbound'
import { outboundTabs } from '@chepu/contract/warehouse/outbound'
import { stockCount } from '@chepu/contract/warehouse/stock-count'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { toApprove } from '../kernel/document/home-tasks'
import { countDocuments } from '../kernel/goods/list'
import type { GoodsTraits } from '../kernel/goods/types'
import { assemblyKind } from './assembly/traits'
import { costAdjustmentKind } from './cost-adjustment/traits'
import { disassemblyKind } from './disassembly/traits'
import { kindNamed } from '../kernel/goods/registry'
import { inboundTotals } from './inbound/queries'
import { transferTasks } from './transfers/desk'
import { countTotals } from './stock-count/list'
import { outboundTotals } from './outbound/queries'

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
  for (const { def } of mayPress(tx.caller, pageOf('inbound')) ? inboundTabs : []) {
    const kind = kindNamed(def.kind)
    if (!kind) continue
    const { count } = await inboundTotals(tx, kind, { status: 'waiting' })
    found.push({ title: `待入库：${def.board.tab}`, count, screen: 'purWareHous', params: { tab: def.kind } })
  }
  for (const { def } of mayPress(tx.caller, pageOf('outbound')) ? outboundTabs : []) {
    const kind = kindNamed(def.kind)
    if (!kind) continue
    const { count } = await outboundTotals(tx, kind, { status: 'waiting' })
    found.push({ title: `待出库：${def.board.tab}`, count, screen: 'outWareHous', params: { tab: def.kind } })
  }
  if (mayPress(tx.caller, stockCount.buttons.view)) {
    const params = { state: 'counting,recount' }
    const { count } = await countTotals(tx, params)
    found.push({ title: '盘点中', count, screen: 'inventoryListByOrder', params })
  }
  const waiting = async (filters: { state: string }) => (await countTotals(tx, filters)).count
  found.push(...(await toApprove(tx, stockCount, 'inventoryListByOrder', waiting)))
  return [...found, ...(await transferTasks(tx))]
}
