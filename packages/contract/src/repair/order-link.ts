import { z } from 'zod'
import { linkAnswer, linkPicture, linkView } from '../kernel/customer-link'
import { payerTypes } from '../kernel/payer-types'
import { repairSectionNames } from '../kernel/repair-document'
import { id } from '../kernel/scalars'

/** The purpose of links by which customers see an order and say to each open line whether it is to be done (business/repair 4.2). */
export const orderConfirmPurpose = 'order_confirm'

/** Why customers do without a line (business/repair 4.2). */
export const declineReasons = ['价格', '下次再做', '自备件', '已在别处做', '暂不需要'] as const

/** A line as the customer reads it. */
const line = z.object({
  lineId: id,
  section: z.enum(repairSectionNames),
  name: z.string(),
  spec: z.string(),
  qty: z.string(),
  unitName: z.string(),
  /** What it comes to, 2 decimals; '' of what others than he and his insurer pay. */
  amount: z.string(),
  payer: z.enum(Object.keys(payerTypes) as [keyof typeof payerTypes]),
  isAdded: z.boolean(),
  /** Waits for his answer. */
  isOpen: z.boolean(),
  /** Waits for it though it is done already, so that he cannot do without it. */
  isDone: z.boolean(),
  /** Photos of the work on it that the shop shows him. */
  photoIds: z.array(id),
})

/** What was found at a point of the car, with its photos. */
const found = z.object({
  partOfCar: z.string(),
  name: z.string(),
  level: z.enum(['green', 'yellow', 'red', 'na']),
  value: z.string().nullable(),
  unit: z.string(),
  remark: z.string(),
  photoIds: z.array(id),
})

const content = z.object({
  version: z.number().int(),
  billNo: z.string(),
  bizDate: z.string(),
  plate: z.string(),
  modelText: z.string(),
  partnerName: z.string(),
  complaint: z.string(),
  promisedAt: z.string().nullable(),
  /** What he pays himself: of lines he has agreed to, and of those that wait for his answer. */
  agreedAmount: z.string(),
  openAmount: z.string(),
  lines: z.array(line),
  /** Of the last report that is finished; empty without one. */
  findings: z.array(found),
})
export type OrderContent = z.output<typeof content>

/** The purpose of links by which customers read what was found as their car was taken in, and the estimate once there is one (business/repair 12.5). */
export const receptionReportPurpose = 'reception_report'

export const receptionLink = {
  view: linkView(receptionReportPurpose, { summary: '客户查看检车报告', content }),
  answer: linkAnswer(receptionReportPurpose, { summary: '客户确认接车后的工单' }),
  picture: linkPicture(receptionReportPurpose, { summary: '客户查看接车检车照片' }),
}

export const orderLink = {
  view: linkView(orderConfirmPurpose, { summary: '客户查看工单', content }),
  answer: linkAnswer(orderConfirmPurpose, { summary: '客户确认工单' }),
  picture: linkPicture(orderConfirmPurpose, { summary: '客户查看检车照片' }),
}
