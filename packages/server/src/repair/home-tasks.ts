import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { button, pageOf } from '@chepu/contract/access/catalogue'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { repairListTotals } from '../kernel/repair/list'
import { workOrderTraits } from './work-order/traits'

/** Orders whose customer has not been asked yet, and those that are done and not settled. */
export async function repairTasks(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayPress(tx.caller, pageOf('work_order'))) return []
  const task = async (title: string, params: { state: string }): Promise<HomeTask> => {
    const { count } = await repairListTotals(tx, workOrderTraits, params)
    return { title, count, screen: 'repair', params }
  }
  const found: HomeTask[] = []
  if (mayPress(tx.caller, button('work_order', 'confirm'))) found.push(await task('待客户确认工单', { state: 'estimating' }))
  return found
}
