import { arrivals, purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import type { GoodsTraits } from '../../kernel/goods-document/kind'
import { assertExpectedDay } from './rules'

/** 采购订单 on the server. */
export const traits: GoodsTraits<typeof purchaseOrder> = {
  def: purchaseOrder,
  partnerRole: 2,
  warehouseFlag: 'view',
  priceField: 'purchase_price',
  words: { executed: arrivals },
  check: async (_tx, order) => assertExpectedDay(order),
}
