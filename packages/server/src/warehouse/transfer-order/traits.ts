import { transferOrder } from '@chepu/contract/warehouse/transfer-order'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { priceLines } from './prices'

/** 调拨单 on the server. */
export const traits: GoodsTraits<typeof transferOrder> = {
  def: transferOrder,
  partnerRole: 0,
  warehouseFlag: 'transfer',
  priceField: transferOrder.priceField,
  columns: {
    counterOrgName: nameBeside('org', 'counter_org_id'),
    toWarehouseName: nameBeside('warehouse', 'to_warehouse_id'),
  },
  prepare: priceLines,
}
