import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { defineDocument, postingActions } from '../kernel/document'
import { documentRoutes, goodsHeader, goodsLineWith } from '../kernel/goods-document'
import { countedLines } from '../kernel/counted-lines'
import { reference } from '../kernel/references'
import { day, text255 } from '../kernel/scalars'

const group = 'goods_receipt'

/** 采购入库单: goods from a supplier enter stock (DOMAIN 4.4). */
export const goodsReceipt = defineDocument({
  kind: 'goods_receipt',
  title: '采购入库单',
  prefix: 'RK',
  path: 'goods-receipt',
  area: 'purchase',
  partnerTitle: '供应商',
  // Freight that the supplier has paid for us is on his bill; freight that we pay is a carrier's.
  freightRule: 'partner',
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    print: button(group, 'print'),
    export: button(group, 'export'),
  },
  header: goodsHeader.extend({
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
  }),
  ownFields: ['waybill'],
  line: goodsLineWith('进价').extend({
    producedOn: day.nullable().default(null).meta({ title: '生产日期' }),
  }),
  actions: {
    ...postingActions({
      submit: button(group, 'submit'),
      approve: button(group, 'approve'),
      unapprove: button(group, 'unapprove'),
      reverse: button(group, 'reverse'),
      void: button(group, 'void'),
    }),
    receive: {
      label: '确认入库',
      from: ['approved'],
      to: ['done'],
      button: button('inbound', 'post'),
      input: countedLines.optional(),
    },
    sendBack: { label: '差异退回', from: ['approved'], to: ['draft'], button: button('inbound', 'diff'), reason: true },
  },
})

export const goodsReceiptRoutes = documentRoutes(goodsReceipt)
export type GoodsReceiptHeader = z.output<typeof goodsReceipt.header>
