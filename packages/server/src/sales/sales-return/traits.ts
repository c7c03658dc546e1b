import { disposals, salesReturn } from '@chepu/contract/sales/sales-return'
import type { GoodsTraits } from '../../kernel/goods-document/kind'
import { assertReturnable } from './rules'

/** 销售退货单 on the server. */
export const traits: GoodsTraits<typeof salesReturn> = {
  def: salesReturn,
  partnerRole: 1,
  warehouseFlag: 'view',
  priceField: 'doc_price',
  source: { kinds: ['sales_delivery'], counts: 'returned_qty', states: ['done'] },
  words: { disposal: disposals },
  check: assertReturnable,
}
