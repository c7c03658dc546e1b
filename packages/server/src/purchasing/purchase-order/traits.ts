import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertExpectedDay } from './rules'

/** 采购订单 on the server. */
export const traits: GoodsTraits<typeof purchaseOrder> = {
  def: purchaseOrder,
  partnerRole: 2,
  warehouseFlag: 'view',
  priceField: purchaseOrder.priceField,
  check: async (_tx, order) => assertExpectedDay(order),
}
