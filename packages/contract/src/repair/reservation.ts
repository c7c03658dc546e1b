import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import type { ActionDef } from '../kernel/document'
import { reference } from '../kernel/references'
import { defineRepairDocument, repairHeader } from '../kernel/repair-document'
import { mobileOrMask, moment, text, text255 } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'
import { orderSections } from './lines'
import { usualOrigin } from './usual-words'

const group = 'reservation'
const press = (name: string) => button(group, name)

/** Its states (business/arrivals 1.1). Who has not come at the end of his day did not come; the order that is made of it ends it. */
const states = {
  pending: { label: '待确认', stage: 'entry', tone: 'amber', mark: '待确认' },
  confirmed: { label: '已确认', stage: 'agreed', tone: 'blue', executed: 'none', isTyped: true },
  arrived: { label: '已到店', stage: 'agreed', tone: 'violet', executed: 'part' },
  done: { label: '已开单', stage: 'agreed', tone: 'green', executed: 'whole' },
  cancelled: { label: '已取消', stage: 'voided', tone: 'grey', mark: '已取消' },
  no_show: { label: '爽约', stage: 'voided', tone: 'red', mark: '爽约' },
} as const satisfies StateDefs
type ReservationState = keyof typeof states

/** States in which the car is still waited for. */
export const expectedStates = ['pending', 'confirmed'] as const satisfies ReservationState[]

/** States in which it takes up its bay and its adviser. */
export const bookedStates = [...expectedStates, 'arrived'] as const satisfies ReservationState[]

/** States in which it holds its parts. */
export const holdingStates = ['confirmed', 'arrived'] as const satisfies ReservationState[]

/** How long it takes, in minutes, at most a day. */
const minutes = z
  .number({ error: '请填写预计时长' })
  .int('预计时长应为整数分钟')
  .min(5, '预计时长至少5分钟')
  .max(1440, '预计时长最多1440分钟')

/** When, for how long, where and by whom the car is taken in. */
const place = {
  expectedAt: moment.meta({ title: '预约到店' }),
  minutes: minutes.default(60).meta({ title: '预计时长', description: '分钟' }),
  bayId: reference('bay').nullable().default(null).meta({ title: '工位' }),
}
const reschedule = z.object({
  ...place,
  minutes: minutes.meta({ title: '预计时长', description: '分钟' }),
  /** Absent leaves the adviser. */
  salespersonId: reference('employee').nullable().optional().meta({ title: '服务顾问' }),
})
export type Reschedule = z.output<typeof reschedule>

const actions = {
  confirm: { label: '确认', from: ['pending'], to: ['confirmed'], button: press('confirm'), stamp: 'approved' },
  reschedule: {
    label: '改期',
    from: expectedStates,
    to: expectedStates,
    button: press('update'),
    input: reschedule,
  },
  arrive: {
    label: '到店接车',
    from: ['confirmed'],
    to: ['arrived'],
    button: press('arrive'),
  },
  cancel: { label: '取消预约', from: expectedStates, to: ['cancelled'], button: press('cancel'), reason: true },
  noShow: { label: '爽约', from: expectedStates, to: ['no_show'], button: press('cancel') },
} as const satisfies Record<string, ActionDef<ReservationState>>

/** 预约单: a car that is expected, with what will be done to it (business/arrivals 1). Its business date is the day on which the car is expected. */
export const reservation = defineRepairDocument({
  kind: 'reservation',
  counted: '确认',
  title: '预约单',
  prefix: 'YY',
  path: 'repair-reservation',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  buttons: { view: pageOf(group), add: press('add'), update: press('update') },
  header: repairHeader.extend({
    contactName: text(20).min(1, '请填写联系人').meta({ title: '联系人' }),
    contactMobile: mobileOrMask.meta({ title: '联系电话' }),
    ...place,
    businessTypeId: reference('businessType').nullable().default(null).meta({ title: '业务类型' }),
    origin: text(30).default(usualOrigin).meta({ title: '预约来源' }),
    complaint: text255.default('').meta({ title: '客户要求' }),
    warehouseId: reference('warehouse').nullable().default(null).meta({ title: '备件仓库' }),
    /** From the confirmation on its material is held in that warehouse (business/arrivals 1.7). */
    holdsParts: z.boolean().default(false).meta({ title: '预留配件' }),
  }),
  sections: { labour: orderSections.labour, materials: orderSections.materials },
  /** What was written on it by who made an order of it, or let the car go. */
  logged: { order: '开工单', leave: '离厂' },
  states,
  columns: {
    expectedAt: { kind: 'time', toMinute: true, width: 124, isKey: true },
    minutes: { kind: 'count', width: 96, sort: false, total: false },
    bayName: { title: '工位', width: 84, sort: false, nullable: true },
    origin: { width: 84, sort: false },
    items: { title: '项目', width: 200, sort: false, nullable: true },
    bizDate: { title: '预约日期' },
  },
  actions,
})
