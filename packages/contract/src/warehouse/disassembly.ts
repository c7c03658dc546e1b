import { documentButtons, postingActionsOf } from '../access/document-rights'
import { defineGoodsDocument, goodsLines } from '../kernel/goods-document'
import { kitColumns, kitHeader, takenApartLine } from './kit'

const group = 'disassembly'

/** 拆分单: a kit leaves at its average, and its components share what it and the work cost (business/warehouse 1.5). */
export const disassembly = defineGoodsDocument({
  kind: 'disassembly',
  title: '拆分单',
  prefix: 'CX',
  path: 'disassembly',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['in', 'out'],
  partnerTitle: '加工单位',
  freightRule: 'named',
  buttons: documentButtons(group),
  header: kitHeader,
  columns: kitColumns,
  sections: { lines: goodsLines(takenApartLine) },
  actions: postingActionsOf(group),
})
