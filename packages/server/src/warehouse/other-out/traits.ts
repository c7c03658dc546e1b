import { otherOut } from '@chepu/contract/warehouse/other-out'
import { assertReason } from '../../basics/public'
import type { GoodsTraits } from '../../kernel/goods/types'
import { anyRole } from '../../kernel/caller/partner-scope'

/** 其他出库单 on the server. */
export const traits: GoodsTraits<typeof otherOut> = {
  def: otherOut,
  partnerRole: anyRole,
  warehouseFlag: 'out',
  priceField: 'cost_price',
  async prepare(tx, request) {
    await assertReason(tx, 'other_out_reason', request)
    return request
  },
}
