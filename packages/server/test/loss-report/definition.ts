// The kind of the how-to (docs/how-to/add-a-document.md), behind the buttons of another one.
import { documentButtons, postingActionsOf } from '@chepu/contract/access/document-rights'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '@chepu/contract/kernel/goods-document'
import { id, text255 } from '@chepu/contract/kernel/scalars'
import { unitCost } from '@chepu/contract/warehouse/unit-cost'

const group = 'purchase_return'

/** 报损单: broken or missing goods leave stock at their average cost, which is a loss. */
export const lossReport = defineGoodsDocument({
  kind: 'loss_report',
  title: '报损单',
  prefix: 'BS',
  path: 'loss-report',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
    reason: text255.min(1, '请填写报损原因').meta({ title: '报损原因' }),
    witness: text255.nullable().default(null).meta({ title: '见证人' }),
  }),
  columns: {
    reason: { width: 160, sort: false, filter: 'contains' },
    witness: { width: 80, filter: 'contains' },
  },
  // What the goods are worth follows from the pool; nothing is priced.
  sections: { lines: goodsLines(goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost })) },
  actions: postingActionsOf(group),
})
