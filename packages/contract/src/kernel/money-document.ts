import { z } from 'zod'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  type Section,
  sectionBody,
  type Sections,
  type StateOf,
} from './document'
import { type postingStates, type StateDefs, stateIn } from './states'
import { type OwnColumn, type OwnColumns, ownFilters } from './own-columns'
import { documentIdentity, documentStamps, rowIdentity, rowStamps } from './document-answer'
import { documentCalls, printed, saveFields } from './document-calls'
import { documentFilters, paging } from './list-query'
import { owingType } from './payer-types'
import { reference } from './references'
import { amount, day, id, signedAmount, text255, addressedId, text } from './scalars'
import { type Fields, namesBeside, shownFields, type ShownNames, shows, type ShownValues } from './shown'

export { type SlipFigures, slipFigures } from './slip-figures'

/** Header fields that every money document takes (business/documents 3.10). A kind extends them with its own. */
export const moneyHeader = z.object({
  bizDate: day.meta({ title: '业务日期' }),
  partnerId: id.meta({ title: '往来单位' }),
  departmentId: reference('department').nullable().default(null).meta({ title: '部门' }),
  handlerId: reference('employee').nullable().default(null).meta({ title: '经手人' }),
  salespersonId: reference('employee').nullable().default(null).meta({ title: '业务员' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** One way of paying: an account, the amount before the fee, and the fee that the channel keeps. */
export const moneyTender = z.object({
  storeAccountId: id.meta({ title: '账户' }),
  amount: amount.meta({ title: '金额' }),
  fee: amount.default('0').meta({ title: '手续费' }),
  tradeNo: text(60).default('').meta({ title: '交易流水号' }),
})
export type MoneyTender = z.output<typeof moneyTender>

/** Settlement of one open item; amount and discount carry the item's sign (business/finance 2.1). */
const moneyItem = z.object({
  openItemId: id.meta({ title: '单据' }),
  amount: signedAmount.meta({ title: '核销金额' }),
  discount: signedAmount.default('0').meta({ title: '优惠' }),
})
export type MoneyItem = z.output<typeof moneyItem>

const tenders: Section<typeof moneyTender> = { title: '收付方式', line: moneyTender, most: 20 }
const items: Section<typeof moneyItem> = { title: '核销明细', line: moneyItem, most: 500 }
/** The tables of lines that a money document has: ways of paying, and what it settles. A kind may have one of them alone, or none. */
export const moneySections = { tenders, items }

/** A kind as far as its calls go: what its header answers beside what it takes, such as figures that follow from it. */
type Answering = DocumentDef & { answers?: Fields }
/** The calls that a kind of money document answers. */
type MoneyRoutes<Def extends Answering = Answering> = ReturnType<typeof moneyRoutes<Def>>
/** The tables that a kind has. */
type MoneySections = Partial<typeof moneySections>
/** The definition of a money document. */
export type MoneyDef = DocumentDef<string, z.ZodObject, MoneySections & Sections> & {
  routes: MoneyRoutes
  answers?: Fields
}

/** Accounts of a partner, of which a correction names one. */
export const sideLabels = { AR: '应收', AP: '应付', ADV_IN: '预收', ADV_OUT: '预付' } as const
/** Those of them whose open items are settled. */
export const accountSides = ['AR', 'AP'] as const
export type AccountSide = (typeof accountSides)[number]

/** Where money stands that is paid ahead, by the side that it settles later. */
export const advances = { AR: 'ADV_IN', AP: 'ADV_OUT' } as const
export type AdvanceAccount = (typeof advances)[AccountSide]

/** Whether an account holds money that is paid ahead. */
export const isAdvance = (account: unknown): account is AdvanceAccount =>
  account === advances.AR || account === advances.AP

/** The side on which an account stands: customers' or suppliers'. */
export const sideOf = (account: AccountSide | AdvanceAccount): AccountSide =>
  account === 'AR' || account === advances.AR ? 'AR' : 'AP'

/** One row of a list of money documents. Refunds and red documents are negative (business/lists 2.4). */
const moneyRow = z.object({
  ...rowIdentity,
  kind: z.string(),
  purpose: z.string(),
  side: z.string().nullable(),
  partnerId: id.nullable(),
  partnerName: z.string().nullable(),
  payerName: z.string().nullable(),
  accountNames: z.string().nullable(),
  total: z.string(),
  fee: z.string(),
  writtenOff: z.string(),
  discount: z.string(),
  advance: z.string(),
  sourceNo: z.string().nullable(),
  handlerName: z.string().nullable(),
  salespersonName: z.string().nullable(),
  creatorId: id,
  ...rowStamps,
})
/** A row of whatever kind; of one with another side, whose that is. */
export type MoneyRow = z.output<typeof moneyRow> & { counterOrgId?: number | null }
/** Fields of a row that a list may show as a column; its export gives every one of them. */
export type MoneyColumnField = Exclude<
  keyof typeof moneyRow.shape,
  'id' | 'orgId' | 'kind' | 'partnerId' | 'creatorId' | 'isRed' | 'version'
>

/** Filters of all document lists with those of money documents. */
const moneyFilters = documentFilters.extend({
  purpose: z.string().max(80).optional(),
  accountId: addressedId.optional(),
  /** Of documents between two organisations: those on which the caller's own one is this side; the owner's where nothing is said. */
  side: z.enum(['owner', 'counterparty']).optional(),
  /** Of documents about one account of a partner: those about this side of the accounts, what is paid ahead there among it. */
  accountSide: z.enum(accountSides).optional(),
})
export type MoneyFilters = z.output<typeof moneyFilters>

export const moneyTenderView = z.object({
  id,
  lineNo: z.number(),
  storeAccountId: id,
  accountName: z.string(),
  amount: z.string(),
  fee: z.string(),
  tradeNo: z.string(),
})

export type MoneyTenderView = z.output<typeof moneyTenderView>

/** A settled item with the document it belongs to. What is open now appears only for those who may see balances. */
const moneyItemView = z.object({
  id,
  lineNo: z.number(),
  openItemId: id,
  side: z.enum(accountSides),
  /** Whose item it is: a carrier brings the money of others. */
  partnerName: z.string(),
  sourceKind: z.string(),
  sourceId: id,
  billNo: z.string(),
  bizDate: z.string(),
  dueOn: z.string(),
  payerType: owingType,
  original: z.string().optional(),
  balance: z.string().optional(),
  amount: z.string(),
  discount: z.string(),
  remark: z.string(),
})
export type MoneyItemView = z.output<typeof moneyItemView>

/** What the header of every money document answers beside the fields that its kind takes. */
const moneyHeaderAnswer = z.object({
  ...documentIdentity,
  purpose: z.string(),
  side: z.string().nullable(),
  payerName: z.string().nullable(),
  /** The order of a deposit. */
  sourceKind: z.string().nullable(),
  sourceNo: z.string().nullable(),
  total: z.string(),
  fee: z.string(),
  writtenOff: z.string(),
  discount: z.string(),
  advance: z.string(),
  ...documentStamps,
})
export type MoneyHeaderAnswer = z.output<typeof moneyHeaderAnswer>

/** A header of the kind as the server shows it. */
export type MoneyHeader<Def extends DocumentDef = DocumentDef> = MoneyHeaderAnswer & {
  state: StateOf<Def>
} & ShownValues<Def['header']['shape']> &
  ShownNames<typeof moneyHeader.shape> &
  (Def extends { answers: infer Answers extends Fields } ? ShownValues<Answers> : unknown)

/** Names of all that the header of a kind answers. */
export const moneyHeaderFields = ({ header: { shape }, answers = {} }: Answering): string[] => [
  ...new Set([
    ...Object.keys(moneyHeaderAnswer.shape),
    ...Object.keys(shape),
    ...namesBeside(moneyHeader.shape),
    ...Object.keys(answers),
  ]),
]

function headerOf({ kind, states, header: { shape }, answers = {} }: Answering): Record<string, z.ZodType> {
  // What the kinds add are ids of payers and orders, whose names all of them answer.
  const names = namesBeside(moneyHeader.shape).map((name) => [name, z.string().nullable()])
  const typed = shownFields(shape)
  return {
    ...moneyHeaderAnswer.shape,
    ...typed,
    ...Object.fromEntries(names),
    ...answers,
    kind: z.literal(kind),
    state: stateIn({ states }),
  }
}

/** Lines of a table as a body brings them; none of a table that the kind has not. */
const linesOf = <Line extends z.ZodObject>(def: DocumentDef, name: string, section: Section<Line>) =>
  sectionBody(name in def.sections ? section : { ...section, most: 0 }).default([])

/** A row of the kind: what all have, and its own columns. */
type MoneyRowOf<Def extends DocumentDef> = string extends keyof Def['header']['shape']
  ? MoneyRow
  : MoneyRow & { state: StateOf<Def> } & {
      [Name in Exclude<keyof NonNullable<Def['columns']>, keyof MoneyRow>]: string
    }

const rowOf = <Def extends DocumentDef>(def: Def) =>
  shows<MoneyRowOf<Def>>(() => {
    const own = Object.entries(def.columns ?? {}).flatMap(([name, { value = z.string() }]) =>
      name in moneyRow.shape ? [] : [[name, value]],
    )
    const other = def.hasCounterparty ? { counterOrgId: id.nullable() } : {}
    return moneyRow.extend({ ...Object.fromEntries(own), ...other, state: stateIn(def) })
  })

/** The calls that every money document answers, with its own header types. */
function moneyRoutes<Def extends Answering>(def: Def) {
  const filters = moneyFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const view = z.object({
    header: shows<MoneyHeader<Def>>(() => z.object(headerOf(def))),
    tenders: z.array(moneyTenderView),
    items: z.array(moneyItemView),
    can: z.array(z.string()),
  })
  return documentCalls(def, {
    row: rowOf(def),
    filters,
    query: filters.extend(paging.shape),
    save: z.object({
      ...saveFields(def),
      tenders: linesOf(def, 'tenders', tenders),
      items: linesOf(def, 'items', items),
    }),
    view,
    print: view.extend(printed),
  })
}

/** A kind of money document with the calls that it answers (`payment.routes.list`); the rest as `defineDocument` has it. */
export function defineMoneyDocument<
  Kind extends string,
  Header extends z.ZodObject,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs = typeof postingStates,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
  Tables extends MoneySections & Sections = typeof moneySections,
  const Answers extends Fields = Record<never, z.ZodType>,
>(declared: Declared<Kind, Header, Tables, Actions, Columns> & { states?: States; answers?: Answers }) {
  const def = { ...defineDocument(declared), answers: declared.answers ?? ({} as Answers) }
  return { ...def, routes: moneyRoutes(def) }
}
