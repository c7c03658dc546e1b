import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { assertReason } from '../../basics/public'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'

/** 采购退货单 on the server. */
export const traits: GoodsTraits<typeof purchaseReturn> = {
  def: purchaseReturn,
  partnerRole: partnerRoles.supplier,
  priceField: purchaseReturn.priceField,
  columns: { carrierName: nameBeside('partner', 'carrier_id') },
  async prepare(tx, request) {
    await assertReason(tx, 'purchase_return_reason', request)
    return request
  },
  source: { kinds: ['goods_receipt'], counts: 'returned_qty', states: ['done'] },
}
