import { button } from '@chepu/contract/access/catalogue'
import { equals } from '@chepu/contract/kernel/decimal'
import { answeredState } from '@chepu/contract/warranty/verdict'
import { settleable } from '@chepu/contract/warranty/warranty-bill'
import type { SettleInput, warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import { forbidden, refuse } from '../../kernel/base/errors'
import { mayPress } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { assertOpenPeriod } from '../../kernel/document/period'
import { post, reverse } from '../../kernel/ledgers'
import { claimShares } from '../../finance/public'
import { dueDays } from '../../repair/public'
import { moveBills } from '../bill/move'
import type { ClaimActions, ClaimDocument, ClaimKind } from '../claim-documents/types'
import { firstWaiting, holdBills, itemsOfBills, type SettledBill } from './bills'
import { postingOf } from './posting'
import { settlementTraits, unsettleable } from './traits'

const actions: ClaimActions<typeof warrantySettlement> = {
  async approve(tx, doc, { input, note }) {
    const bills = await heldBills(tx, doc)
    for (const bill of bills) assertAsSaved(doc, bill)
    await assertPartsSent(tx, doc, (input as SettleInput)?.oldPartsReason, (oldPartsReason) => note({ oldPartsReason }))
    await assertOpenPeriod(tx, doc.bizDate)
    const { partnerId, deductedAmount: deducted, netAmount: net } = doc
    const taken = await itemsOfBills(tx, partnerId, bills)
    const dueOn = doc.dueOn ?? (await dueDays(tx, doc.bizDate, [partnerId]))(partnerId)
    const lines = await claimShares(tx, doc.id)
    await post(tx, doc, postingOf({ partnerId, dueOn, taken, deducted, net, lines }))
    const moves = bills.map(({ id, confirmed }) => ({ id, to: 'settled' as const, settledAmount: confirmed ?? '0.00' }))
    await moveBills(tx, moves, { from: settleable, action: 'settle', what: '结算' })
    return 'done'
  },

  async unapprove(tx, doc, { reason, note }) {
    const bills = await heldBills(tx, doc)
    await assertOpenPeriod(tx, doc.bizDate)
    await reverse(tx, doc, doc, [])
    const moves = bills.map(({ id, rejected, confirmed }) => ({
      id,
      to: answeredState(rejected, confirmed ?? '0'),
      settledAmount: '0.00',
    }))
    await moveBills(tx, moves, { from: ['settled'], action: 'unsettle', what: '反结算', reason })
    note({ oldPartsReason: '' })
    return 'draft'
  },

  void: async () => 'voided',
}

const billIdsOf = ({ lines }: ClaimDocument): number[] =>
  lines.flatMap(({ section, billId }) => (section === 'bills' && billId !== null ? [billId] : []))

/** Bills for whose old parts he keeps something back. */
const deductedFor = ({ lines }: ClaimDocument): number[] =>
  lines.flatMap(({ section, billId, deduction }) =>
    section === 'deductions' && billId !== null && deduction === 'old_part' ? [billId] : [],
  )

const heldBills = (tx: CallerTx, doc: ClaimDocument): Promise<SettledBill[]> => holdBills(tx, billIdsOf(doc), doc.id)

/** Refuses a bill that may not be settled any more, or of which something else was agreed to since. @throws Failure refusal */
function assertAsSaved({ lines }: ClaimDocument, bill: SettledBill): void {
  const why = unsettleable(bill)
  if (why) refuse(why)
  const line = lines.find(({ section, billId }) => section === 'bills' && billId === bill.id)
  if (!equals(line?.confirmedAmount ?? '0', bill.confirmed ?? '0'))
    refuse(`三包单 ${bill.billNo} 的确认额已变为 ${bill.confirmed ?? '0.00'}，请重新保存结算单`)
}

/** Old parts that the manufacturer wants back were sent, what he refused is deducted, or somebody who may deduct says why not (business/three-guarantees 7.3). @throws Failure refusal or forbidden */
async function assertPartsSent(
  tx: CallerTx,
  doc: ClaimDocument,
  reason: string | undefined,
  passed: (reason: string) => void,
): Promise<void> {
  const waiting = await firstWaiting(tx, billIdsOf(doc), deductedFor(doc))
  if (!waiting) return
  if (!reason)
    refuse(
      `三包单 ${waiting.billNo} 还有 ${waiting.count} 件旧件未发出或被拒，请先返厂，或由有「扣款」权限的人填写旧件未返原因`,
    )
  if (!mayPress(tx.caller, button('claims_money', 'deduct')))
    forbidden('您没有索赔款「扣款」的权限，不能在旧件未返时结算')
  passed(reason)
}

export const settlementKind = { ...settlementTraits, actions } satisfies ClaimKind<typeof warrantySettlement>
