import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines } from '../kernel/goods-document'
import { countedLines } from '../kernel/counted-lines'
import { reference } from '../kernel/references'
import { day, text255 } from '../kernel/scalars'

const group = 'goods_receipt'

/** 采购入库单: goods from a supplier enter stock (business/purchasing 1.2). */
export const goodsReceipt = defineGoodsDocument({
  kind: 'goods_receipt',
  title: '采购入库单',
  prefix: 'RK',
  path: 'goods-receipt',
  area: 'purchase',
  priceField: 'purchase_price',
  partnerTitle: '供应商',
  board: { goods: 'in', tab: '采购入库', action: 'receive' },
  // Freight that the supplier has paid for us is on his bill; freight that we pay is a carrier's.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
  }),
  ownFields: ['waybill'],
  columns: {
    carrierName: { title: '物流公司', width: 120, sort: false, chars: 20, filter: 'id' },
    waybill: { width: 120, sort: false, chars: 20, filter: 'begins' },
  },
  sections: {
    lines: goodsLines(
      goodsLineWith('进价').extend({
        producedOn: day.nullable().default(null).meta({ title: '生产日期' }),
      }),
    ),
  },
  actions: {
    ...postingActionsOf(group),
    receive: {
      label: '确认入库',
      from: ['approved'],
      to: ['done'],
      button: button('inbound', 'post'),
      flags: ['in'],
      input: countedLines.optional(),
    },
    sendBack: {
      label: '差异退回',
      from: ['approved'],
      to: ['draft'],
      stamp: 'cleared',
      button: button('inbound', 'diff'),
      flags: ['in'],
      reason: true,
    },
  },
})
