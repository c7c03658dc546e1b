// Claims of the demo's months, and what the manufacturers have answered to them (business/demo 5.7).
import { money, mul } from '@chepu/contract/kernel/decimal'
import { claimConfirmation, openVerdicts, type OpenVerdict } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import type { Saved } from '../desk'
import type { Bill, Office } from './bills'

/** What the manufacturer says to a bill: all of it, less for its material, or nothing. */
type Word = 'agreed' | 'less' | 'refused'

/** A claim that was sent, with its bills in their order. */
export interface Claim {
  id: number
  makerId: number
  billIds: readonly number[]
}

/** An answer by the day on which it came, to the bills of a claim in their order; nothing is said yet to those after the last word. */
interface Answer {
  bizDate: string
  words: readonly Word[]
}

const { routes } = warrantyClaim

const claimOf = (bills: readonly Bill[], bizDate: string) => ({
  header: { bizDate, partnerId: bills[0]?.makerId },
  bills: bills.map(({ id }) => ({ billId: id })),
})

/** Sends what a manufacturer was not claimed of until a day; takes it out of `bills`. */
export async function claimUntil(
  { clerk }: Office,
  bills: Bill[],
  { makerId, bizDate }: { makerId: number; bizDate: string },
): Promise<Claim> {
  const his = bills.filter((bill) => bill.makerId === makerId && bill.day <= bizDate)
  for (const bill of his) bills.splice(bills.indexOf(bill), 1)
  const saved = await clerk.save(routes, claimOf(his, bizDate))
  const input = { sentOn: bizDate, manufacturerNo: `SL${bizDate.replaceAll('-', '')}01` }
  await clerk.act(routes, saved, 'send', { input })
  return { id: saved.id, makerId, billIds: his.map(({ id }) => id) }
}

/** A claim that somebody has begun and dropped, and the one that waits to be sent instead. */
export async function prepareClaim({ clerk }: Office, bills: readonly Bill[], bizDate: string): Promise<void> {
  const dropped = await clerk.save(routes, claimOf(bills, bizDate))
  await clerk.act(routes, dropped, 'void', { reason: '改与本周的三包单一起申报' })
  await clerk.save(routes, claimOf(bills, bizDate))
}

/** The manufacturer's answer to a claim as it is typed in, not confirmed yet. */
async function enterAnswer({ clerk }: Office, claim: Claim, { bizDate, words }: Answer): Promise<Saved> {
  const { id: claimId, makerId: partnerId, billIds } = claim
  const { lines } = await clerk.call(openVerdicts, { params: { id: claimId } })
  return clerk.save(claimConfirmation.routes, {
    header: { bizDate, partnerId, claimId, manufacturerNo: `HZ${bizDate.replaceAll('-', '')}` },
    verdicts: lines.flatMap((line) => {
      const word = words[billIds.indexOf(line.billId)]
      return word ? [verdictOf(line, word)] : []
    }),
  })
}

/** The manufacturer answers a claim. */
export async function answer(office: Office, claim: Claim, said: Answer): Promise<Saved> {
  return office.clerk.act(claimConfirmation.routes, await enterAnswer(office, claim, said), 'confirm')
}

/** What he has agreed to nothing of is contested; his next word is awaited. */
export async function contest({ clerk }: Office, answered: Saved): Promise<void> {
  const { verdicts } = await clerk.call(claimConfirmation.routes.read, { params: { id: answered.id } })
  const refused = verdicts.filter(({ confirmedAmount }) => confirmedAmount === '0.00')
  await clerk.act(claimConfirmation.routes, answered, 'appeal', {
    reason: '附拆检视频，磨损在轴承侧，不是使用不当',
    input: { billLineIds: refused.map(({ billLineId }) => billLineId) },
  })
}

/** An answer that was entered of the wrong claim, and the one that somebody is about to confirm. */
export async function prepareAnswer(office: Office, claim: Claim, said: Answer): Promise<void> {
  const wrong = await enterAnswer(office, claim, said)
  await office.clerk.act(claimConfirmation.routes, wrong, 'void', { reason: '回执录错批次' })
  await enterAnswer(office, claim, said)
}

function verdictOf({ billLineId, claimedAmount = '0', section }: OpenVerdict, word: Word) {
  if (word === 'refused') return { billLineId, confirmedAmount: '0', reason: '旧件检测为使用不当，不属三包' }
  if (word === 'agreed' || section !== 'materials') return { billLineId, confirmedAmount: claimedAmount }
  return { billLineId, confirmedAmount: money(mul(claimedAmount, '0.8')), reason: '按厂家最新配件价核减' }
}
