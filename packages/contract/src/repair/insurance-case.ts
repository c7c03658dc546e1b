import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { isPositive } from '../kernel/decimal'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { defineRepairDocument, repairHeader } from '../kernel/repair-document'
import { route } from '../kernel/route'
import { addressedId, amount, day, id, text } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'

const update = button('work_order', 'update')
/** Who enters what insurers take off. */
const deduct = button('claims_money', 'deduct')

/** Which policy pays. An insurer who pays by both has one case (ADR 0214). */
export const policyKinds = {
  commercial: '商业险',
  compulsory: '交强险',
  third_party: '三者险',
  both: '交强险+商业险',
} as const

/** Whose fault the accident was, by the driver's part in percent. */
export const faults: Readonly<Record<number, string>> = {
  100: '全责 100%',
  70: '主责 70%',
  50: '同责 50%',
  30: '次责 30%',
  0: '无责 0%',
}

/** Papers that an insurer usually wants (business/repair-insurance 1.3). */
const usualPapers = ['定损单', '事故认定书', '行驶证', '驾驶证', '被保险人身份证', '维修发票', '维修清单', '赔款授权书']

const papers = z
  .array(z.object({ name: text(20).min(1, '请填写单证名称'), isHeld: z.boolean() }))
  .max(20, '单证最多20项')
  .default(() => usualPapers.map((name) => ({ name, isHeld: false })))
export type CasePaper = z.output<typeof papers>[number]

/** Its states (business/repair-insurance 2). 维修中 follows the order, 赔付 what the insurer has paid. */
const states = {
  reported: { label: '报案', stage: 'entry', tone: 'amber', mark: '未定损' },
  assessed: { label: '定损', stage: 'agreed', tone: 'blue', executed: 'none', isTyped: true },
  in_repair: { label: '维修中', stage: 'agreed', tone: 'blue', executed: 'none', isTyped: true },
  submitted: { label: '交单', stage: 'agreed', tone: 'violet', executed: 'none' },
  agreed: { label: '核赔', stage: 'agreed', tone: 'violet', executed: 'whole' },
  paid: { label: '赔付', stage: 'agreed', tone: 'green', executed: 'whole' },
  refused: { label: '拒赔', stage: 'agreed', tone: 'red', executed: 'whole' },
  voided: { label: '已作废', stage: 'voided', tone: 'grey', mark: '已作废' },
} as const satisfies StateDefs
type CaseState = keyof typeof states

/** Who bears what the insurer pays less. */
export const restBearers = { shop: '本店承担', customer: '转客户' } as const

const verdict = z.object({
  amount: amount.refine(isPositive, '核赔金额必须大于0，一分不赔请用「拒赔」').meta({ title: '核赔金额' }),
  rest: oneOf(restBearers).default('shop').meta({ title: '差额' }),
})
export type Verdict = z.output<typeof verdict>
/** Without an order, the car's latest that is neither settled nor cancelled. */
const attached = z.object({ workOrderId: id.optional().meta({ title: '工单' }) })

const actions = {
  attach: {
    label: '关联工单',
    from: ['reported', 'assessed', 'in_repair'],
    to: ['reported', 'assessed', 'in_repair'],
    button: update,
    input: attached,
  },
  assess: {
    label: '定损完成',
    from: ['reported'],
    to: ['assessed', 'in_repair'],
    button: update,
    stamp: 'approved',
  },
  handIn: {
    label: '交单',
    from: ['assessed', 'in_repair'],
    to: ['submitted'],
    button: update,
    stamp: 'submitted',
  },
  returned: { label: '退回补件', from: ['submitted'], to: ['in_repair'], button: update, reason: true },
  agree: { label: '核赔', from: ['submitted'], to: ['agreed', 'paid'], button: deduct, input: verdict },
  refuse: {
    label: '拒赔',
    from: ['submitted'],
    to: ['refused'],
    button: deduct,
    reason: true,
    hint: '未付转客户',
  },
  undo: { label: '撤销核赔', from: ['agreed', 'paid', 'refused'], to: ['submitted'], button: deduct, reason: true },
  void: {
    label: '作废',
    from: ['reported', 'assessed', 'in_repair'],
    to: ['voided'],
    button: button('work_order', 'cancel'),
    reason: true,
  },
} as const satisfies Record<string, ActionDef<CaseState>>

/** What a case waits for (business/repair-insurance 2). */
const awaited = {
  assessment: '待定损',
  order: '待关联工单',
  repair: '待修完',
  settlement: '待结算',
  papers: '待收单证',
  submission: '待交单',
  verdict: '待核赔',
  payment: '待赔付',
  nothing: '—',
} as const

const view = [pageOf('work_order'), pageOf('claims_money')]
const money = { kind: 'money', field: 'doc_price', value: z.string(), sort: false } as const

/** 保险案件: what an insurer assesses of an accident car, what he leaves to others, and what he pays (business/repair-insurance). */
export const insuranceCase = defineRepairDocument({
  kind: 'insurance_case',
  counted: '定损',
  title: '保险案件',
  prefix: 'BX',
  path: 'insurance-case',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  filesProve: true,
  buttons: {
    view,
    add: button('work_order', 'add'),
    update,
    print: button('work_order', 'print'),
    export: button('work_order', 'export'),
  },
  header: repairHeader.extend({
    workOrderId: id.nullable().default(null).meta({ title: '工单' }),
    insurerId: id.meta({ title: '保险公司' }),
    caseNo: text(60).min(1, '请填写报案号').meta({ title: '报案号' }),
    policyNo: text(60).default('').meta({ title: '保单号' }),
    policyKind: oneOf(policyKinds).default('commercial').meta({ title: '险种' }),
    atFault: z
      .number()
      .int('请输入整数')
      .min(0, '不能小于0')
      .max(100, '不能大于100')
      .nullable()
      .default(null)
      .meta({ title: '事故责任' }),
    surveyor: text(20).default('').meta({ title: '定损员' }),
    assessedOn: day.nullable().default(null).meta({ title: '定损日期' }),
    assessedLabour: amount.default('0').meta({ title: '定损工时' }),
    assessedMaterial: amount.default('0').meta({ title: '定损材料' }),
    deductible: amount.default('0').meta({ title: '免赔额' }),
    depreciation: amount.default('0').meta({ title: '折旧' }),
    salvage: amount.default('0').meta({ title: '残值' }),
    paysDirectly: z.boolean().default(true).meta({ title: '保险直赔' }),
    papers: papers.meta({ title: '单证' }),
  }),
  sections: {},
  states,
  columns: {
    caseNo: { width: 150, isKey: true, filter: 'contains' },
    insurerName: { title: '保险公司', width: 130, sort: false, value: z.string(), isKey: true, filter: 'id' },
    policyKind: { kind: 'code', labels: policyKinds, width: 96, sort: false },
    awaits: {
      title: '等待',
      kind: 'code',
      labels: awaited,
      width: 84,
      sort: false,
      isKey: true,
      value: oneOf(awaited),
    },
    workOrderNo: { title: '工单号', width: 130, sort: false, nullable: true, value: z.string().nullable() },
    assessedTotal: { ...money, title: '定损合计' },
    insurerDue: { ...money, title: '保险应付' },
    agreedAmount: {
      kind: 'money',
      title: '核赔金额',
      field: 'doc_price',
      value: z.string().nullable(),
      nullable: true,
    },
    insurerOpen: { ...money, title: '保险未付' },
    surveyor: { width: 80, sort: false },
    policyNo: { width: 150, sort: false, hidden: true },
  },
  actions,
})

const figure = z.string().optional()
const caseOfCar = z.object({
  id,
  billNo: z.string(),
  state: oneOf(states),
  version: z.number().int(),
  insurerId: id,
  insurerName: z.string(),
  caseNo: z.string(),
  policyKind: oneOf(policyKinds),
  awaits: oneOf(awaited),
  workOrderId: id.nullable(),
  workOrderNo: z.string().nullable(),
  assessedTotal: figure,
  /** What the lines of its order come to that name its insurer. */
  chargedAmount: figure,
  insurerDue: figure,
  insurerOpen: figure,
})
export type CaseOfCar = z.output<typeof caseOfCar>

/** Cases of a car that stand: those of one order, and those that have none yet. */
export const casesOfCar = route({
  method: 'GET',
  path: '/api/web/insurance-cases-of-car',
  access: view,
  summary: '车辆的保险案件',
  query: z.object({ vehicleId: addressedId, workOrderId: addressedId.optional() }),
  data: z.object({ rows: z.array(caseOfCar) }),
})
