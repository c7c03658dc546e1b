import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { cardsOnSlip } from './on-slip'
import { couponScopes, deductRules } from '../cards/words'
import type { ActionDef } from '../kernel/document'
import { oneOf } from '../kernel/labelled'
import { moneyTender } from '../kernel/money-document'
import { defineRepairDocument, repairHeader, repairSectionNames } from '../kernel/repair-document'
import { idParam, route } from '../kernel/route'
import { addressedId, amount, day, id, qty, text } from '../kernel/scalars'
import type { StateDefs } from '../kernel/states'
import { payerTypes } from '../kernel/payer-types'
import { pricingModes } from '../kernel/pricing-modes'

const group = 'repair_settlement'
const settling = button(group, 'settle')

/** What an insurer of the order leaves to the customer, and the salvage that it takes off; one entry a case (business/repair-settlement 2). */
const insurer = z.object({
  partnerId: id.meta({ title: '保险公司' }),
  deductible: amount.default('0').meta({ title: '免赔额' }),
  salvage: amount.default('0').meta({ title: '残值' }),
  paysDirectly: z.boolean().default(true).meta({ title: '保险直赔' }),
  /** Those of its case, which the server names. */
  caseNo: text(60).default('').meta({ title: '报案号' }),
  policyNo: text(60).default('').meta({ title: '保单号' }),
})
export type SettledInsurer = z.output<typeof insurer>

/** So many times of what is left of a package cover a line of the order (business/cards 5). */
const packageUse = z.object({
  lineId: id.meta({ title: '工单明细' }),
  cardItemId: id.meta({ title: '卡内套餐' }),
  times: qty.meta({ title: '次数' }),
})

/** Coupons by what stands on them: who does not know the number of one does not have it (ADR 0295). */
export const couponNos = z
  .array(text(20).min(1, '请输入券号'))
  .max(20, '代金券最多20张')
  .default([])
  .meta({ title: '代金券号' })

/** What is given for the whole of a repair, and what of it packages and coupons pay. */
const given = {
  orderDiscount: amount.default('0').meta({ title: '整单优惠' }),
  insurers: z.array(insurer).max(10).default([]).meta({ title: '保险' }),
  packageUses: z.array(packageUse).max(300).default([]).meta({ title: '套餐抵扣' }),
  couponNos,
}

const states = {
  draft: { label: '待结算', stage: 'entry', tone: 'amber', mark: '预结算' },
  done: { label: '已结算', stage: 'posted', tone: 'green' },
  voided: { label: '已作废', stage: 'voided', tone: 'grey', mark: '已作废' },
} as const satisfies StateDefs

/** Money of a card; a card that is named with nothing earns its points. Its payment code goes with it where it has one. */
const cardTender = z.object({
  cardId: id.meta({ title: '会员卡' }),
  amount: amount.default('0').meta({ title: '卡抵扣' }),
  pin: z.string().max(6).optional().meta({ title: '支付密码' }),
})

/** How the customer pays what he owes: cards, money on accounts, what he has paid ahead; the rest stays on credit (business/repair-settlement 10). */
export const settleInput = z.object({
  cards: z.array(cardTender).max(5, '会员卡最多5张').default([]),
  tenders: z.array(moneyTender).max(20, '收款方式最多20行').default([]),
  advance: amount.default('0').meta({ title: '使用预收' }),
})
export type SettleInput = z.output<typeof settleInput>

const actions = {
  settle: {
    label: '结算',
    from: ['draft'],
    to: ['done'],
    button: settling,
    stamp: 'approved',
    input: settleInput,
  },
  passDiscount: {
    label: '优惠放行',
    from: ['draft'],
    to: ['draft'],
    button: button(group, 'discount'),
    passes: 'discount',
    reason: true,
  },
  unapprove: {
    label: '反结算',
    from: ['done'],
    to: ['draft'],
    button: button(group, 'unsettle'),
    stamp: 'cleared',
    reason: true,
    preview: true,
  },
  void: { label: '作废', from: ['draft'], to: ['voided'], button: settling, reason: true },
} as const satisfies Record<string, ActionDef<keyof typeof states>>

/** A settled line, made of one of its order; nobody types it. */
const settledLine = z.object({
  name: z.string().meta({ title: '名称' }),
  qty: z.string().meta({ title: '数量' }),
  stdHours: z.string().meta({ title: '标准工时' }),
  pricingMode: oneOf(pricingModes).nullable().meta({ title: '计价方式' }),
  payer: oneOf(payerTypes).meta({ title: '付费方' }),
  complaint: z.string().meta({ title: '报修' }),
  cause: z.string().meta({ title: '原因' }),
  remedy: z.string().meta({ title: '措施' }),
  qualityKm: z.string().nullable().meta({ title: '质保公里' }),
  qualityDays: z.number().nullable().meta({ title: '质保天数' }),
  isCustomerSupplied: z.boolean().meta({ title: '自带件' }),
  isConsumable: z.boolean().meta({ title: '辅料' }),
})
const settled = (title: string) => ({ title, line: settledLine, most: 0 })

/** 费用结算单: who pays what of an order, and how the customer pays his part of it (business/repair-settlement 10). */
export const repairSettlement = defineRepairDocument({
  kind: 'repair_settlement',
  isOfAnother: true,
  title: '费用结算单',
  prefix: 'WJ',
  path: 'repair-settlement',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  buttons: { view: pageOf(group), add: settling, update: settling, print: button(group, 'print') },
  header: repairHeader.extend({
    vehicleId: id.nullable().meta({ title: '车辆' }),
    workOrderId: id.meta({ title: '工单' }),
    ...given,
  }),
  sections: {
    labour: settled('项目'),
    materials: settled('材料'),
    extras: settled('附加费'),
    outsourced: settled('外协'),
  },
  states,
  columns: {
    workOrderNo: { title: '工单号', width: 130, sort: false, isKey: true, value: z.string() },
    customerDue: { title: '客户应付', kind: 'money', field: 'doc_price', value: z.string() },
    insuranceDue: { title: '保险应付', kind: 'money', field: 'doc_price', value: z.string() },
    warrantyDue: { title: '三包应付', kind: 'money', field: 'doc_price', value: z.string() },
    outputAmount: { title: '产值', kind: 'money', field: 'doc_price', value: z.string(), sort: false },
    orderDiscount: { title: '优惠', kind: 'money', field: 'doc_price', width: 80 },
    packaged: { title: '套餐抵扣', kind: 'money', field: 'doc_price', value: z.string(), hidden: true },
    couponAmount: { title: '代金券', kind: 'money', field: 'doc_price', value: z.string(), hidden: true },
    collectedAmount: { title: '客户已收', kind: 'money', field: 'doc_price', value: z.string(), sort: false },
    openAmount: { title: '客户未收', kind: 'money', field: 'doc_price', value: z.string(), sort: false },
  },
  actions,
})

const figure = z.string()

/** What a payer owes of an order. */
const payerFigures = z.object({
  payer: oneOf(payerTypes),
  partnerId: id.nullable(),
  partnerName: z.string(),
  /** What his lines come to, before what is given. */
  amount: figure,
  due: figure,
})

/** What is wrong, or beyond the caller's limits, with the line that it is about. */
const finding = z.object({ message: z.string() })

/** A card of the customer as it may be used for this car here. */
export const usableCard = z.object({
  id,
  cardNo: z.string(),
  typeName: z.string(),
  principal: figure,
  /** Granted money whose day is not over. */
  gift: figure,
  points: figure,
  pointsPerYuan: figure,
  validUntil: day.nullable(),
  deductRule: oneOf(deductRules),
  /** Its payment code is asked for. */
  needsPin: z.boolean(),
  /** The shop that issued it, where it is another one. */
  orgName: z.string().nullable(),
})

/** What of a package is left on a card, and may cover lines of the order. */
export const usableItem = z.object({
  id,
  cardId: id,
  cardNo: z.string(),
  packageName: z.string(),
  name: z.string(),
  serviceItemId: id.nullable(),
  partId: id.nullable(),
  timesLeft: figure,
  validUntil: day.nullable(),
})

/** A coupon of the customer, or the one whose number was typed. */
export const usableCoupon = z.object({
  couponNo: z.string(),
  batchName: z.string(),
  face: figure,
  threshold: figure,
  scope: oneOf(couponScopes),
  isStackable: z.boolean(),
  validTo: day,
  /** Why it is not good for this bill, in words. */
  problem: z.string().nullable(),
})

const figuresData = z.object({
  payers: z.array(payerFigures),
  total: figure,
  /** Lines that packages cover, and what coupons are worth here. */
  packaged: figure,
  couponAmount: figure,
  /** What granted money of cards may pay at most. */
  giftMost: figure,
  orderDiscount: figure,
  deductible: figure,
  salvage: figure,
  customerDue: figure,
  lines: z.array(
    z.object({
      id,
      section: z.enum(repairSectionNames),
      name: z.string(),
      payer: oneOf(payerTypes),
      qty: figure,
      /** By what packages are of it, and that none covers it: of what the customer brought, or what is used up with the work. */
      serviceItemId: id.nullable(),
      partId: id.nullable(),
      isUncharged: z.boolean(),
      taxed: figure,
      /** The discount of its price, where it is what a card of the customer grants; null otherwise. */
      memberRate: figure.nullable(),
      /** What the uses of packages that cover it are worth; null where none do. */
      packageValue: figure.nullable(),
      couponShare: figure,
      discountShare: figure,
      deductibleShare: figure,
      customerDue: figure,
      payerDue: figure,
    }),
  ),
  /** Differences of what was quoted, issued and charged, and all else for which it may not be settled. */
  problems: z.array(finding),
  /** Discounts for which the caller needs somebody with higher limits. */
  excesses: z.array(finding),
  /** What insurers leave to the customer and take off: as typed, else as their cases say. */
  insurers: z.array(z.object({ ...insurer.shape, deductible: figure, salvage: figure })),
  /** What the customer has paid ahead: for this order, and for none. Absent for who may not see balances. */
  advances: z.object({ ofOrder: figure, free: figure }).optional(),
  cards: z.array(usableCard),
  packageItems: z.array(usableItem),
  /** What packages would cover where nobody chooses otherwise. */
  proposedUses: z.array(z.object({ lineId: id, cardItemId: id, times: figure })),
  coupons: z.array(usableCoupon),
})
export type SettlementPreview = z.output<typeof figuresData>

/** What an order would come to with what is given; nothing is written. */
export const settlementPreview = route({
  method: 'POST',
  path: '/api/web/repair-settlement-preview',
  access: pageOf(group),
  summary: '费用结算试算',
  body: z.object({ workOrderId: id, ...given, couponNo: text(20).default('').meta({ title: '代金券号' }) }),
  data: figuresData,
})

/** An order that is to be settled, as its settlement begins, with the draft where somebody has begun one. */
const orderToSettle = z.object({
  id,
  billNo: z.string(),
  plate: z.string(),
  modelText: z.string(),
  vehicleId: id.nullable(),
  partnerId: id,
  partnerName: z.string(),
  salespersonName: z.string().nullable(),
  businessTypeName: z.string().nullable(),
  mileage: z.string().nullable(),
  /** What its lines come to; absent for who may not see prices. */
  totalAmount: figure.optional(),
  settlementId: id.nullable(),
})

/** 待结算: orders that are completed and not settled, whose work was done first come first; or the one that is named. */
export const ordersToSettle = route({
  method: 'GET',
  path: '/api/web/repair-settlement-orders',
  access: pageOf(group),
  summary: '待结算工单',
  query: z.object({ workOrderId: addressedId.optional() }),
  data: z.object({ rows: z.array(orderToSettle), more: z.boolean() }),
})
export type OrderToSettle = z.output<typeof orderToSettle>

/** What a settlement did to cards, for its slip (business/cards 12). */
export const settlementCards = route({
  method: 'GET',
  path: '/api/web/repair-settlement/:id/cards',
  access: pageOf(group),
  summary: '结算单的会员卡变动',
  params: idParam,
  data: cardsOnSlip,
})
