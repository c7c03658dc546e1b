// By which terms of its manufacturer a bill is claimed, until when, and whether the repair was within them (business/three-guarantees 3.6).
import { claimDeadline } from '@chepu/contract/warranty/claim-price'
import { checkTerm } from '@chepu/contract/warranty/term'
import type { CallerTx } from '../../kernel/db/tx'
import { policiesFor, type PolicyInForce } from '../policy/in-force'

/** What of a bill its terms are found by. */
export interface Judging {
  manufacturerId: number
  vehicleId: number | null
  workOrderId: number | null
  causePartId: number | null
  /** Parts of its lines, by which it is judged while nobody has named the cause. */
  partIds: readonly number[]
  /** The terms that somebody has chosen, if they are in force; else the most specific ones are taken. */
  policyTermId: number | null
  bizDate: string
  repairedOn: string | null
  invoicedOn: string | null
  mileage: string | null
}

/** Columns of the bill that follow, with the terms themselves. */
interface Judged {
  columns: { policyTermId: number | null; claimBy: string | null; isInTerm: boolean | null; termText: string }
  policy: PolicyInForce | undefined
  /** All that are in force, the most specific first. */
  found: readonly PolicyInForce[]
}

/** Judges a bill by the terms that are in force on the day of the repair. */
export async function judged(tx: CallerTx, bill: Judging): Promise<Judged> {
  const { manufacturerId, vehicleId, causePartId, workOrderId } = bill
  const day = bill.repairedOn ?? bill.bizDate
  const found = await policiesFor(tx, {
    manufacturerId,
    partIds: causePartId === null ? bill.partIds : [causePartId],
    day,
    ...(vehicleId !== null && { vehicleId }),
    ...(workOrderId !== null && { exceptOrderId: workOrderId }),
    ...(bill.mileage !== null && { mileage: bill.mileage }),
  })
  const policy = found.find(({ termId }) => termId === bill.policyTermId) ?? found[0]
  if (!policy) return { columns: { policyTermId: null, claimBy: null, isInTerm: null, termText: '' }, policy, found }
  const { isIn, text } = termOf(policy, bill, day)
  const claimBy = claimDeadline(day, policy.claimDays)
  return { columns: { policyTermId: policy.termId, claimBy, isInTerm: isIn, termText: text }, policy, found }
}

/** What the bill says of the invoice counts, whatever the car's master says; a part that we have fitted ourselves runs from then. */
const termOf = (policy: PolicyInForce, { invoicedOn, mileage }: Judging, day: string) =>
  policy.handed
    ? policy.check
    : checkTerm(policy, { from: invoicedOn, fromKm: '0', day, mileage, fromName: '购车日期' })
