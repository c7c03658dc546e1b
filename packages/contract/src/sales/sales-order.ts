import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons, orderActionsOf } from '../access/document-rights'
import {
  defineGoodsDocument,
  goodsHeader,
  goodsLineWith,
  goodsLines,
  linkedPurchaseLine,
  maxLines,
} from '../kernel/goods-document'
import { orderStates } from '../kernel/states'
import { amount, day, id, qtyOrZero, text255 } from '../kernel/scalars'
import { vehicleText } from './vehicle-text'

const group = 'sales_order'

/** How far an order has been confirmed (business/sales 1.1). */
export const confirmStates = { pending: '待确认', confirmed: '已确认', part: '部分确认', rejected: '已驳回' } as const

/** 部分确认: what of each line is promised; lines that are not named are promised whole, the rest is not delivered. */
const confirmedLines = z.object({ lines: z.array(z.object({ lineId: id, qty: qtyOrZero })).max(maxLines) })
/** 换仓: the warehouse that the named lines, or all lines, are served from. */
const warehouseChange = z.object({ warehouseId: id, lineIds: z.array(id).max(maxLines).optional() })
/** 换替换件: the part that stands in for the one the customer asked for. */
const substitution = z.object({ lineId: id, partId: id })
export type ConfirmedLines = z.output<typeof confirmedLines>
export type WarehouseChange = z.output<typeof warehouseChange>
export type Substitution = z.output<typeof substitution>

const confirmButton = button('order_confirm', 'confirm')
/** Confirming promises goods: where orders have a desk of their own, only that desk does it. */
const desk = {
  parameter: 'requireConfirmOrder',
  button: confirmButton,
  refusal: '销售订单需在「订单确认」中确认，您没有确认权限',
} as const
const steps = orderActionsOf(group)

/** 出库状态: how much of an order has left. */
export const departures = { none: '未出库', part: '部分出库', full: '已出完' } as const

/** 销售订单: what a customer asks for; its confirmation reserves stock, deliveries execute it line by line (business/sales 1.1). */
export const salesOrder = defineGoodsDocument({
  kind: 'sales_order',
  title: '销售订单',
  prefix: 'XD',
  path: 'sales-order',
  area: 'sales',
  priceField: 'doc_price',
  partnerTitle: '客户',
  mayLack: true,
  states: orderStates,
  // Freight that the customer bears is on his bill.
  freightRule: 'partner',
  buttons: documentButtons(group),
  header: goodsHeader.extend({
    deliveryOn: day.nullable().default(null).meta({ title: '交货日期' }),
    /** Agreed deposit in yuan; a collection brings the money in. */
    deposit: amount.nullable().default(null).meta({ title: '订金' }),
    allowBackorder: z.boolean().default(false).meta({ title: '缺货下单' }),
    address: text255.nullable().default(null).meta({ title: '收货地址' }),
    vehicleText: vehicleText.meta({ title: '车型/VIN' }),
  }),
  columns: {
    openQty: { title: '未出', isKey: true },
    executed: { labels: departures },
    confirmState: { title: '确认状态', width: 72, labels: confirmStates, sort: false, isKey: true },
    deliveryOn: { kind: 'date', chars: 14 },
    deposit: { kind: 'money', sort: false, field: 'doc_price', chars: 14 },
  },
  sections: { lines: goodsLines(goodsLineWith('售价').extend({ linkedPurchaseLineId: linkedPurchaseLine })) },
  actions: {
    ...steps,
    /**
     * The one step that promises the goods; 部分确认 is `confirm` with lines, on the board of 订单确认. Where orders have no desk of
     * their own (参数 销售订单需确认), who approves orders takes it.
     */
    approve: {
      ...steps.approve,
      label: '确认',
      button: [button(group, 'approve'), confirmButton],
      desk,
      hint: '审核并占用库存',
    },
    reject: {
      label: '驳回',
      from: ['submitted'],
      to: ['draft'],
      button: [button(group, 'approve'), button('order_confirm', 'reject')],
      stamp: 'cleared',
      reason: true,
    },
    confirm: {
      label: '确认',
      from: ['submitted'],
      to: ['approved'],
      button: confirmButton,
      stamp: 'approved',
      input: confirmedLines.optional(),
    },
    /** Confirmation of what the customer's credit does not cover; who gives it says why. */
    passCredit: {
      label: '超信用放行',
      from: ['submitted'],
      to: ['approved'],
      button: button('order_confirm', 'credit_override'),
      stamp: 'approved',
      desk,
      passes: 'credit',
      reason: true,
    },
    changeWarehouse: {
      label: '换仓',
      from: ['submitted', 'approved', 'partial'],
      to: ['submitted', 'approved', 'partial'],
      button: button('order_confirm', 'change_wh'),
      input: warehouseChange,
    },
    substitute: {
      label: '换替换件',
      from: ['submitted'],
      to: ['submitted'],
      button: confirmButton,
      input: substitution,
    },
  },
})
