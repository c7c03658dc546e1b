import { button, pageOf } from '@chepu/contract/access/catalogue'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { settleable, warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { toApprove } from '../kernel/document/home-tasks'
import { repairListTotals } from '../kernel/repair/list'
import { billTraits } from './bill/traits'
import { claimTraits } from './claim/traits'
import { claimTotals } from './claim-documents/list'

/** What waits with the three guarantees (business/three-guarantees 3.6): bills to approve and to claim, claims without an answer, and what a manufacturer agreed to and nobody settled. */
export const warrantyTasks = async (tx: CallerTx): Promise<HomeTask[]> => [
  ...(await toApprove(tx, warrantyBill, 'threePackage', (filters) => billsOf(tx, filters))),
  ...(await claimTasks(tx)),
  ...(await answerTasks(tx)),
  ...(await settleTasks(tx)),
]

const billsOf = async (tx: CallerTx, filters: { state: string; isRed?: boolean }) =>
  (await repairListTotals(tx, billTraits, filters)).count

async function claimTasks(tx: CallerTx): Promise<HomeTask[]> {
  const mayClaim = [warrantyBill.buttons.view, button('warranty_claim', 'add')].every((id) => mayPress(tx.caller, id))
  if (!mayClaim) return []
  // A red bill is approved as well, and nobody is asked to pay it.
  const count = await billsOf(tx, { state: 'approved', isRed: false })
  const params = { state: 'approved', isRed: 'false' }
  return [{ title: `待申报${warrantyBill.title}`, count, screen: 'threePackage', params }]
}

/** A claim that is 已答复 still has bills that wait. */
async function answerTasks(tx: CallerTx): Promise<HomeTask[]> {
  const mayEnter = [pageOf('warranty_claim'), button('claim_confirm', 'enter')].every((id) => mayPress(tx.caller, id))
  if (!mayEnter) return []
  const params = { state: 'sent,answered' }
  const { count } = await claimTotals(tx, claimTraits, params)
  return [{ title: `待厂家答复${warrantyClaim.title}`, count, screen: 'claim', params }]
}

async function settleTasks(tx: CallerTx): Promise<HomeTask[]> {
  const maySettle = [warrantyBill.buttons.view, button('claims_money', 'settle')].every((id) => mayPress(tx.caller, id))
  if (!maySettle) return []
  const params = { state: settleable.join() }
  return [{ title: `待结算${warrantyBill.title}`, count: await billsOf(tx, params), screen: 'threePackage', params }]
}
