import { salesOrder } from '@chepu/contract/sales/sales-order'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertConvertible } from '../purchase-to-sale/convertible'
import { assertOrderable } from './rules'

/** 销售订单 on the server. */
export const traits: GoodsTraits<typeof salesOrder> = {
  def: salesOrder,
  partnerRole: partnerRoles.customer,
  priceField: salesOrder.priceField,
  source: { kinds: ['sales_quotation'], counts: 'executed_qty', states: ['approved', 'partial'] },
  async prepare(tx, request) {
    const { id, header, lines } = request
    await assertConvertible(tx, { id, warehouseId: header.warehouseId, delivers: false }, lines)
    return request
  },
  sells: true,
  check: (_tx, order) => assertOrderable(order),
}
