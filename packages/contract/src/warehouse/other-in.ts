import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines, noTax } from '../kernel/goods-document'
import { chosenWord, id } from '../kernel/scalars'
import { deskActions, deskButtons } from './one-desk'
import { unitCost } from './unit-cost'

/** Words of the dictionary 其他入库原因 that the program knows (business/warehouse 1.1). */
export const openingReason = '期初'
export const giftReason = '赠品'

/** 其他入库单: goods enter at a cost that is typed as the line's price, without tax (business/warehouse 1.1, business/ledgers 8). */
export const otherIn = defineGoodsDocument({
  kind: 'other_in',
  title: '其他入库单',
  prefix: 'QR',
  path: 'other-in',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['in'],
  partnerTitle: '往来单位',
  board: { goods: 'in', tab: '其他入库', action: 'approve' },
  buttons: deskButtons('inbound', 'other_in'),
  header: goodsHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
    reason: chosenWord('请选择入库原因').meta({ title: '入库原因' }),
  }),
  columns: { reason: { width: 96, sort: false, isKey: true, filter: 'contains' } },
  sections: {
    lines: goodsLines(
      goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost.meta({ title: '成本单价' }), taxRate: noTax }),
    ),
  },
  actions: deskActions('inbound', 'other_in', '确认入库'),
})
