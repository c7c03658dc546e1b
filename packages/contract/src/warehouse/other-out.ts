import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines, noTax } from '../kernel/goods-document'
import { chosenWord, id } from '../kernel/scalars'
import { deskActions, deskButtons } from './one-desk'
import { unitCost } from './unit-cost'

/** A word of the dictionary 其他出库原因 that the program knows (business/warehouse 1.2). */
export const lossReason = '报损'

/** 其他出库单: goods leave at the average cost, which becomes a loss or an expense (business/warehouse 1.2). */
export const otherOut = defineGoodsDocument({
  kind: 'other_out',
  title: '其他出库单',
  prefix: 'QC',
  path: 'other-out',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out'],
  partnerTitle: '往来单位',
  mayLack: true,
  board: { goods: 'out', tab: '其他出库', action: 'approve' },
  buttons: deskButtons('outbound', 'other_out'),
  header: goodsHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
    reason: chosenWord('请选择出库原因').meta({ title: '出库原因' }),
  }),
  columns: { reason: { width: 88, sort: false, isKey: true, filter: 'contains' } },
  // What the goods are worth follows from the pool; nothing is priced.
  sections: {
    lines: goodsLines(goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost, taxRate: noTax })),
  },
  actions: deskActions('outbound', 'other_out', '确认出库'),
})
