import { pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { inboundKinds, inboundTabs } from '@chepu/contract/warehouse/inbound'
import { outboundKinds, outboundTabs } from '@chepu/contract/warehouse/outbound'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/db'
import { kindNamed } from '../kernel/goods/registry'
import { inboundTotals } from './inbound/queries'
import { outboundTotals } from './outbound/queries'

/** What waits on the two desks of the warehouse, tab by tab. */
export async function warehouseTasks(tx: CallerTx): Promise<HomeTask[]> {
  const found: HomeTask[] = []
  for (const name of mayPress(tx.caller, pageOf('inbound')) ? inboundKinds : []) {
    const kind = kindNamed(name)
    if (!kind) continue
    const { count } = await inboundTotals(tx, kind, { status: 'waiting' })
    found.push({ title: `待入库：${inboundTabs[name]}`, count, screen: 'purWareHous', params: { tab: name } })
  }
  for (const name of mayPress(tx.caller, pageOf('outbound')) ? outboundKinds : []) {
    const kind = kindNamed(name)
    if (!kind) continue
    const { count } = await outboundTotals(tx, kind, { status: 'waiting' })
    found.push({ title: `待出库：${outboundTabs[name]}`, count, screen: 'outWareHous', params: { tab: name } })
  }
  return found
}
