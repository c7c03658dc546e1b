// By which terms of its manufacturer a bill is claimed, until when, and whether the repair was within them (business/three-guarantees 3.6).
import { claimDeadline } from '@chepu/contract/warranty/claim-price'
import { checkTerm } from '@chepu/contract/warranty/term'
import type { CallerTx } from '../../kernel/db/tx'
import { handedParts } from '../queries/handed'
import { policiesFor, type PolicyInForce } from '../policy/in-force'

/** What of a bill its terms are found by. */
export interface Judging {
  manufacturerId: number
  vehicleId: number | null
  partnerId: number | null
  workOrderId: number | null
  causePartId: number | null
  /** Parts of its lines, by which it is judged while nobody has named the cause. */
  partIds: readonly number[]
  /** The terms that somebody has chosen, if they are in force; else the most specific ones are taken. */
  policyTermId: number | null
  bizDate: string
  repairedOn: string | null
  invoicedOn: string | null
  /** Of a bill without a car: when the part was bought, as somebody has typed it. */
  boughtOn: string | null
  mileage: string | null
}

/** Columns of the bill that follow, with the terms themselves. */
interface Judged {
  columns: {
    policyTermId: number | null
    claimBy: string | null
    isInTerm: boolean | null
    termText: string
    boughtOn: string | null
  }
  /** Of a bill without a car: when we have sold its part to the customer last; null where we have not. */
  soldOn: string | null
  policy: PolicyInForce | undefined
  /** All that are in force, the most specific first. */
  found: readonly PolicyInForce[]
}

/** Judges a bill by the terms that are in force on the day of the repair. */
export async function judged(tx: CallerTx, bill: Judging): Promise<Judged> {
  const { manufacturerId, vehicleId, partnerId, causePartId, workOrderId } = bill
  const day = bill.repairedOn ?? bill.bizDate
  const partIds = causePartId === null ? bill.partIds : [causePartId]
  const soldOn = vehicleId === null && partnerId !== null ? await lastSold(tx, partnerId, partIds, day) : null
  const boughtOn = vehicleId === null ? (bill.boughtOn ?? soldOn) : null
  const found = await policiesFor(tx, {
    manufacturerId,
    partIds,
    day,
    ...(partnerId !== null && { partnerId }),
    ...(vehicleId !== null && { vehicleId }),
    ...(workOrderId !== null && { exceptOrderId: workOrderId }),
    ...(bill.mileage !== null && { mileage: bill.mileage }),
  })
  const policy = found.find(({ termId }) => termId === bill.policyTermId) ?? found[0]
  const none = { policyTermId: null, claimBy: null, isInTerm: null, termText: '', boughtOn }
  if (!policy) return { columns: none, soldOn, policy, found }
  const { isIn, text } = termOf(policy, { ...bill, boughtOn }, day)
  const claimBy = claimDeadline(day, policy.claimDays)
  const columns = { policyTermId: policy.termId, claimBy, isInTerm: isIn, termText: text, boughtOn }
  return { columns, soldOn, policy, found }
}

/** When we have sold the first of the parts to a customer last that he has of us. */
async function lastSold(
  tx: CallerTx,
  partnerId: number,
  partIds: readonly number[],
  day: string,
): Promise<string | null> {
  const sold = await handedParts(tx, { of: { partnerId }, partIds, day })
  const known = partIds.find((id) => sold.has(id))
  return known === undefined ? null : (sold.get(known)?.on ?? null)
}

/**
 * What the bill says of the invoice counts, whatever the car's master says; a part that we have fitted or sold ourselves runs from then. Without a car it
 * runs from the day of buying, and no kilometres limit it (business/three-guarantees 3.7).
 */
function termOf(policy: PolicyInForce, { vehicleId, invoicedOn, boughtOn, mileage }: Judging, day: string) {
  if (policy.handed) return policy.check
  return vehicleId === null
    ? checkTerm({ ...policy, km: null }, { from: boughtOn, fromKm: null, day, mileage: null, fromName: '购买日期' })
    : checkTerm(policy, { from: invoicedOn, fromKm: '0', day, mileage, fromName: '购车日期' })
}
