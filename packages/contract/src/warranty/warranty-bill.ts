import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { documentButtons } from '../access/document-rights'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { type PricingMode, pricingModes } from '../kernel/pricing-modes'
import { repairColumns } from '../kernel/repair-columns'
import { defineRepairDocument, workTaxRate, repairHeader } from '../kernel/repair-document'
import { idParam, route } from '../kernel/route'
import { addressedId, day, id, miles, openPrice, qty, rate, text, text255 } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'
import { vinText } from '../kernel/vin'
import { oldPartStandings } from './old-part'

const group = 'warranty_bill'

/** What was done about a fault (business/three-guarantees 3.1). */
export const handlings = { repair: '修理', replace: '更换', return: '退货' } as const

/** Its states (business/three-guarantees 3.2). From 已申报 on it follows the claim, the verdict and the settlement. */
const states = {
  draft: { label: '草稿', stage: 'entry', tone: 'grey', mark: '草稿' },
  submitted: { label: '待审核', stage: 'waiting', tone: 'amber', mark: '未审核' },
  approved: { label: '已审核', stage: 'posted', tone: 'blue' },
  claimed: { label: '已申报', stage: 'posted', tone: 'violet' },
  confirmed: { label: '已确认', stage: 'posted', tone: 'green' },
  part_confirmed: { label: '部分确认', stage: 'posted', tone: 'amber' },
  rejected: { label: '已驳回', stage: 'posted', tone: 'red' },
  settled: { label: '已结算', stage: 'posted', tone: 'green' },
  closed: { label: '已关闭', stage: 'posted', tone: 'grey', mark: '放弃索赔' },
  voided: { label: '已作废', stage: 'voided', tone: 'grey', mark: '已作废' },
  reversed: { label: '已红冲', stage: 'reversed', tone: 'red' },
} as const satisfies StateDefs
export type BillState = keyof typeof states

/** States of bills that have their answer and no settlement. */
export const settleable: readonly BillState[] = ['confirmed', 'part_confirmed', 'rejected']

const actions = {
  submit: {
    label: '提交',
    from: ['draft'],
    to: ['submitted'],
    button: button(group, 'submit'),
    stamp: 'submitted',
  },
  withdraw: {
    label: '撤回',
    from: ['submitted'],
    to: ['draft'],
    button: button(group, 'submit'),
    stamp: 'cleared',
  },
  reject: {
    label: '退回修改',
    from: ['submitted'],
    to: ['draft'],
    button: button(group, 'approve'),
    stamp: 'cleared',
    reason: true,
  },
  approve: {
    label: '审核',
    from: ['draft', 'submitted'],
    to: ['approved'],
    button: button(group, 'approve'),
    stamp: 'approved',
    isApproval: true,
  },
  unapprove: {
    label: '反审核',
    from: ['approved'],
    to: ['draft'],
    button: button(group, 'unapprove'),
    stamp: 'cleared',
    reason: true,
    preview: true,
  },
  reverse: {
    label: '红冲',
    from: ['approved'],
    to: ['reversed'],
    button: button(group, 'reverse'),
    reason: true,
    preview: true,
  },
  close: {
    label: '放弃索赔',
    from: ['approved'],
    to: ['closed'],
    button: button(group, 'close'),
    reason: true,
    preview: true,
    hint: '申报额由本店承担',
  },
  void: {
    label: '作废',
    from: ['draft', 'submitted'],
    to: ['voided'],
    button: button(group, 'void'),
    reason: true,
  },
} as const satisfies Record<string, ActionDef<BillState>>

/** A line that the bill has already says its id, so that it stays the same line. */
const lineId = id.optional()
const taxRate = rate.default('0').meta({ title: '税率', description: '如 0.13；不填为 0' })
const remark = text255.default('').meta({ title: '备注' })
/** The line of the settlement that it claims; of a free bill none. */
const sourceLineId = id.nullable().default(null).meta({ title: '结算明细' })
const usual: PricingMode = 'hours'

/** 工时: quota hours at what the manufacturer pays for one. */
const labourLine = z.object({
  id: lineId,
  serviceItemId: id.nullable().default(null).meta({ title: '服务项目' }),
  name: text(100).min(1, '请填写项目名称').meta({ title: '项目' }),
  pricingMode: oneOf(pricingModes).default(usual).meta({ title: '计价方式' }),
  stdHours: z
    .string()
    .trim()
    .regex(/^\d{1,8}(\.\d{1,6})?$/, '工时整数最多8位，小数最多6位')
    .default('0')
    .meta({ title: '定额工时' }),
  qty: qty.default('1').meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '工时单价' }),
  taxRate: workTaxRate,
  sourceLineId,
  remark,
})

/** 材料: parts at the price that the manufacturer pays for them. */
const materialLine = z.object({
  id: lineId,
  partId: id.meta({ title: '配件' }),
  qty: qty.meta({ title: '数量' }),
  price: openPrice.default(null).meta({ title: '索赔价' }),
  taxRate,
  sourceLineId,
  returnsOldPart: z.boolean().default(false).meta({ title: '旧件返厂' }),
  remark,
})

/** 费用: the way to the car (外出费), towing, travel. */
const feeLine = z.object({
  id: lineId,
  name: text(100).min(1, '请填写费用名称').meta({ title: '费用' }),
  qty: qty.default('1').meta({ title: '数量/公里' }),
  price: openPrice.default(null).meta({ title: '单价' }),
  taxRate: workTaxRate,
  sourceLineId,
  remark,
})

const money = { kind: 'money', field: 'doc_price', value: z.string() } as const

/** 三包单: what was done to a car, or taken back of a customer, at a manufacturer's expense; amounts with tax (business/three-guarantees 3). */
export const warrantyBill = defineRepairDocument({
  kind: 'warranty_bill',
  title: '三包单',
  prefix: 'SB',
  path: 'warranty-bill',
  area: 'warranty',
  priceField: 'doc_price',
  partnerTitle: '客户',
  filesProve: true,
  buttons: documentButtons(group),
  header: repairHeader.extend({
    /** A trade customer brings back a part without a car. */
    vehicleId: id.nullable().default(null).meta({ title: '车辆' }),
    manufacturerId: id.meta({ title: '责任厂家' }),
    workOrderId: id.nullable().default(null).meta({ title: '工单' }),
    policyTermId: id.nullable().default(null).meta({ title: '三包政策' }),
    settlementId: id.nullable().default(null).meta({ title: '结算单' }),
    faultCodeId: id.nullable().default(null).meta({ title: '故障代码' }),
    complaint: text255.default('').meta({ title: '故障描述' }),
    causePartId: id.nullable().default(null).meta({ title: '主因件' }),
    handling: oneOf(handlings).nullable().default(null).meta({ title: '处理方式' }),
    invoicedOn: day.nullable().default(null).meta({ title: '购车日期' }),
    /** Of a bill without a car; with one nothing. */
    boughtOn: day.nullable().default(null).meta({ title: '购买日期' }),
    mileage: miles.nullable().default(null).meta({ title: '里程' }),
    repairedOn: day.nullable().default(null).meta({ title: '修理日期' }),
    checkedVin: z.string().max(40).transform(vinText).pipe(text(17)).default('').meta({ title: '核对VIN' }),
    termReason: text255.default('').meta({ title: '申报说明' }),
  }),
  sections: {
    labour: { title: '工时', line: labourLine, most: 100 },
    materials: { title: '材料', line: materialLine, most: 100 },
    extras: { title: '费用', line: feeLine, most: 50 },
  },
  states,
  columns: {
    claimBy: {
      title: '申报截止',
      kind: 'date',
      width: 120,
      sort: false,
      nullable: true,
      isKey: true,
      value: z.string().nullable(),
    },
    workOrderNo: { title: '工单号', width: 130, sort: false, nullable: true, value: z.string().nullable() },
    invoicedOn: { kind: 'date', width: 92, sort: false, nullable: true },
    mileage: { kind: 'qty', total: false, width: 84, sort: false, nullable: true },
    faultName: { title: '故障', width: 130, sort: false, value: z.string() },
    manufacturerName: {
      title: '责任厂家',
      width: 130,
      sort: false,
      value: z.string(),
      isKey: true,
      filter: 'id',
    },
    causePartName: { title: '主因件', width: 130, sort: false, nullable: true, value: z.string().nullable() },
    oldPartStanding: {
      title: '旧件状态',
      kind: 'code',
      card: 'fact',
      labels: oldPartStandings,
      width: 72,
      sort: false,
      value: oneOf(oldPartStandings),
      filter: 'is',
    },
    labourAmount: { ...repairColumns.labourAmount, title: '工时费', width: 84 },
    materialAmount: { ...repairColumns.materialAmount, title: '材料费', width: 84 },
    otherAmount: { ...repairColumns.otherAmount, title: '外出费', width: 84, hidden: false },
    totalAmount: { ...repairColumns.totalAmount, title: '申报额' },
    confirmedAmount: {
      ...money,
      title: '确认额',
      value: z.string().nullable(),
      nullable: true,
      sort: false,
      card: 'fact',
    },
  },
  actions,
})

/** A settled order with lines of a manufacturer that no bill claims yet. */
const orderToBill = z.object({
  settlementId: id,
  settlementNo: z.string(),
  settledOn: day,
  workOrderNo: z.string(),
  partnerId: id,
  partnerName: z.string(),
  vehicleId: id.nullable(),
  plate: z.string().nullable(),
  manufacturerId: id,
  manufacturerName: z.string(),
  /** What of it is claimed, yuan with tax; absent for who may not see prices. */
  amount: z.string().optional(),
})

/** 选工单: settled orders with lines of the three guarantees that no bill claims, the latest first. */
export const ordersToBill = route({
  method: 'GET',
  path: '/api/web/warranty-bill-orders',
  access: pageOf(group),
  summary: '待开三包单的工单',
  query: z.object({ q: z.string().trim().max(40).optional() }),
  data: z.object({ rows: z.array(orderToBill), more: z.boolean() }),
})

/** Makes the bill of one of them: a draft with all that its manufacturer is billed for and no bill claims. */
export const makeBill = route({
  method: 'POST',
  path: '/api/web/warranty-bill-of-order',
  access: button(group, 'add'),
  summary: '按工单开三包单',
  body: z.object({ settlementId: id.meta({ title: '结算单' }), manufacturerId: id.meta({ title: '责任厂家' }) }),
  data: z.object({ id }),
})

/** What 三包鉴定单 tells beside the bill: the code of its fault, and of each line the manufacturer's code of the work and the tags of its old parts. */
export const billSlip = route({
  method: 'GET',
  path: '/api/web/warranty-bill-slip/:id',
  access: pageOf(group),
  summary: '三包鉴定单的厂家工时代码与旧件标签',
  params: idParam,
  data: z.object({
    faultCode: z.string(),
    lines: z.array(z.object({ lineId: id, labourCode: z.string(), tags: z.array(z.string()) })),
  }),
})

/** 故障代码 that a bill to a manufacturer may name, found by code or name: his own, and those of nobody. */
export const warrantyFaults = route({
  method: 'GET',
  path: '/api/web/warranty-bill-faults',
  access: pageOf(group),
  summary: '三包单可选的故障代码',
  query: z.object({ q: z.string().trim().max(60).optional(), manufacturerId: addressedId.optional() }),
  data: z.object({ rows: z.array(z.object({ id, code: z.string(), name: z.string(), system: z.string() })) }),
})
