import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertExpectedDay } from './rules'

/** 采购订单 on the server. */
export const traits: GoodsTraits<typeof purchaseOrder> = {
  def: purchaseOrder,
  partnerRole: partnerRoles.supplier,
  priceField: purchaseOrder.priceField,
  check: (_tx, order) => assertExpectedDay(order),
}
