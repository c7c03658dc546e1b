import { documentButtons, postingActionsOf } from '../access/document-rights'
import { defineGoodsDocument, goodsLines } from '../kernel/goods-document'
import { kitColumns, kitHeader, kitLine } from './kit'

const group = 'assembly'

/** 组装单: components leave at their average and make up the kit, with what the work costs (business/warehouse 1.5). */
export const assembly = defineGoodsDocument({
  kind: 'assembly',
  title: '组装单',
  prefix: 'ZZ',
  path: 'assembly',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['in', 'out'],
  partnerTitle: '加工单位',
  freightRule: 'named',
  buttons: documentButtons(group),
  header: kitHeader,
  columns: kitColumns,
  sections: { lines: goodsLines(kitLine) },
  actions: postingActionsOf(group),
})
