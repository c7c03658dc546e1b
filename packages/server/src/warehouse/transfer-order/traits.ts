import { openStates } from '@chepu/contract/kernel/states'
import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { transferRequest } from '@chepu/contract/warehouse/transfer-request'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { priceLines } from './prices'
import { assertFollows } from './requests'

/** 调拨单 on the server. */
export const traits: GoodsTraits<typeof transferOrder> = {
  def: transferOrder,
  partnerRole: 0,
  priceField: transferOrder.priceField,
  columns: {
    counterOrgName: nameBeside('org', 'counter_org_id'),
    toWarehouseName: nameBeside('warehouse', 'to_warehouse_id'),
  },
  source: {
    kinds: [transferRequest.kind],
    counts: 'executed_qty',
    states: openStates(transferRequest),
    isAcross: true,
  },
  async prepare(tx, request, kept) {
    await assertFollows(tx, request)
    return priceLines(tx, request, kept)
  },
}
