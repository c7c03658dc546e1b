import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { isOfDest, type Outcome, outcomes, transferReceipt } from '@chepu/contract/warehouse/transfer-receipt'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { followOrder } from './prepare'

/** 调入单 on the server. */
export const traits: GoodsTraits<typeof transferReceipt> = {
  def: transferReceipt,
  partnerRole: 0,
  priceField: transferReceipt.priceField,
  columns: {
    counterOrgName: nameBeside('org', 'counter_org_id'),
    toWarehouseName: nameBeside('warehouse', 'to_warehouse_id'),
  },
  source: { kinds: [transferOrder.kind], counts: 'executed_qty', states: openStates(transferOrder), isAcross: true },
  // What a destination gets, or loses on its way, was the source's until then.
  othersGoods: (Object.keys(outcomes) as Outcome[]).filter(isOfDest),
  prepare: followOrder,
}
