import { pageOf } from '../access/catalogue'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '../kernel/goods-document'
import { id } from '../kernel/scalars'
import { postingStates } from '../kernel/states'

/**
 * 配件合并单: stock of a doubled part that went to the one that stays, bin by bin and at its value (business/basics 3.1). 合并 writes it,
 * posted; nobody enters, changes or undoes one. It is read by who sees stock.
 */
export const partMerge = defineGoodsDocument({
  kind: 'part_merge',
  title: '配件合并单',
  prefix: 'HB',
  // Not `part-merge`: that call would be named like `part/{id}/merge`.
  path: 'part-merge-bill',
  area: 'stock',
  priceField: 'cost_price',
  partnerTitle: '往来单位',
  // Nobody holds a right to enter them.
  buttons: { view: pageOf('stock'), add: [], update: [] },
  header: goodsHeader.extend({ partnerId: id.nullable().default(null).meta({ title: '往来单位' }) }),
  sections: { lines: goodsLines(goodsLine.omit({ sourceLineId: true })) },
  states: { done: postingStates.done },
  actions: {},
})
