import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { documentButtons, orderActionsOf } from '../access/document-rights'
import { defineGoodsDocument, goodsHeader, goodsLineWith, goodsLines } from '../kernel/goods-document'
import { orderStates } from '../kernel/states'
import { idParam, route } from '../kernel/route'
import { day, id, text255 } from '../kernel/scalars'

const group = 'purchase_order'

/** 到货状态: how much of an order has come. */
export const arrivals = { none: '未到货', part: '部分到货', full: '已到齐' } as const

/** 采购订单: what we ask a supplier to send; receipts execute it line by line (business/purchasing 1.1). */
export const purchaseOrder = defineGoodsDocument({
  kind: 'purchase_order',
  title: '采购订单',
  prefix: 'CD',
  path: 'purchase-order',
  area: 'purchase',
  priceField: 'purchase_price',
  partnerTitle: '供应商',
  states: orderStates,
  // Freight that the supplier has paid for us is on his bill.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    expectedOn: day.nullable().default(null).meta({ title: '预计到货日' }),
    shipTo: text255.nullable().default(null).meta({ title: '收货地址' }),
  }),
  columns: {
    openQty: { title: '未到数量', isKey: true },
    expectedOn: { kind: 'date', chars: 14, filter: 'overdue' },
    executed: { title: '到货状态', isKey: true, labels: arrivals },
  },
  // An order is the first of its chain: it refers to no former document.
  sections: { lines: goodsLines(goodsLineWith('进价').omit({ sourceLineId: true })) },
  actions: orderActionsOf(group),
})

/** An advance payment made for an order (business/purchasing 1.4); amounts in yuan. */
const prepayment = z.object({
  id,
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  amount: z.string(),
})

/** Advance payments of an order and what the supplier still holds of all our advances. */
export const purchaseOrderPrepayments = route({
  method: 'GET',
  path: '/api/web/purchase-order/:id/prepayments',
  access: pageOf(group),
  summary: '采购订单预付款',
  params: idParam,
  // Figures are told to who may see purchase prices.
  data: z.object({ rows: z.array(prepayment), paid: z.string().optional(), supplierBalance: z.string().optional() }),
})
