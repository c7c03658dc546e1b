import { otherOut } from '@chepu/contract/warehouse/other-out'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { assertReason } from '../../basics/public'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { postingOf } from './posting'

/** 其他出库单 on the server. */
const traits: GoodsTraits<typeof otherOut> = {
  def: otherOut,
  partnerRole: anyRole,
  emptiesBins: true,
  priceField: otherOut.priceField,
  async prepare(tx, request) {
    await assertReason(tx, 'other_out_reason', request)
    return request
  },
}

export const otherOutKind = { ...traits, actions: standardActions(traits, postingOf) } satisfies GoodsKind
