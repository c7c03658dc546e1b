import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { carMarks } from '../kernel/car-marks'
import type { ActionDef } from '../kernel/document'
import { reference } from '../kernel/references'
import { defineRepairDocument, repairHeader } from '../kernel/repair-document'
import { id, miles, mobileOrNone, moment, text, text255 } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'
import { consentGiven } from './consent'
import { usualForm } from './usual-words'

const group = 'reception'

/** Its states (business/arrivals 2.1): it ends with the order that is made of it, or with the car leaving unrepaired. */
const states = {
  open: { label: '接车中', stage: 'entry', tone: 'amber', mark: '接车中' },
  converted: { label: '已转单', stage: 'agreed', tone: 'green', executed: 'whole' },
  left: { label: '已离厂', stage: 'agreed', tone: 'grey', mark: '已离厂' },
} as const satisfies StateDefs
type ReceptionState = keyof typeof states

/** Kilometres of the meter; null while nobody has read it. */
const mileage = miles
  .transform((typed) => typed || null)
  .nullable()
  .default(null)

/** What the order needs that a reception does not know: where its material comes from. */
const quoted = z.object({
  /** Absent, the organisation's first. */
  warehouseId: reference('warehouse').optional().meta({ title: '领料仓库' }),
  /** Lines of earlier orders of the car that are done again at no price. */
  reworkLineIds: z.array(id).max(50).default([]).meta({ title: '返工原项目' }),
})
export type Quoted = z.output<typeof quoted>

/** And how the customer agreed to what was planned. */
const ordered = quoted.extend(consentGiven.shape)
export type Ordered = z.output<typeof ordered>

const conversion = { from: ['open'], to: ['converted'], button: button('work_order', 'add') } as const

const actions = {
  toOrder: { ...conversion, label: '转工单', input: ordered },
  toQuote: { ...conversion, label: '转报价', input: quoted },
  leave: { label: '离厂', from: ['open'], to: ['left'], button: button(group, 'leave'), reason: true },
} as const satisfies Record<string, ActionDef<ReceptionState>>

/** 接车单: a car as it was handed over (business/arrivals 2). Who brings it is its contact. */
export const reception = defineRepairDocument({
  kind: 'reception',
  counted: '处理',
  title: '接车单',
  prefix: 'JC',
  path: 'reception',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  filesProve: true,
  buttons: {
    view: pageOf(group),
    add: button(group, 'add'),
    update: button(group, 'update'),
    print: button(group, 'print'),
  },
  header: repairHeader.extend({
    contactName: text(20).default('').meta({ title: '送修人' }),
    contactMobile: mobileOrNone.meta({ title: '送修人电话' }),
    businessTypeId: reference('businessType').nullable().default(null).meta({ title: '业务类型' }),
    repairForm: text(30).default(usualForm).meta({ title: '维修方式' }),
    arrivedAt: moment.meta({ title: '进厂时间' }),
    promisedAt: moment.nullable().default(null).meta({ title: '预计交车' }),
    mileage: mileage.meta({ title: '进厂里程' }),
    fuelLevel: z.number().int().min(0).max(8).nullable().default(null).meta({ title: '油量' }),
    exterior: carMarks.default([]).meta({ title: '环车检查' }),
    belongings: text255.default('').meta({ title: '随车物品' }),
    keepsOldParts: z.boolean().default(false).meta({ title: '旧件带走' }),
    complaint: text255.default('').meta({ title: '故障描述' }),
  }),
  sections: {},
  /** An order was made of it by its editor. */
  logged: { order: '开工单' },
  states,
  columns: {
    arrivedAt: { kind: 'time', toMinute: true, width: 124, isKey: true },
    mileage: { kind: 'qty', total: false, width: 90, sort: false, nullable: true },
    promisedAt: { kind: 'time', toMinute: true, width: 124, nullable: true },
    complaint: { width: 200, sort: false },
  },
  actions,
})
