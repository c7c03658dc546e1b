import { button } from '@chepu/contract/access/catalogue'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { HomeTask } from '@chepu/contract/kernel/home-task'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { mayPress } from '../kernel/caller/caller'
import type { CallerTx } from '../kernel/db/tx'
import { toApprove } from '../kernel/document/home-tasks'
import { repairListTotals } from '../kernel/repair/list'
import { billTraits } from './bill/traits'
import { claimTraits } from './claim/traits'
import { claimTotals } from './claim-documents/list'

/** What of the three guarantees waits for the caller, step by step: a look, a claim, the manufacturer's word, the settlement (business/three-guarantees 3.6). */
export async function warrantyTasks(tx: CallerTx): Promise<HomeTask[]> {
  const bills = async (params: { state: string }) => (await repairListTotals(tx, billTraits, params)).count
  const claims = async (params: { state: string }) => (await claimTotals(tx, claimTraits, params)).count
  const task = async (
    title: string,
    [def, screen, buttonId]: readonly [DocumentDef, string, number],
    state: string,
    count: typeof bills,
  ): Promise<HomeTask[]> =>
    [def.buttons.view, buttonId].every((each) => mayPress(tx.caller, each))
      ? [{ title, screen, params: { state }, count: await count({ state }) }]
      : []
  return [
    ...(await toApprove(tx, warrantyBill, 'threePackage', bills)),
    ...(await task('三包待申报', [warrantyBill, 'threePackage', button('warranty_claim', 'add')], 'approved', bills)),
    ...(await task('待厂家答复', [warrantyClaim, 'claim', button('claim_confirm', 'enter')], 'sent,answered', claims)),
    ...(await task(
      '三包待结算',
      [warrantyBill, 'threePackage', button('claims_money', 'settle')],
      'confirmed,part_confirmed',
      bills,
    )),
  ]
}
