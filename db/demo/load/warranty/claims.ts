// Claims of the demo's months, what the manufacturers have answered to them, and what they have paid (business/demo 5.7).
import { money, mul } from '@chepu/contract/kernel/decimal'
import { claimConfirmation, openVerdicts, type OpenVerdict } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { warrantySettlement } from '@chepu/contract/warranty/warranty-settlement'
import type { Bill, Office } from './bills'

/** What the manufacturer says to a bill: all of it, less for its material, or nothing. */
type Word = 'agreed' | 'less' | 'refused'

/** A claim that was sent, with its bills in their order. */
interface Claim {
  id: number
  makerId: number
  billIds: readonly number[]
}

/** Sends what a manufacturer was not claimed of until a day; takes it out of `bills`. Null where there is nothing. */
export async function claimUntil(
  { clerk }: Office,
  bills: Bill[],
  { makerId, bizDate }: { makerId: number; bizDate: string },
): Promise<Claim | null> {
  const his = bills.filter((bill) => bill.makerId === makerId && bill.day <= bizDate)
  if (his.length === 0) return null
  for (const bill of his) bills.splice(bills.indexOf(bill), 1)
  const billIds = his.map(({ id }) => id)
  const header = { bizDate, partnerId: makerId }
  const saved = await clerk.save(warrantyClaim.routes, { header, bills: billIds.map((billId) => ({ billId })) })
  const input = { sentOn: bizDate, manufacturerNo: `SL${bizDate.replaceAll('-', '')}01` }
  await clerk.act(warrantyClaim.routes, saved, 'send', { input })
  return { id: saved.id, makerId, billIds }
}

/** The manufacturer answers a claim: so much to its first bills, and agrees to all others. */
export async function answer(
  { clerk }: Office,
  claim: Claim | null,
  { bizDate, words }: { bizDate: string; words: readonly Word[] },
): Promise<void> {
  if (!claim) return
  const { id: claimId, makerId: partnerId, billIds } = claim
  const { lines } = await clerk.call(openVerdicts, { params: { id: claimId } })
  const saved = await clerk.save(claimConfirmation.routes, {
    header: { bizDate, partnerId, claimId, manufacturerNo: `HZ${bizDate.replaceAll('-', '')}` },
    verdicts: lines.map((line) => verdictOf(line, words[billIds.indexOf(line.billId)] ?? 'agreed')),
  })
  await clerk.act(claimConfirmation.routes, saved, 'confirm')
}

/** Who keeps the money settles what a manufacturer agreed to of a claim; for one old part that never came he keeps some back. */
export async function settle({ shop }: Office, claim: Claim | null, bizDate: string): Promise<void> {
  if (!claim) return
  const [billId] = claim.billIds
  const { cashier } = shop.desks
  const saved = await cashier.save(warrantySettlement.routes, {
    header: { bizDate, partnerId: claim.makerId },
    bills: claim.billIds.map((each) => ({ billId: each })),
    deductions: [{ deduction: 'old_part', billId, amount: '120', reason: '到货少一件' }],
  })
  const input = { oldPartsReason: '其余旧件厂家通知留站待查' }
  await cashier.act(warrantySettlement.routes, saved, 'approve', { input })
}

function verdictOf({ billLineId, claimedAmount = '0', section }: OpenVerdict, word: Word) {
  if (word === 'refused') return { billLineId, confirmedAmount: '0', reason: '旧件检测为使用不当，不属三包' }
  if (word === 'agreed' || section !== 'materials') return { billLineId, confirmedAmount: claimedAmount }
  return { billLineId, confirmedAmount: money(mul(claimedAmount, '0.8')), reason: '按厂家最新配件价核减' }
}
