import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { countedLines } from '../kernel/counted-lines'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines } from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { chosenWord, text255 } from '../kernel/scalars'

const group = 'purchase_return'

/** 采购退货单: goods go back to a supplier, whom we owe less (business/purchasing 1.3). */
export const purchaseReturn = defineGoodsDocument({
  kind: 'purchase_return',
  title: '采购退货单',
  prefix: 'CT',
  path: 'purchase-return',
  area: 'purchase',
  priceField: 'purchase_price',
  partnerTitle: '供应商',
  board: { goods: 'out', tab: '采购退货出库', action: 'ship' },
  // Freight that the supplier bears is credited with the goods.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    /** A word of the dictionary; printed as it stands. */
    reason: chosenWord('请选择退货原因').meta({ title: '退货原因' }),
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
  }),
  ownFields: ['waybill'],
  columns: {
    reason: { width: 76, sort: false, isKey: true, filter: 'contains' },
    carrierName: { title: '物流公司', width: 120, sort: false, chars: 20, filter: 'id' },
    waybill: { width: 120, sort: false, chars: 20, filter: 'begins' },
  },
  sections: { lines: goodsLines(goodsLineWith('退货价')) },
  actions: {
    ...postingActionsOf(group),
    ship: {
      label: '确认出库',
      from: ['approved'],
      to: ['done'],
      button: button('outbound', 'post'),
      flags: ['out'],
      input: countedLines.optional(),
    },
    sendBack: {
      label: '缺货退回',
      from: ['approved'],
      to: ['draft'],
      button: button('outbound', 'shortage'),
      flags: ['out'],
      stamp: 'cleared',
      reason: true,
    },
  },
})
