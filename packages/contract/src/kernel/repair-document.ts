// The family of documents that hang on a car (ADR 0184): what their headers, lines, rows and calls have in common.
import { z } from 'zod'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  sectionBody,
  type Sections,
  type StateOf,
} from './document'
import { actionOfSave, documentCalls, printed } from './document-calls'
import { documentIdentity, documentStamps } from './document-answer'
import { documentFilters, flag, type Paging, paging } from './list-query'
import { oneOf } from './labelled'
import { orderKinds } from './order-kinds'
import { payerTypes } from './payer-types'
import { type OwnColumn, type OwnColumns, ownFilters } from './own-columns'
import { reference } from './references'
import { addressedId, day, id, mobileOrNone, text, text255 } from './scalars'
import { shownFields, shows, type ShownValues } from './shown'
import { type postingStates, type StateDefs, stateIn } from './states'

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

/** A line as the server shows it: what the section takes, and what stands beside it. */
type RepairLineView<Shape extends Readonly<Record<string, z.ZodType>>> = RepairLineAnswer &
  Omit<ShownValues<Shape>, keyof RepairLineAnswer>

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
export type RepairHeader<Def extends DocumentDef = DocumentDef> = RepairHeaderAnswer & {
  state: StateOf<Def>
} & Omit<ShownValues<Def['header']['shape']>, keyof RepairHeaderAnswer>

/** Names of all that the header of a kind answers. */
export const repairHeaderFields = ({ header: { shape } }: DocumentDef): string[] => [
  ...new Set([...Object.keys(repairHeaderAnswer.shape), ...Object.keys(shape)]),
]

/** Names of all that a line of a section answers. */
export const repairLineFields = (line: z.ZodObject): string[] => [
  ...new Set([...Object.keys(repairLineAnswer.shape), ...Object.keys(line.shape)]),
]

/** What a row of every list of documents of cars has. */
const repairRow = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  isRed: z.boolean(),
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
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
})
export type RepairRow = z.output<typeof repairRow>
/** Fields of a row that a list may show as a column; its export gives every one of them. */
export type RepairColumnField = Exclude<
  keyof typeof repairRow.shape,
  'id' | 'orgId' | 'partnerId' | 'vehicleId' | 'isRed' | 'version'
>

/** A row of the kind: what all have, and its own columns. */
type RepairRowOf<Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? RepairRow
  : RepairRow & { state: StateOf<Def> } & {
      [Name in Exclude<keyof NonNullable<Def['columns']>, keyof RepairRow>]?: string | number | boolean | null
    }

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

const rowOf = <Def extends DocumentDef>(def: Def) =>
  shows<RepairRowOf<Def>>(() => {
    const typed = shownFields(def.header.shape)
    const own = Object.entries(def.columns ?? {}).flatMap(([name, { field, value: ofColumn }]) => {
      const value = ofColumn ?? typed[name] ?? z.string().nullable()
      return name in repairRow.shape ? [] : [[name, field ? value.optional() : value]]
    })
    return repairRow.extend({ ...Object.fromEntries(own), state: stateIn(def) })
  })

/** Lines of every section that the kind has, as its answers hold them. */
type LinesOf<Tables extends Sections> = {
  -readonly [Name in keyof Tables]: RepairLineView<Tables[Name]['line']['shape']>[]
}
/** What saving takes of every kind, beside header and lines. */
export interface SaveOfAny {
  id?: number | undefined
  version?: number | undefined
  car?: string | undefined
  action?: { name: string; reason?: string | undefined; input?: unknown } | undefined
}
/** What saving takes: the header and the lines of every section that the kind has. */
type SaveOf<Def extends DocumentDef, Side extends 'input' | 'output'> = SaveOfAny & {
  header: Side extends 'input' ? z.input<Def['header']> : z.output<Def['header']>
} & {
  -readonly [Name in keyof Def['sections']]?: (Side extends 'input'
    ? z.input<Def['sections'][Name]['line']>
    : z.output<Def['sections'][Name]['line']>)[]
}
/** What is shown of a document: the header, the lines of every section that the kind has, and the actions open to the caller. */
type ViewOf<Def extends DocumentDef> = { header: RepairHeader<Def>; can: string[] } & LinesOf<Def['sections']>

const mapped = (sections: Sections, of: (section: Sections[string]) => z.ZodType) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, of(section)]))

/** The calls that every document of a car answers, with its own header, line and row types. */
function repairRoutes<Def extends DocumentDef>(def: Def) {
  const filters = repairFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const lines = mapped(def.sections, (section) => sectionBody(section).default([]))
  const lineViews = mapped(def.sections, ({ line }) =>
    z.array(z.object({ ...shownFields(line.shape), ...repairLineAnswer.shape })),
  )
  const header = () =>
    z.object({
      ...shownFields(def.header.shape),
      ...repairHeaderAnswer.shape,
      kind: z.literal(def.kind),
      state: stateIn(def),
    })
  const view = (more: z.core.$ZodLooseShape = {}) =>
    z.object({ header: header(), ...lineViews, can: z.array(z.string()), ...more })
  const save = z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    action: actionOfSave(def),
    car: text(20).optional().describe('车牌或VIN，须完整；所填车辆的车主不在可见范围、本店也没有它的单据时必填'),
    header: def.header,
    ...lines,
  })
  return documentCalls(def, {
    row: rowOf(def),
    filters,
    query: filters.extend(paging.shape),
    save: save as unknown as z.ZodType<SaveOf<Def, 'output'>, SaveOf<Def, 'input'>>,
    view: shows<ViewOf<Def>>(() => view()),
    print: shows<ViewOf<Def> & { printCount: number }>(() => view(printed)),
  })
}

/** The definition of a document of a car. */
export type RepairDef = DocumentDef & { routes: ReturnType<typeof documentCalls<AnyShapes>> }

/** What calls of all kinds of the family take and answer alike. */
interface AnyShapes {
  row: z.ZodType<RepairRow>
  filters: z.ZodType<RepairFilters>
  query: z.ZodType<RepairFilters & Paging>
  save: z.ZodType<SaveOfAny>
  view: z.ZodType<{ header: RepairHeader; can: string[] }>
  print: z.ZodType<{ header: RepairHeader; can: string[]; printCount: number }>
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
