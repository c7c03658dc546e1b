// The family of documents between the station and a manufacturer (business/three-guarantees 4): what their headers, lines, rows and calls have in common.
import { z } from 'zod'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  type Section,
  type Sections,
} from '../kernel/document'
import {
  answeredFields,
  documentIdentity,
  documentStamps,
  type HeaderOf,
  rowIdentity,
  rowStamps,
} from '../kernel/document-answer'
import { documentCalls, type FamilyCalls, type SaveOfAny } from '../kernel/document-calls'
import { documentFilters, paging } from '../kernel/list-query'
import { type OwnColumn, type OwnColumns, ownFilters } from '../kernel/own-columns'
import { reference } from '../kernel/references'
import { repairSectionNames } from '../kernel/repair-document'
import { addressedId, day, id, text255 } from '../kernel/scalars'
import { sectionedShapes } from '../kernel/sectioned-document'
import type { postingStates, StateDefs } from '../kernel/states'

/** Header fields that every claim document takes. A kind extends them with its own. */
export const claimHeader = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  partnerId: id.meta({ title: '厂家' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '经手人' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** The tables of lines that claim documents have, by the names that they have in every body, answer and row. */
export const claimSectionNames = ['bills', 'verdicts', 'tags', 'deductions'] as const
export type ClaimSection = (typeof claimSectionNames)[number]

/** The bills of a document that names whole ones. */
export const claimBills = {
  title: '三包单',
  line: z.object({ billId: id.meta({ title: '三包单' }) }),
  most: 500,
  isNeeded: true,
} as const satisfies Section

/** Columns of lists: an amount in yuan with tax, and how many bills a document names. */
export const claimAmount = { kind: 'money', field: 'doc_price', value: z.string(), sort: false } as const
export const billCount = { title: '单数', kind: 'count', width: 60, sort: false, value: z.number() } as const

/** A bill that a document may still name. */
export const billToChoose = z.object({
  billId: id,
  billNo: z.string(),
  billDate: z.string(),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
  customerName: z.string(),
  /** Yuan with tax; absent for who may not see prices. */
  claimedAmount: z.string().optional(),
})

/** A figure that who may not see prices gets nothing of. */
const priced = z.string().optional()

/** What answers tell of a line beside what was typed into it: the bill, its line, and the old part that it names. */
const claimLineAnswer = z.object({
  id,
  lineNo: z.number(),
  billId: id.nullable(),
  billNo: z.string().nullable(),
  billState: z.string().nullable(),
  billDate: z.string().nullable(),
  plate: z.string().nullable(),
  vin: z.string().nullable(),
  customerName: z.string().nullable(),
  billLineId: id.nullable(),
  billSection: z.enum(repairSectionNames).nullable(),
  /** 行号: counts through the tables of the bill. */
  billLineNo: z.number().nullable(),
  /** Work, part or fee of the bill's line, or the part that has the tag. */
  name: z.string().nullable(),
  partCode: z.string().nullable(),
  qty: z.string().nullable(),
  oldPartId: id.nullable(),
  tagNo: z.string().nullable(),
  oldPartState: z.string().nullable(),
  serialNo: z.string().nullable(),
  /** What became of the old part. */
  result: z.string().nullable(),
  reason: z.string(),
  claimedAmount: priced,
  beforeAmount: priced,
  confirmedAmount: priced,
  amount: priced,
  /** Of a verdict that was given: it is contested, so that another one may follow. */
  isAppeal: z.boolean(),
})
export type ClaimLineAnswer = z.output<typeof claimLineAnswer>

const claimHeaderAnswer = z.object({
  ...documentIdentity,
  partnerName: z.string(),
  handlerName: z.string().nullable(),
  /** The claim that a verdict answers. */
  claimId: id.nullable(),
  claimNo: z.string().nullable(),
  carrierName: z.string().nullable(),
  sentOn: z.string().nullable(),
  shippedAt: z.string().nullable(),
  submitterName: z.string().nullable(),
  dueOn: z.string().nullable(),
  claimedAmount: priced,
  confirmedAmount: priced,
  deductedAmount: priced,
  netAmount: priced,
  ...documentStamps,
})
type ClaimHeaderAnswer = z.output<typeof claimHeaderAnswer>

/** A header of the kind as the server shows it. */
export type ClaimHeader<Def extends DocumentDef = DocumentDef> = HeaderOf<ClaimHeaderAnswer, Def>

/** Names of all that the header of a kind answers. */
export const claimHeaderFields = ({ header }: DocumentDef): string[] => answeredFields(claimHeaderAnswer, header)

/** Names of all that a line of a section answers. */
export const claimLineFields = (line: z.ZodObject): string[] => answeredFields(claimLineAnswer, line)

/** What a row of every list of claim documents has. */
const claimRow = z.object({
  ...rowIdentity,
  partnerId: id,
  partnerName: z.string(),
  handlerName: z.string().nullable(),
  ...rowStamps,
})
export type ClaimRow = z.output<typeof claimRow>
/** Fields of a row that a list may show as a column; its export gives every one of them. */
export type ClaimColumnField = Exclude<keyof typeof claimRow.shape, 'id' | 'orgId' | 'partnerId' | 'isRed' | 'version'>

const claimFilters = documentFilters.extend({
  /** Those that name this bill. */
  billId: addressedId.optional(),
})
export type ClaimFilters = z.output<typeof claimFilters>

/** The calls that every claim document answers, with its own header, line and row types. */
function claimRoutes<Def extends DocumentDef>(def: Def) {
  const filters = claimFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const told = { row: claimRow, header: claimHeaderAnswer, line: claimLineAnswer }
  return documentCalls(def, {
    ...sectionedShapes<Def, ClaimRow, ClaimHeaderAnswer, ClaimLineAnswer>(def, told),
    filters,
    query: filters.extend(paging.shape),
  })
}

/** The definition of a claim document. */
export type ClaimDef = DocumentDef & {
  routes: FamilyCalls<ClaimRow, ClaimFilters, SaveOfAny, { header: ClaimHeader; can: string[] }>
}

/** A kind of claim document with the calls that it answers; the rest as `defineDocument` has it. */
export function defineClaimDocument<
  Kind extends string,
  Header extends z.ZodObject,
  Tables extends Sections,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(declared: Omit<Declared<Kind, Header, Tables, Actions, Columns>, 'area' | 'partnerTitle'> & { states?: States }) {
  const def = defineDocument({ ...declared, area: 'warranty', partnerTitle: '厂家' })
  return { ...def, routes: claimRoutes(def) }
}
