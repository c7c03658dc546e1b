import { partClaimPrice, type PartPriceRule } from '@chepu/contract/warranty/claim-price'
import type { BillPrices, warrantyBillPrices as route } from '@chepu/contract/warranty/bill-prices'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import type { PolicyInForce } from '../policy/in-force'
import { quotaHoursOf } from '../quota/in-force'
import { judged } from './judged'

/** What the terms of a bill say, for its editor: the check, and what is paid for its items and parts. */
export async function billPrices(
  tx: CallerTx,
  { partIds = [], serviceItemIds = [], day = shanghaiDay(), ...asked }: QueryOf<typeof route>,
): Promise<BillPrices> {
  const { manufacturerId } = asked
  const [{ columns: known, soldOn, policy, found }, hours] = await Promise.all([
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
    quotaHoursOf(tx, { manufacturerId, serviceItemIds, day }),
  ])
  const { boughtOn: _, ...columns } = known
  const isPriced = sees(tx.caller, 'doc_price') && policy !== undefined
  return {
    ...columns,
    soldOn,
    policies: named(found),
    photos: policy?.photos ?? [],
    returnsOldParts: policy?.returnsOldParts ?? false,
    ...(isPriced && { outingRate: policy.outingRate }),
    labour: [...hours].map(([serviceItemId, quota]) => ({
      serviceItemId,
      hours: quota.hours,
      ...(isPriced && { price: policy.labourRate }),
    })),
    parts: isPriced ? await partPrices(tx, partIds, policy) : [],
  }
}

/** Terms, each once: a policy may cover several of the parts. */
const named = (found: readonly PolicyInForce[]) =>
  [...new Map(found.map(({ termId, policyName }) => [termId, policyName])).entries()].map(([termId, name]) => ({
    termId,
    name,
  }))

async function partPrices(tx: CallerTx, partIds: readonly number[], policy: PolicyInForce) {
  if (partIds.length === 0) return []
  const rows = await tx.query<Record<PartPriceRule, string | null> & { partId: number }>({
    name: 'own-prices-of-parts',
    text: `select part_id, coalesce(purchase_price, last_purchase_price) as purchase, wholesale_price1 as wholesale1,
        wholesale_price2 as wholesale2, wholesale_price3 as wholesale3, retail_price as retail
      from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, [...partIds]],
  })
  return rows.flatMap(({ partId, ...prices }) => {
    const price = partClaimPrice(prices, policy)
    return price === null ? [] : [{ partId, price }]
  })
}
