import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'

/** 采购入库单 on the server. */
export const traits: GoodsTraits<typeof goodsReceipt> = {
  def: goodsReceipt,
  partnerRole: partnerRoles.supplier,
  priceField: goodsReceipt.priceField,
  columns: { carrierName: nameBeside('partner', 'carrier_id') },
  source: { kinds: ['purchase_order'], counts: 'executed_qty', states: ['approved', 'partial'], mayExceed: true },
}
