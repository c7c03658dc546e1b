import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { countedLines } from '../kernel/counted-lines'
import {
  defineGoodsDocument,
  goodsHeader,
  goodsLineWith,
  goodsLines,
  linkedPurchaseLine,
} from '../kernel/goods-document'
import { reference } from '../kernel/references'
import { amount, text255 } from '../kernel/scalars'
import { vehicleText } from './vehicle-text'

const group = 'sales_delivery'

/** 销售出库单: goods leave for a customer, who owes their price (business/sales 1.3). */
export const salesDelivery = defineGoodsDocument({
  kind: 'sales_delivery',
  title: '销售出库单',
  prefix: 'CK',
  path: 'sales-delivery',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '客户',
  mayLack: true,
  board: { goods: 'out', tab: '销售出库', action: 'ship' },
  // Freight that the customer bears is on his bill, whoever carries the goods.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    address: text255.nullable().default(null).meta({ title: '收货地址' }),
    carrierId: reference('carrier').nullable().default(null).meta({ title: '物流公司' }),
    waybill: text255.nullable().default(null).meta({ title: '运单号' }),
    packages: z.coerce
      .number('请输入件数')
      .int('件数应为整数')
      .min(0)
      .max(9999)
      .nullable()
      .default(null)
      .meta({ title: '件数' }),
    /** What the carrier collects for us on delivery, in yuan; the customer owes it all the same. */
    codAmount: amount.nullable().default(null).meta({ title: '代收货款' }),
    vehicleText: vehicleText.meta({ title: '车型/VIN' }),
  }),
  ownFields: ['waybill', 'packages', 'codAmount'],
  columns: {
    carrierName: { title: '物流公司', width: 120, sort: false, chars: 20, filter: 'id' },
    waybill: { width: 120, sort: false, chars: 20, filter: 'begins' },
    codAmount: { kind: 'money', width: 92, sort: false, total: false, field: 'doc_price', chars: 14 },
  },
  sections: { lines: goodsLines(goodsLineWith('售价').extend({ linkedPurchaseLineId: linkedPurchaseLine })) },
  actions: {
    ...postingActionsOf(group),
    /** Approval of what the customer's credit does not cover; who gives it says why (business/sales 1.6). */
    passCredit: {
      label: '超信用放行',
      from: ['draft', 'submitted'],
      to: ['approved', 'done'],
      button: button('order_confirm', 'credit_override'),
      stamp: 'approved',
      passes: 'credit',
      reason: true,
    },
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
