import { button, pageOf } from '../access/catalogue'
import { countedLines } from '../kernel/counted-lines'
import { postingActions } from '../kernel/document'
import { defineGoodsDocument, goodsHeader, goodsLine, goodsLines } from '../kernel/goods-document'
import { chosenWord, id } from '../kernel/scalars'
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
  partnerTitle: '往来单位',
  board: { goods: 'out', tab: '其他出库', action: 'approve' },
  buttons: {
    view: pageOf('outbound'),
    add: button('outbound', 'other_out'),
    update: button('outbound', 'other_out'),
  },
  header: goodsHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '往来单位' }),
    reason: chosenWord('请选择出库原因').meta({ title: '出库原因' }),
  }),
  // What the goods are worth follows from the pool; nothing is priced.
  columns: {
    reason: { width: 88, sort: false, isKey: true, filter: 'contains' },
  },
  sections: { lines: goodsLines(goodsLine.omit({ sourceLineId: true }).extend({ price: unitCost })) },
  actions: {
    ...postingActions({
      submit: button('outbound', 'other_out'),
      approve: button('outbound', 'post'),
      unapprove: button('outbound', 'unpost'),
      reverse: button('outbound', 'unpost'),
      void: button('outbound', 'other_out'),
    }),
    /** One desk: who confirms has counted. */
    approve: {
      label: '确认出库',
      from: ['draft', 'submitted'],
      to: ['done'],
      button: button('outbound', 'post'),
      stamp: 'approved',
      isApproval: true,
      input: countedLines.optional(),
    },
  },
})
