// Bills that are claimed of a manufacturer and answered, as tests of claims take them.
import {
  claimConfirmation,
  openVerdicts,
  type OpenVerdict,
  type RestBearer,
} from '@chepu/contract/warranty/claim-confirmation'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { shanghaiDay } from '../src/kernel/base/calendar'
import { act, type Saved, save } from './desk'
import type { Client } from './shop'
import type { Warranty } from './warranty'

/** What a manufacturer says: the amount, and why where it is another one. */
export interface Word {
  amount: string
  reason?: string
  rest?: RestBearer
}

/** What a desk that claims does, by the owner unless it says who. */
export function claimingAt(owner: Client, { makerId, complete, completePart }: Warranty, customerId: number) {
  /** An approved bill of a trade customer: work, part and way at these amounts, without tax. */
  async function bill([labour, part, way]: readonly string[], partId: number, more: object = {}): Promise<Saved> {
    const draft = await save(owner, warrantyBill.routes, {
      header: { bizDate: shanghaiDay(), partnerId: customerId, manufacturerId: makerId, ...completePart, ...more },
      labour: labour ? [{ name: '更换离合器', pricingMode: 'fixed', price: labour }] : [],
      materials: part ? [{ partId, qty: '1', price: part }] : [],
      extras: way ? [{ name: '外出费', qty: '1', price: way, taxRate: '0' }] : [],
    })
    return act(owner, warrantyBill.routes, await act(owner, warrantyBill.routes, draft, 'submit'), 'approve')
  }
  const claimBody = (billIds: readonly number[], more: object = {}) => ({
    header: { bizDate: shanghaiDay(), partnerId: makerId, ...more },
    bills: billIds.map((billId) => ({ billId })),
  })
  const claim = (billIds: readonly number[]) => save(owner, warrantyClaim.routes, claimBody(billIds))
  const sent = async (billIds: readonly number[]) => act(owner, warrantyClaim.routes, await claim(billIds), 'send')
  const open = async (claimId: number) => (await owner.call(openVerdicts, { params: { id: claimId } })).lines
  const verdictsOf = (lines: readonly OpenVerdict[], words: readonly Word[]) =>
    lines.map(({ billLineId, claimedAmount }, i) => {
      const { amount = claimedAmount ?? '0', reason = '', rest = 'shop' as const } = words[i] ?? {}
      return { billLineId, confirmedAmount: amount, reason, rest }
    })
  const answerBody = async (claimId: number, words: readonly Word[] = []) => ({
    header: { bizDate: shanghaiDay(), partnerId: makerId, claimId },
    verdicts: verdictsOf(await open(claimId), words),
  })
  /** A draft of an answer to all lines of a claim that wait, in their order; those without a word are agreed to. */
  const answer = async (claimId: number, words: readonly Word[] = []) =>
    save(owner, claimConfirmation.routes, await answerBody(claimId, words))
  const confirmed = async (claimId: number, words: readonly Word[] = []) =>
    act(owner, claimConfirmation.routes, await answer(claimId, words), 'confirm')
  return { bill, complete, claimBody, claim, sent, open, answerBody, answer, confirmed }
}
