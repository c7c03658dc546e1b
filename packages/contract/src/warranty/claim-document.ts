// The family of documents between the station and a manufacturer (business/three-guarantees 4): what their headers, lines, rows and calls have in common.
import { z } from 'zod'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  sectionBody,
  type Sections,
  type StateOf,
} from '../kernel/document'
import { documentIdentity, documentStamps } from '../kernel/document-answer'
import { actionOfSave, documentCalls, printed } from '../kernel/document-calls'
import { documentFilters, paging } from '../kernel/list-query'
import { type OwnColumn, type OwnColumns, ownFilters } from '../kernel/own-columns'
import { reference } from '../kernel/references'
import { repairSectionNames } from '../kernel/repair-document'
import { addressedId, day, id, text255 } from '../kernel/scalars'
import { shownFields, shows, type ShownValues } from '../kernel/shown'
import { type postingStates, type StateDefs, stateIn } from '../kernel/states'

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
  dueOn: z.string().nullable(),
  claimedAmount: priced,
  confirmedAmount: priced,
  deductedAmount: priced,
  netAmount: priced,
  ...documentStamps,
})
type ClaimHeaderAnswer = z.output<typeof claimHeaderAnswer>

/** A header of the kind as the server shows it. */
export type ClaimHeader<Def extends DocumentDef = DocumentDef> = ClaimHeaderAnswer & {
  state: StateOf<Def>
} & Omit<ShownValues<Def['header']['shape']>, keyof ClaimHeaderAnswer>

/** Names of all that the header of a kind answers. */
export const claimHeaderFields = ({ header: { shape } }: DocumentDef): string[] => [
  ...new Set([...Object.keys(claimHeaderAnswer.shape), ...Object.keys(shape)]),
]

/** Names of all that a line of a section answers. */
export const claimLineFields = (line: z.ZodObject): string[] => [
  ...new Set([...Object.keys(claimLineAnswer.shape), ...Object.keys(line.shape)]),
]

/** What a row of every list of claim documents has. */
const claimRow = z.object({
  id,
  orgId: id,
  orgName: z.string(),
  billNo: z.string(),
  bizDate: z.string(),
  state: z.string(),
  isRed: z.boolean(),
  partnerId: id,
  partnerName: z.string(),
  handlerName: z.string().nullable(),
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  approverName: z.string().nullable(),
  approvedAt: z.string().nullable(),
  postedAt: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
})
export type ClaimRow = z.output<typeof claimRow>
/** Fields of a row that a list may show as a column; its export gives every one of them. */
export type ClaimColumnField = Exclude<keyof typeof claimRow.shape, 'id' | 'orgId' | 'partnerId' | 'isRed' | 'version'>

const claimFilters = documentFilters.extend({
  /** Those that name this bill. */
  billId: addressedId.optional(),
})
export type ClaimFilters = z.output<typeof claimFilters>

/** A row of the kind: what all have, and its own columns. */
type ClaimRowOf<Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? ClaimRow
  : ClaimRow & { state: StateOf<Def> } & {
      [Name in Exclude<keyof NonNullable<Def['columns']>, keyof ClaimRow>]?: string | number | boolean | null
    }

const rowOf = <Def extends DocumentDef>(def: Def) =>
  shows<ClaimRowOf<Def>>(() => {
    const typed = shownFields(def.header.shape)
    const own = Object.entries(def.columns ?? {}).flatMap(([name, { field, value: ofColumn }]) => {
      const value = ofColumn ?? typed[name] ?? z.string().nullable()
      return name in claimRow.shape ? [] : [[name, field ? value.optional() : value]]
    })
    return claimRow.extend({ ...Object.fromEntries(own), state: stateIn(def) })
  })

/** A line as the server shows it. */
type ClaimLineView<Shape extends Readonly<Record<string, z.ZodType>>> = ClaimLineAnswer &
  Omit<ShownValues<Shape>, keyof ClaimLineAnswer>
type LinesOf<Tables extends Sections> = {
  -readonly [Name in keyof Tables]: ClaimLineView<Tables[Name]['line']['shape']>[]
}
/** What saving takes of every kind, beside header and lines. */
export interface SaveOfClaim {
  id?: number | undefined
  version?: number | undefined
  action?: { name: string; reason?: string | undefined; input?: unknown } | undefined
}
type SaveOf<Def extends DocumentDef, Side extends 'input' | 'output'> = SaveOfClaim & {
  header: Side extends 'input' ? z.input<Def['header']> : z.output<Def['header']>
} & {
  -readonly [Name in keyof Def['sections']]?: (Side extends 'input'
    ? z.input<Def['sections'][Name]['line']>
    : z.output<Def['sections'][Name]['line']>)[]
}
type ViewOf<Def extends DocumentDef> = { header: ClaimHeader<Def>; can: string[] } & LinesOf<Def['sections']>

const mapped = (sections: Sections, of: (section: Sections[string]) => z.ZodType) =>
  Object.fromEntries(Object.entries(sections).map(([name, section]) => [name, of(section)]))

function claimRoutes<Def extends DocumentDef>(def: Def) {
  const filters = claimFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const lines = mapped(def.sections, (section) => sectionBody(section).default([]))
  const lineViews = mapped(def.sections, ({ line }) =>
    z.array(z.object({ ...shownFields(line.shape), ...claimLineAnswer.shape })),
  )
  const view = (more: z.core.$ZodLooseShape = {}) =>
    z.object({
      header: z.object({
        ...shownFields(def.header.shape),
        ...claimHeaderAnswer.shape,
        kind: z.literal(def.kind),
        state: stateIn(def),
      }),
      ...lineViews,
      can: z.array(z.string()),
      ...more,
    })
  const save = z.object({
    id: id.optional(),
    version: z.number().int().optional(),
    action: actionOfSave(def),
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

/** The definition of a claim document. */
export type ClaimDef = DocumentDef & { routes: ReturnType<typeof documentCalls<AnyShapes>> }

/** What calls of all kinds of the family take and answer alike. */
interface AnyShapes {
  row: z.ZodType<ClaimRow>
  filters: z.ZodType<ClaimFilters>
  query: z.ZodType<ClaimFilters & z.output<typeof paging>>
  save: z.ZodType<SaveOfClaim>
  view: z.ZodType<{ header: ClaimHeader; can: string[] }>
  print: z.ZodType<{ header: ClaimHeader; can: string[]; printCount: number }>
}

/** A kind of claim document with the calls that it answers; the rest as `defineDocument` has it. */
export function defineClaimDocument<
  Kind extends string,
  Header extends z.ZodObject,
  Tables extends Sections,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(declared: Declared<Kind, Header, Tables, Actions, Columns> & { states?: States }) {
  const def = defineDocument(declared)
  return { ...def, routes: claimRoutes(def) }
}
