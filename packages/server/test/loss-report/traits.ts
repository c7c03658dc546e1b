import { standardActions } from '../../src/kernel/goods/standard-actions'
import type { GoodsKind, GoodsTraits } from '../../src/kernel/goods/types'
import { lossReport } from './definition'
import { postingOf } from './posting'

/** 报损单 on the server. */
const traits: GoodsTraits<typeof lossReport> = {
  def: lossReport,
  partnerRole: 0,
  priceField: lossReport.priceField,
}

export const lossReportKind = { ...traits, actions: standardActions(traits, postingOf) } satisfies GoodsKind
