import { openingReason, otherIn } from '@chepu/contract/warehouse/other-in'
import { anyRole } from '@chepu/contract/kernel/partner-roles'
import { assertReason } from '../../basics/public'
import { standardActions } from '../../kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../kernel/goods/types'
import { postingOf } from './posting'
import { fillCosts } from './repo'
import { assertCosts, assertOpeningDay } from './rules'

/** 其他入库单 on the server. */
export const traits: GoodsTraits<typeof otherIn> = {
  def: otherIn,
  partnerRole: anyRole,
  priceField: otherIn.priceField,
  isOpening: (doc) => doc.reason === openingReason,
  async prepare(tx, request, kept) {
    await assertReason(tx, 'other_in_reason', request)
    return fillCosts(tx, request, kept)
  },
  check(tx, doc) {
    assertCosts(tx.caller, doc)
    assertOpeningDay(tx.caller, doc)
  },
}

export const otherInKind = { ...traits, actions: standardActions(traits, postingOf) } satisfies GoodsKind
