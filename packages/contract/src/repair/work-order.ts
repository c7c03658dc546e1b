import { z } from 'zod'
import { button } from '../access/catalogue'
import { documentButtons } from '../access/document-rights'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { orderKinds } from '../kernel/order-kinds'
import { reference } from '../kernel/references'
import { defineRepairDocument, repairHeader } from '../kernel/repair-document'
import { id, miles, moment, text, text255 } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'
import { consent } from './consent'
import { workSteps } from './dispatch'
import { orderSections } from './lines'
import { usualForm } from './usual-words'

const group = 'work_order'

/** Why work stands still. */
export const pauseKinds = { parts: '待料', customer: '待客户', maker: '待厂家' } as const

/**
 * Its states (business/repair 4.1). Those between 待派工 and 待检验 follow from its lines. The settlement is in the books, the order never is;
 * it is changed as long as the car is in the shop.
 */
const states = {
  estimating: { label: '报价中', stage: 'entry', tone: 'grey', mark: '未确认' },
  confirmed: { label: '待派工', stage: 'agreed', tone: 'amber', executed: 'none', isTyped: true },
  in_progress: { label: '维修中', stage: 'agreed', tone: 'blue', executed: 'none', isTyped: true },
  paused: { label: '暂停', stage: 'agreed', tone: 'violet', executed: 'none', isTyped: true },
  waiting_check: { label: '待检验', stage: 'agreed', tone: 'violet', executed: 'none', isTyped: true },
  completed: { label: '已完工', stage: 'agreed', tone: 'green', executed: 'none', isTyped: true },
  settled: { label: '已结算', stage: 'agreed', tone: 'green', executed: 'whole' },
  delivered: { label: '已交车', stage: 'agreed', tone: 'green', executed: 'whole' },
  refunded: { label: '已退单', stage: 'agreed', tone: 'grey', executed: 'whole' },
  cancelled: { label: '已取消', stage: 'voided', tone: 'grey', mark: '已取消' },
} as const satisfies StateDefs
type OrderState = keyof typeof states

/** States in which material may be issued to it (business/repair 5.1). */
export const issuingStates = ['confirmed', 'in_progress', 'paused', 'waiting_check'] as const satisfies OrderState[]

/** Whether the order is settled. What of it is paid its settlement tells. */
const settlementStates = { open: '未结算', settled: '已结算', refunded: '已退单', none: '—' } as const

const actions = {
  confirm: {
    label: '客户确认',
    from: ['estimating'],
    to: ['confirmed'],
    button: button(group, 'confirm'),
    stamp: 'approved',
    input: consent,
  },
  confirmAdded: {
    label: '确认增项',
    from: ['confirmed', 'in_progress', 'paused', 'waiting_check', 'completed'],
    to: ['confirmed', 'in_progress', 'paused', 'waiting_check'],
    button: button(group, 'confirm'),
    input: consent,
  },
  pause: {
    label: '暂停',
    from: ['in_progress'],
    to: ['paused'],
    button: button('dispatch', 'start'),
    reason: true,
    input: z.object({ kind: oneOf(pauseKinds).meta({ title: '暂停原因' }) }),
  },
  resume: {
    label: '恢复',
    from: ['paused'],
    to: ['confirmed', 'in_progress', 'waiting_check'],
    button: button('dispatch', 'start'),
  },
  complete: {
    label: '终检合格',
    from: ['waiting_check'],
    to: ['completed'],
    button: button('dispatch', 'check'),
    input: z.object({ roadTestKm: miles.default('').meta({ title: '路试里程' }) }),
  },
  reopen: {
    label: '完工撤回',
    from: ['completed'],
    to: ['waiting_check'],
    button: button(group, 'reopen'),
    reason: true,
  },
  handover: {
    label: '交车',
    from: ['settled', 'refunded'],
    to: ['delivered', 'refunded'],
    button: button('repair_settlement', 'handover'),
    input: z.object({
      nextMaintenanceOn: z.iso.date('日期格式应为YYYY-MM-DD').nullable().default(null).meta({ title: '下次保养日期' }),
      nextMaintenanceKm: miles.default('').meta({ title: '下次保养里程' }),
    }),
  },
  cancel: {
    label: '取消',
    from: ['estimating', 'confirmed', 'in_progress', 'paused', 'waiting_check', 'completed'],
    to: ['cancelled'],
    button: button(group, 'cancel'),
    reason: true,
  },
} as const satisfies Record<string, ActionDef<OrderState>>

/** 工单: what is done to a car, with what, by whom, for whom, and what it comes to (business/repair 4). */
export const workOrder = defineRepairDocument({
  kind: 'work_order',
  counted: '确认',
  title: '工单',
  prefix: 'WX',
  path: 'work-order',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  filesProve: true,
  // Who works on its lines takes photos of them.
  buttons: { ...documentButtons(group), attach: button('dispatch', 'start') },
  header: repairHeader.extend({
    // Goods are sold to customers without a car, too; every other order has one.
    vehicleId: id.nullable().meta({ title: '车辆' }),
    businessTypeId: reference('businessType').meta({ title: '业务类型' }),
    repairForm: text(30).default(usualForm).meta({ title: '维修方式' }),
    warehouseId: reference('warehouse').meta({ title: '领料仓库' }),
    mileage: miles.nullable().default(null).meta({ title: '进厂里程' }),
    arrivedAt: moment.nullable().default(null).meta({ title: '进厂时间' }),
    promisedAt: moment.nullable().default(null).meta({ title: '预计交车' }),
    fuelLevel: z.number().int().min(0).max(8).nullable().default(null).meta({ title: '油量' }),
    keepsOldParts: z.boolean().default(false).meta({ title: '旧件带走' }),
    complaint: text255.default('').meta({ title: '报修描述' }),
    receptionId: id.nullable().default(null).meta({ title: '接车单' }),
    reservationId: id.nullable().default(null).meta({ title: '预约单' }),
    reworkOfId: id.nullable().default(null).meta({ title: '返工原单' }),
  }),
  sections: orderSections,
  logged: workSteps,
  states,
  columns: {
    orderKind: { title: '类型', kind: 'code', labels: orderKinds, width: 60, sort: false, value: oneOf(orderKinds) },
    arrivedAt: { kind: 'time', toMinute: true, width: 124, nullable: true },
    promisedAt: { kind: 'time', toMinute: true, width: 124, nullable: true },
    mileage: { kind: 'qty', total: false, width: 90, sort: false, hidden: true, nullable: true },
    salespersonName: { title: '服务顾问', width: 92 },
    settlement: {
      title: '结算状态',
      kind: 'code',
      labels: settlementStates,
      width: 84,
      sort: false,
      value: oneOf(settlementStates),
    },
    grossProfit: { title: '毛利', kind: 'money', field: 'gross_profit', width: 90, sort: false, nullable: true },
    stayHours: { title: '停留(小时)', kind: 'qty', total: false, width: 84, sort: false, value: z.string() },
  },
  actions,
})
