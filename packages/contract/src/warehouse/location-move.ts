import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '../kernel/goods-document'
import { id } from '../kernel/scalars'
import { unpriced } from '../kernel/unpriced'

const group = 'location_move'
const add = button(group, 'add')
const approve = button(group, 'approve')

/** 移位单: goods go from one bin of a warehouse to another, with their batches and at no change of cost (business/warehouse 1.4). */
export const locationMove = defineGoodsDocument({
  kind: 'location_move',
  title: '移位单',
  prefix: 'YW',
  path: 'location-move',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['out', 'in'],
  partnerTitle: '往来单位',
  buttons: { view: pageOf(group), add, update: add },
  header: goodsHeader.extend({ partnerId: id.nullable().default(null).meta({ title: '往来单位' }) }),
  sections: {
    // Goods are worth what they were before; nothing is priced.
    lines: goodsLines(
      goodsLine.omit({ sourceLineId: true }).extend({
        ...unpriced,
        locationId: id.meta({ title: '移出货位' }),
        toLocationId: id.meta({ title: '移入货位' }),
      }),
    ),
  },
  actions: {
    ...postingActions({ submit: add, approve, unapprove: approve, reverse: approve, void: button(group, 'void') }),
    // Who confirms has put the goods there: nobody else has to.
    approve: {
      label: '确认移位',
      from: ['draft', 'submitted'],
      to: ['done'],
      button: approve,
      stamp: 'approved',
      isApproval: true,
    },
  },
})
