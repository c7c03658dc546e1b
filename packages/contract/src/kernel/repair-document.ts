// The family of documents that hang on a car (ADR 0184): what their headers, lines, rows and calls have in common.
import { z } from 'zod'
import { type ActionDef, type Declared, defineDocument, type DocumentDef, type Sections } from './document'
import { documentCalls, type FamilyCalls, type SaveOfAny } from './document-calls'
import {
  answeredFields,
  documentIdentity,
  documentStamps,
  type HeaderOf,
  rowIdentity,
  rowStamps,
} from './document-answer'
import { documentFilters, flag, paging } from './list-query'
import { oneOf } from './labelled'
import { orderKinds } from './order-kinds'
import { payerTypes } from './payer-types'
import { type OwnColumn, type OwnColumns, ownFilters } from './own-columns'
import { reference } from './references'
import { addressedId, day, id, mobileOrNone, rate, text, text255 } from './scalars'
import { sectionedShapes } from './sectioned-document'
import type { postingStates, StateDefs } from './states'

/** Of a line of work: labour, a fee, 外协. Where it says none it begins with the rate of labour (business/basics 7.3). */
export const workTaxRate = rate
  .optional()
  .meta({ title: '税率', description: '如 0.06；不填为劳务默认税率，小规模纳税人为征收率' })

/** Header fields that every document of a car takes (business/repair 1.1). A kind extends them with its own. */
export const repairHeader = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  partnerId: id.meta({ title: '客户' }),
  vehicleId: id.meta({ title: '车辆' }),
  salespersonId: reference('employee').nullable().default(null).meta({ title: '服务顾问' }),
  contactName: text(20).default('').meta({ title: '联系人' }),
  contactMobile: mobileOrNone.meta({ title: '联系电话' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** The tables of lines that documents of a car may have, by the names that they have in every body, answer and row. */
export const repairSectionNames = ['labour', 'materials', 'extras', 'outsourced'] as const
export type RepairSection = (typeof repairSectionNames)[number]

/** A figure that stands on a document and that who may not see its prices gets nothing of. */
const priced = z.string().optional()
const openPriced = z.string().nullable().optional()

/** What answers tell of a line of any section beside what was typed into it; nothing where the section has none. */
const repairLineAnswer = z.object({
  id,
  lineNo: z.number(),
  section: z.enum(repairSectionNames),
  name: z.string(),
  payer: oneOf(payerTypes),
  sourceLineId: id.nullable(),
  serviceItemCode: z.string().nullable(),
  workerTypeName: z.string().nullable(),
  partCode: z.string().nullable(),
  partName: z.string().nullable(),
  brandName: z.string().nullable(),
  grade: z.string().nullable(),
  spec: z.string().nullable(),
  unitName: z.string().nullable(),
  supplierName: z.string().nullable(),
  payerPartnerName: z.string().nullable(),
  price: openPriced,
  discountRate: priced,
  amount: priced,
  netAmount: priced,
  assessedAmount: openPriced,
  purchaseAmount: openPriced,
  costAmount: priced,
  confirmedAmount: openPriced,
  /** Of what is refunded: what somebody typed in place of the share of its pieces. */
  refundAmount: openPriced,
  /** Of what is settled: what it comes to with tax, and what of the whole it bears. */
  taxedAmount: priced,
  discountShare: priced,
  deductibleShare: priced,
  salvageShare: priced,
  isAdded: z.boolean(),
  isValued: z.boolean(),
  agreement: z.enum(['open', 'agreed', 'declined']),
  agreedAt: z.string().nullable(),
  declinedReason: z.string(),
  workState: z.enum(['waiting', 'working', 'paused', 'finished', 'passed']),
  /** Of material: what the warehouse has issued and taken back so far. */
  issuedQty: z.string(),
  returnedQty: z.string(),
  /** Of labour: who works on it, in words. */
  technicians: z.string().nullable(),
})
export type RepairLineAnswer = z.output<typeof repairLineAnswer>

/** What the header of every kind answers beside the fields that its kind takes. */
const repairHeaderAnswer = z.object({
  ...documentIdentity,
  partnerName: z.string(),
  partnerKind: z.string(),
  salespersonName: z.string().nullable(),
  handlerName: z.string().nullable(),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
  modelText: z.string().nullable(),
  carTypeId: id.nullable(),
  lastMileage: z.string().nullable(),
  /** What the meter showed when the car came. It and the completion are those of the order, of what hangs on one. */
  mileage: z.string().nullable(),
  businessTypeName: z.string().nullable(),
  bayName: z.string().nullable(),
  warehouseName: z.string().nullable(),
  reservationId: id.nullable(),
  reservationNo: z.string().nullable(),
  receptionNo: z.string().nullable(),
  workOrderNo: z.string().nullable(),
  settlementNo: z.string().nullable(),
  reworkOfNo: z.string().nullable(),
  storeAccountName: z.string().nullable(),
  insurerName: z.string().nullable(),
  manufacturerName: z.string().nullable(),
  policyTermName: z.string().nullable(),
  faultName: z.string().nullable(),
  causePartCode: z.string().nullable(),
  causePartName: z.string().nullable(),
  labourAmount: priced,
  materialAmount: priced,
  otherAmount: priced,
  totalAmount: priced,
  orderDiscount: priced,
  deductible: priced,
  salvage: priced,
  customerDue: priced,
  packaged: priced,
  couponAmount: priced,
  insuranceDue: priced,
  warrantyDue: priced,
  receivedAmount: priced,
  assessedLabour: priced,
  assessedMaterial: priced,
  depreciation: priced,
  agreedAmount: openPriced,
  /** Of a claim on a manufacturer: what he has agreed to, and what of that was taken over by his settlements. */
  confirmedAmount: openPriced,
  settledAmount: priced,
  /** Until when it is claimed, and whether the repair was within the terms, in words, too. */
  claimBy: z.string().nullable(),
  isInTerm: z.boolean().nullable(),
  termText: z.string(),
  costAmount: priced,
  /** Whether its prices contain the tax. */
  taxIncluded: z.boolean(),
  /** Of an order: written at the desk, or at the fast counter. */
  orderKind: oneOf(orderKinds).nullable(),
  confirmedAt: z.string().nullable(),
  pauseKind: z.string().nullable(),
  completedAt: z.string().nullable(),
  deliveredAt: z.string().nullable(),
  reason: z.string(),
  ...documentStamps,
})
type RepairHeaderAnswer = z.output<typeof repairHeaderAnswer>

/** A header of the kind as the server shows it. */
export type RepairHeader<Def extends DocumentDef = DocumentDef> = HeaderOf<RepairHeaderAnswer, Def>

/** Names of all that the header of a kind answers. */
export const repairHeaderFields = ({ header }: DocumentDef): string[] => answeredFields(repairHeaderAnswer, header)

/** Names of all that a line of a section answers. */
export const repairLineFields = (line: z.ZodObject): string[] => answeredFields(repairLineAnswer, line)

/** What a row of every list of documents of cars has. */
const repairRow = z.object({
  ...rowIdentity,
  partnerId: id,
  partnerName: z.string(),
  vehicleId: id.nullable(),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
  modelText: z.string().nullable(),
  contactName: z.string(),
  contactMobile: z.string(),
  salespersonName: z.string().nullable(),
  handlerName: z.string().nullable(),
  businessTypeName: z.string().nullable(),
  labourAmount: priced,
  materialAmount: priced,
  otherAmount: priced,
  totalAmount: priced,
  ...rowStamps,
})
export type RepairRow = z.output<typeof repairRow>
/** Fields of a row that a list may show as a column; its export gives every one of them. */
export type RepairColumnField = Exclude<
  keyof typeof repairRow.shape,
  'id' | 'orgId' | 'partnerId' | 'vehicleId' | 'isRed' | 'version'
>

/** Filters of all document lists with those of documents of cars. */
const repairFilters = documentFilters.extend({
  /** Plate or VIN, or the end of one of them. */
  car: z.string().trim().max(20).optional(),
  vehicleId: addressedId.optional(),
  businessTypeId: addressedId.optional(),
  /** Cars that have not been given back. */
  inShop: flag.optional(),
  /** Cars that came today. */
  arrivedToday: flag.optional(),
  isRed: flag.optional(),
  /** Somebody who is dispatched to a line. */
  technicianId: addressedId.optional(),
  /** Of orders: written at the desk, or at the fast counter. */
  orderKind: oneOf(orderKinds).optional(),
})
export type RepairFilters = z.output<typeof repairFilters>

/** What saving takes of every kind, beside header and lines. */
export interface SaveOfRepair extends SaveOfAny {
  car?: string | undefined
}
const taken = {
  car: text(20).optional().describe('车牌或VIN，须完整；所填车辆的车主不在可见范围、本店也没有它的单据时必填'),
}

/** The calls that every document of a car answers, with its own header, line and row types. */
function repairRoutes<Def extends DocumentDef>(def: Def) {
  const filters = repairFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const told = { row: repairRow, header: repairHeaderAnswer, line: repairLineAnswer, taken }
  return documentCalls(def, {
    ...sectionedShapes<Def, RepairRow, RepairHeaderAnswer, RepairLineAnswer, SaveOfRepair>(def, told),
    filters,
    query: filters.extend(paging.shape),
  })
}

/** The definition of a document of a car. */
export type RepairDef = DocumentDef & {
  routes: FamilyCalls<RepairRow, RepairFilters, SaveOfRepair, { header: RepairHeader; can: string[] }>
}

/** A kind of document of a car with the calls that it answers; the rest as `defineDocument` has it. */
export function defineRepairDocument<
  Kind extends string,
  Header extends z.ZodObject,
  Tables extends Sections,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(declared: Declared<Kind, Header, Tables, Actions, Columns> & { states?: States }) {
  const def = defineDocument(declared)
  return { ...def, routes: repairRoutes(def) }
}
