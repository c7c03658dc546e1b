import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import type { GoodsTraits } from '../../kernel/goods-document/kind'
import { assertDeliverable } from './rules'

/** 销售出库单 on the server. */
export const traits: GoodsTraits<typeof salesDelivery> = {
  def: salesDelivery,
  partnerRole: 1,
  warehouseFlag: 'view',
  priceField: 'doc_price',
  // Freight that the customer bears is on his bill, whoever carries the goods.
  chargedFreight: (header) => (header.freightPayer === 'partner' ? header.freight : '0'),
  source: { kinds: ['sales_order'], counts: 'executed_qty', states: ['approved', 'partial'] },
  check: assertDeliverable,
}
