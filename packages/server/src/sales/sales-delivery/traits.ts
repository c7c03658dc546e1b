import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertGivenFor } from '../../warranty/public'
import { assertConvertible } from '../purchase-to-sale/convertible'
import { assertCollectable, heldElsewhere } from './rules'

/** 销售出库单 on the server. */
export const traits: GoodsTraits<typeof salesDelivery> = {
  def: salesDelivery,
  partnerRole: partnerRoles.customer,
  priceField: salesDelivery.priceField,
  columns: { carrierName: nameBeside('partner', 'carrier_id') },
  source: {
    kinds: ['sales_order', 'sales_quotation'],
    counts: 'executed_qty',
    states: ['approved', 'partial'],
    refuses: heldElsewhere,
  },
  async prepare(tx, request, _kept, before) {
    const { id, header, lines } = request
    if (before) await assertGivenFor(tx, before, request)
    await assertConvertible(tx, { id, warehouseId: header.warehouseId, delivers: true }, lines)
    return request
  },
  sells: true,
  check: (_tx, delivery) => assertCollectable(delivery),
}
