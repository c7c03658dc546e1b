import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { defineGoodsDocument, goodsLines, maxLines, noTax } from '../kernel/goods-document'
import { day, id, price, qtyOrZero } from '../kernel/scalars'
import { orderStates, type StateDefs } from '../kernel/states'
import { transferHeader, transferLine } from './transfers'

const group = 'transfer_request'
const asks = button(group, 'submit')
const approves = button(group, 'approve')

const states = {
  ...orderStates,
  approved: { ...orderStates.approved, label: '待发货' },
  partial: { ...orderStates.partial, label: '部分发货' },
  done: { ...orderStates.done, label: '已发完' },
} as const satisfies StateDefs

/** How much of a request has been sent. */
const shipments = { none: '未发货', part: '部分发货', full: '已发完' } as const

/** 部分批准: what of each line is sent; lines that are not named are approved whole, the rest is not sent. */
const approvedLines = z.object({ lines: z.array(z.object({ lineId: id, qty: qtyOrZero })).max(maxLines) })
export type ApprovedLines = z.output<typeof approvedLines>

/** 调拨申请单: a side asks for goods, the other one approves, and transfers execute it line by line (business/transfers 1). */
export const transferRequest = defineGoodsDocument({
  kind: 'transfer_request',
  title: '调拨申请单',
  prefix: 'QD',
  path: 'transfer-request',
  area: 'stock',
  priceField: 'cost_price',
  flags: ['transfer'],
  partnerTitle: '供货企业',
  states,
  hasCounterparty: true,
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    export: button(group, 'export'),
  },
  header: transferHeader.extend({
    warehouseId: transferHeader.shape.warehouseId.meta({ title: '申请仓库' }),
    counterOrgId: transferHeader.shape.counterOrgId.meta({ title: '供货企业' }),
    toWarehouseId: transferHeader.shape.toWarehouseId.meta({ title: '供货仓库' }),
    expectedOn: day.nullable().default(null).meta({ title: '期望到货日' }),
  }),
  columns: {
    // The list has documents of either organisation, and says whose each is.
    orgName: { title: '申请企业', ofGroup: false, isKey: true },
    warehouseName: { title: '申请仓库', width: 80 },
    counterOrgName: { title: '供货企业', width: 120, sort: false, isKey: true, filter: 'id' },
    toWarehouseName: { title: '供货仓库', width: 80, sort: false, isKey: true, filter: 'id' },
    totalQty: { title: '申请数量' },
    approvedQty: {
      title: '批准数量',
      kind: 'qty',
      width: 68,
      isKey: true,
      sort: false,
      nullable: true,
      value: z.string().nullable(),
    },
    executedQty: { title: '已发数量' },
    openQty: { title: '待发数量', isKey: true },
    executed: { title: '发货状态', labels: shipments },
    expectedOn: { kind: 'date', chars: 14, filter: 'overdue' },
  },
  sections: {
    lines: goodsLines(
      transferLine.omit({ sourceLineId: true }).extend({
        // What the goods cost is said when they are sent.
        price: price
          .default('0')
          .overwrite(() => '0')
          .meta({ title: '单价' }),
        taxRate: noTax,
      }),
    ),
  },
  actions: {
    submit: { label: '提交', from: ['draft'], to: ['submitted'], button: asks, stamp: 'submitted' },
    withdraw: { label: '撤回', from: ['submitted'], to: ['draft'], button: asks, stamp: 'cleared' },
    void: { label: '作废', from: ['draft', 'submitted'], to: ['voided'], button: button(group, 'void'), reason: true },
    /** The supplying side promises the goods, whole or in part, and holds them. */
    approve: {
      label: '批准',
      by: 'counterparty',
      from: ['submitted'],
      to: ['approved'],
      button: approves,
      stamp: 'approved',
      isApproval: true,
      input: approvedLines.optional(),
      hint: '批准并占用库存',
    },
    reject: {
      label: '驳回',
      by: 'counterparty',
      from: ['submitted'],
      to: ['draft'],
      button: approves,
      stamp: 'cleared',
      reason: true,
    },
    /** The asking side does not want what has not been sent yet. */
    close: { label: '撤回剩余', from: ['approved', 'partial'], to: ['closed'], button: asks, reason: true },
  },
})
