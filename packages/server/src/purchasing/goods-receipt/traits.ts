import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import type { GoodsTraits } from '../../kernel/goods-document/kind'

/** 采购入库单 on the server. */
export const traits: GoodsTraits<typeof goodsReceipt> = {
  def: goodsReceipt,
  partnerRole: 2,
  warehouseFlag: 'view',
  priceField: 'purchase_price',
  source: { kinds: ['purchase_order'], counts: 'executed_qty', states: ['approved', 'partial'], mayExceed: true },
}
