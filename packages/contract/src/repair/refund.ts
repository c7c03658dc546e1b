import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { documentButtons, postingActionsOf } from '../access/document-rights'
import { cardsOnSlip } from './on-slip'
import { oneOf } from '../kernel/labelled'
import { payerTypes } from '../kernel/payer-types'
import { reference } from '../kernel/references'
import { repairColumns } from '../kernel/repair-columns'
import { defineRepairDocument, repairHeader, repairSectionNames } from '../kernel/repair-document'
import { idParam, route } from '../kernel/route'
import { amount, id, qtyOrZero, text } from '../kernel/scalars'

const group = 'repair_refund'

/** What of a settled line goes back; all else of it follows from the settlement (business/repair-settlement 6). */
const refundLine = z.object({
  sourceLineId: id.meta({ title: '结算明细' }),
  qty: qtyOrZero.default('0').meta({ title: '退数量' }),
  /** In place of the share of the pieces. */
  refundAmount: amount.nullable().default(null).meta({ title: '指定退款额' }),
  isRestocked: z.boolean().default(false).meta({ title: '回库' }),
})
const refunded = (title: string) => ({ title, line: refundLine, most: 300 })

/** 维修退单: what of a settled order is taken back, and where the money goes (business/repair-settlement 6 and 11). */
export const repairRefund = defineRepairDocument({
  kind: 'repair_refund',
  title: '维修退单',
  prefix: 'TD',
  path: 'repair-refund',
  area: 'repair',
  priceField: 'doc_price',
  partnerTitle: '客户',
  buttons: documentButtons(group),
  header: repairHeader.extend({
    vehicleId: id.nullable().meta({ title: '车辆' }),
    settlementId: id.meta({ title: '结算单' }),
    reason: text(60).min(1, '请填写退单原因').meta({ title: '退单原因' }),
    warehouseId: reference('warehouse').nullable().default(null).meta({ title: '回库仓库' }),
    /** What is not owed any more is paid from here at once; without one it waits for the cashier. */
    storeAccountId: id.nullable().default(null).meta({ title: '退款账户' }),
  }),
  sections: {
    labour: refunded('项目'),
    materials: refunded('材料'),
    extras: refunded('附加费'),
    outsourced: refunded('外协'),
  },
  columns: {
    workOrderNo: { title: '原工单', width: 124, sort: false, isKey: true, value: z.string() },
    settlementNo: { title: '结算单', width: 130, sort: false, hidden: true, value: z.string() },
    reason: { width: 90, sort: false, filter: 'contains' },
    labourAmount: { ...repairColumns.labourAmount, title: '工时退', width: 80 },
    materialAmount: { ...repairColumns.materialAmount, title: '材料退', width: 80 },
    totalAmount: { ...repairColumns.totalAmount, title: '退款额' },
    outputAmount: { title: '产值退', kind: 'money', field: 'doc_price', value: z.string(), sort: false },
    refundWay: { title: '退款方式', width: 100, sort: false, value: z.string() },
    openAmount: { title: '待退款', kind: 'money', field: 'doc_price', value: z.string(), sort: false },
  },
  actions: postingActionsOf(group),
})

const figure = z.string()
/** A figure in yuan; absent for who may not see prices. */
const money = z.string()

const previewLine = z.object({
  /** The settled line. */
  id,
  section: z.enum(repairSectionNames),
  name: z.string(),
  partCode: z.string().nullable(),
  payer: oneOf(payerTypes),
  /** What was settled, and what of it may still go back; money is what customer and payer were charged. */
  qty: figure,
  charged: money,
  openQty: figure,
  openAmount: money,
  /** What goes back now. */
  backQty: figure,
  backAmount: money,
  /** Its material came out of the stock, and may go back into it. */
  mayRestock: z.boolean(),
})

const previewData = z.object({
  settlementId: id,
  settlementNo: z.string(),
  workOrderId: id,
  workOrderNo: z.string(),
  partnerId: id,
  partnerName: z.string(),
  /** Goods are sold to customers without a car, too. */
  vehicleId: id.nullable(),
  plate: z.string().nullable(),
  modelText: z.string().nullable(),
  warehouseId: id.nullable(),
  warehouseName: z.string().nullable(),
  lines: z.array(previewLine),
  /** What each payer gets back: off what he still owes, to his cards, and the rest in money. */
  payers: z.array(
    z.object({
      payer: oneOf(payerTypes),
      partnerId: id,
      partnerName: z.string(),
      amount: money,
      receivable: money,
      /** Back to cards: granted money, and paid money. */
      gift: money,
      principal: money,
      money,
    }),
  ),
  total: money,
  /** What goes back elsewhere than money, and what does not go where it came from, in words. */
  notes: z.array(z.object({ message: z.string() })),
  /** Cost of what goes back into stock; absent for who may not see costs. */
  restocked: money.optional(),
  problems: z.array(z.object({ message: z.string() })),
})
export type RefundPreview = z.output<typeof previewData>

const named = refundLine.partial({ qty: true, refundAmount: true, isRestocked: true })

/** What of a settlement may go back, and what comes of taking back these lines; nothing is written. */
export const refundPreview = route({
  method: 'POST',
  path: '/api/web/repair-refund-preview',
  access: pageOf(group),
  summary: '维修退单试算',
  body: z.object({ settlementId: id, lines: z.array(named).max(1200).default([]) }),
  data: previewData,
})

/** Where what the customer gets back has gone, in yuan with 2 decimals; absent for who may not see prices. */
const wentTo = z.object({
  /** Off what he still owed. */
  setOff: money.optional(),
  /** Paid out to him, at once or by the cashier since. */
  paid: money.optional(),
  /** Not paid out, since he was forgiven so much when he paid. */
  forgiven: money.optional(),
  /** Still to be paid out. */
  open: money.optional(),
})

/** What a refund in the books gave back to cards, for its page and its paper (business/cards 12), and where the rest went. */
export const refundCards = route({
  method: 'GET',
  path: '/api/web/repair-refund/:id/cards',
  access: pageOf(group),
  summary: '退单的会员卡变动与退款去向',
  params: idParam,
  data: cardsOnSlip.extend(wentTo.shape),
})
export type RefundWentTo = z.output<typeof wentTo>
