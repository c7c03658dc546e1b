import type { BillPrices, warrantyBillPrices as route } from '@chepu/contract/warranty/bill-prices'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import type { PolicyInForce } from '../policy/in-force'
import { claimPrices, ownPrices, paidHours } from '../policy/pays'
import { doubtsOf } from './doubts'
import { judged } from './judged'

/** What the terms of a bill say, for its editor: the check, and what is paid for its items and parts. */
export async function billPrices(
  tx: CallerTx,
  { partIds = [], serviceItemIds = [], day = shanghaiDay(), ...asked }: QueryOf<typeof route>,
): Promise<BillPrices> {
  const { manufacturerId } = asked
  const [{ columns: known, soldOn, policy, found }, labour, doubts] = await Promise.all([
    judged(tx, {
      manufacturerId,
      vehicleId: asked.vehicleId ?? null,
      partnerId: asked.partnerId ?? null,
      workOrderId: asked.workOrderId ?? null,
      causePartId: asked.causePartId ?? null,
      policyTermId: asked.policyTermId ?? null,
      partIds,
      bizDate: day,
      repairedOn: day,
      invoicedOn: asked.invoicedOn ?? null,
      boughtOn: asked.boughtOn ?? null,
      mileage: asked.mileage ?? null,
    }),
    paidHours(tx, { manufacturerId, serviceItemIds, day }),
    doubtsOf(tx, {
      id: asked.billId ?? null,
      vehicleId: asked.vehicleId ?? null,
      partnerId: asked.partnerId ?? null,
      partIds: [...partIds, ...(asked.causePartId === undefined ? [] : [asked.causePartId])],
      faultCodeId: asked.faultCodeId ?? null,
      day,
      mileage: asked.mileage ?? null,
    }),
  ])
  const { boughtOn: _, ...columns } = known
  const isPriced = sees(tx.caller, 'doc_price') && policy !== undefined
  return {
    ...columns,
    soldOn,
    doubts,
    policies: named(found),
    photos: policy?.photos ?? [],
    returnsOldParts: policy?.returnsOldParts ?? false,
    ...(isPriced && { outingRate: policy.outingRate, labourRate: policy.labourRate }),
    labour,
    parts: isPriced ? claimPrices(policy, await ownPrices(tx, partIds)) : [],
  }
}

/** Terms, each once: a policy may cover several of the parts. */
const named = (found: readonly PolicyInForce[]) =>
  [...new Map(found.map(({ termId, policyName }) => [termId, policyName])).entries()].map(([termId, name]) => ({
    termId,
    name,
  }))
