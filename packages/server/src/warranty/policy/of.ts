import type { DataOf } from '@chepu/contract/kernel/route'
import type { warrantyPoliciesOf } from '@chepu/contract/warranty/policies-of'
import { shanghaiDay } from '../../kernel/base/calendar'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import type { QueryOf } from '../../kernel/http/bind'
import { policiesFor } from './in-force'

/** Policies for a car and parts; what they pay is left out for who lacks the field permission 单据价格与金额. */
export async function policiesOf(
  tx: CallerTx,
  { partIds = [], day = shanghaiDay(), workOrderId, ...asked }: QueryOf<typeof warrantyPoliciesOf>,
): Promise<DataOf<typeof warrantyPoliciesOf>['rows']> {
  const found = await policiesFor(tx, { ...asked, partIds, day, exceptOrderId: workOrderId })
  return found.map(({ labourRate, partPriceRule, partRate, outingRate, handed: _, ...policy }) => ({
    ...policy,
    ...(sees(tx.caller, 'doc_price') && { labourRate, partPriceRule, partRate, outingRate }),
  }))
}
