import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { repairListTotals } from '../kernel/repair/list'
import { workOrderTraits } from './work-order/traits'

/** Orders whose customer has not been asked yet. */
export async function repairTasks(tx: CallerTx): Promise<HomeTask[]> {
  const mayAsk = [pageOf('work_order'), button('work_order', 'confirm')].every((id) => mayPress(tx.caller, id))
  if (!mayAsk) return []
  const params = { state: 'estimating' }
  const { count } = await repairListTotals(tx, workOrderTraits, params)
  return [{ title: '待客户确认工单', count, screen: 'repair', params }]
}
