// What terms pay for items of service and for parts (business/three-guarantees 1.5).
import { partClaimPrice, type PartPriceRule } from '@chepu/contract/warranty/claim-price'
import type { ClaimTerms } from '@chepu/contract/warranty/claim-terms'
import type { CallerTx } from '../../kernel/db/tx'
import { quotaHoursOf } from '../quota/in-force'
import type { PolicyInForce } from './in-force'

interface OwnPrices extends Record<PartPriceRule, string | null> {
  partId: number
}

/** What the organisation buys and sells parts for; parts that it does not keep are left out. */
export async function ownPrices(tx: CallerTx, partIds: readonly number[]): Promise<OwnPrices[]> {
  if (partIds.length === 0) return []
  return tx.query({
    name: 'own-prices-of-parts',
    text: `select part_id, coalesce(purchase_price, last_purchase_price) as purchase, wholesale_price1 as wholesale1,
        wholesale_price2 as wholesale2, wholesale_price3 as wholesale3, retail_price as retail
      from product where group_id = $1 and org_id = $2 and part_id = any ($3::bigint[])`,
    values: [tx.groupId, tx.caller.orgId, [...partIds]],
  })
}

/** Claim prices by the terms, 4 decimals; parts whose price is not known are left out. */
export const claimPrices = (policy: PolicyInForce, own: readonly OwnPrices[]): ClaimTerms['parts'] =>
  own.flatMap(({ partId, ...prices }) => {
    const price = partClaimPrice(prices, policy)
    return price === null ? [] : [{ partId, price }]
  })

/** Hours that a manufacturer pays for items on a day; items without any are left out. */
export const paidHours = async (
  tx: CallerTx,
  asked: { manufacturerId: number; serviceItemIds: readonly number[]; day: string },
): Promise<ClaimTerms['labour']> =>
  [...(await quotaHoursOf(tx, asked))].map(([serviceItemId, { hours }]) => ({ serviceItemId, hours }))
