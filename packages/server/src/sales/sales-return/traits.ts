import { salesReturn } from '@chepu/contract/sales/sales-return'
import { partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { nameBeside } from '../../kernel/document/own-columns'
import type { GoodsTraits } from '../../kernel/goods/types'
import { assertGivenFor } from '../../warranty/public'
import { assertReturnable } from './rules'

/** 销售退货单 on the server. */
export const traits: GoodsTraits<typeof salesReturn> = {
  def: salesReturn,
  partnerRole: partnerRoles.customer,
  priceField: salesReturn.priceField,
  columns: { carrierName: nameBeside('partner', 'carrier_id') },
  source: {
    kinds: ['sales_delivery'],
    counts: 'returned_qty',
    states: ['done'],
    refuses: ({ isReplacement, billNo }) =>
      isReplacement ? `出库单 ${billNo} 是三包换货，退回请红冲该出库单` : undefined,
  },
  async prepare(tx, request, _kept, before) {
    if (before) await assertGivenFor(tx, before, request)
    return request
  },
  check: assertReturnable,
}
