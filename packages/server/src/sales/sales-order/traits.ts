import { salesOrder } from '@chepu/contract/sales/sales-order'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertOrderable } from './rules'

/** 销售订单 on the server. */
export const traits: GoodsTraits<typeof salesOrder> = {
  def: salesOrder,
  partnerRole: 1,
  warehouseFlag: 'view',
  priceField: salesOrder.priceField,
  check: assertOrderable,
}
