import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { approvalButtons } from '@chepu/contract/access/registration'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { registrationTotals } from './registration/registrations'

/** Companies and shops that wait for 企业审核. */
export async function accessTasks(tx: CallerTx): Promise<HomeTask[]> {
  if (!mayPress(tx.caller, approvalButtons.view) || !mayPress(tx.caller, approvalButtons.approve)) return []
  const params = { state: 'pending' }
  const { count } = await registrationTotals(tx, params)
  return [{ title: '待审核企业', count, screen: 'orgApproval', params }]
}
