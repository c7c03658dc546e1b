import { pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { inboundTabs } from '@chepu/contract/warehouse/inbound'
import { outboundTabs } from '@chepu/contract/warehouse/outbound'
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
import { outboundTotals } from './outbound/queries'

const approved: [GoodsTraits, string][] = [
  [assemblyKind, 'assembly'],
  [disassemblyKind, 'disassembly'],
  [costAdjustmentKind, 'costAdjustment'],
]

/** What waits for approval, and on the two desks of the warehouse, tab by tab. */
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
  return [...found, ...(await transferTasks(tx))]
}
