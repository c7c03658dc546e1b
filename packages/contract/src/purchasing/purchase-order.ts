import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { defineDocument, orderActions } from '../kernel/document'
import { documentRoutes, goodsHeader, goodsLineWith } from '../kernel/goods-document'
import { idParam, route } from '../kernel/route'
import { day, id, text255 } from '../kernel/scalars'

const group = 'purchase_order'

/** 到货状态: how much of an order has come. */
export const arrivals = { none: '未到货', part: '部分到货', full: '已到齐' } as const

/** 采购订单: what we ask a supplier to send; receipts execute it line by line (DOMAIN 4.4). */
export const purchaseOrder = defineDocument({
  kind: 'purchase_order',
  title: '采购订单',
  prefix: 'CD',
  path: 'purchase-order',
  area: 'purchase',
  partnerTitle: '供应商',
  isOrder: true,
  // Freight that the supplier has paid for us is on his bill.
  freightRule: 'partner',
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    print: button(group, 'print'),
    export: button(group, 'export'),
  },
  header: goodsHeader.extend({
    expectedOn: day.nullable().default(null).meta({ title: '预计到货日' }),
    shipTo: text255.nullable().default(null).meta({ title: '收货地址' }),
  }),
  // An order is the first of its chain: it refers to no former document.
  line: goodsLineWith('进价').omit({ sourceLineId: true }),
  actions: orderActions({
    submit: button(group, 'submit'),
    approve: button(group, 'approve'),
    unapprove: button(group, 'unapprove'),
    void: button(group, 'void'),
    close: button(group, 'close'),
  }),
})

export const purchaseOrderRoutes = documentRoutes(purchaseOrder)

/** An advance payment made for an order (DOMAIN 4.4); amounts in yuan. */
export const prepayment = z.object({
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
  data: z.object({ rows: z.array(prepayment), paid: z.string(), supplierBalance: z.string() }),
})
