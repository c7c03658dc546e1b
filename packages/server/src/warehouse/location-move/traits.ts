import { locationMove } from '@chepu/contract/warehouse/location-move'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { postingOf } from './posting'
import { assertTargets } from './rules'

/** 移位单 on the server. Goods may leave a bin that was disabled meanwhile, so that it can be emptied. */
const traits: GoodsTraits<typeof locationMove> = {
  def: locationMove,
  partnerRole: anyRole,
  emptiesBins: true,
  priceField: locationMove.priceField,
  async prepare(tx, request) {
    await assertTargets(tx, request.header.warehouseId, request.lines)
    return request
  },
}

export const locationMoveKind = {
  ...traits,
  actions: standardActions(traits, async (doc, tx) => {
    await assertTargets(tx, doc.warehouseId, doc.lines)
    return postingOf(doc)
  }),
} satisfies GoodsKind
