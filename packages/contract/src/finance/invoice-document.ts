// The family of invoices: what their headers, lines, rows and calls have in common (ADR 0368).
import { z } from 'zod'
import {
  type ActionDef,
  type Declared,
  defineDocument,
  type DocumentDef,
  type Section,
  sectionBody,
  type Sections,
} from '../kernel/document'
import { documentCalls, type FamilyCalls, printed, saveFields, type SaveOfAny } from '../kernel/document-calls'
import {
  answeredFields,
  documentIdentity,
  documentStamps,
  headerOf,
  type HeaderOf,
  rowIdentity,
  rowOf,
  type RowOf,
} from '../kernel/document-answer'
import { documentFilters, paging } from '../kernel/list-query'
import type { FieldKey } from '../kernel/fields'
import { type OwnColumn, type OwnColumns, ownFilters } from '../kernel/own-columns'
import { id, rate, signedAmount, taxClassCode, text } from '../kernel/scalars'
import { shownFields, shows } from '../kernel/shown'
import type { StateDefs } from '../kernel/states'

/** A quantity or price of an invoice, which has up to 8 decimals; null where the line tells none. */
export const figure8 = z
  .string()
  .trim()
  .regex(/^(0|[1-9]\d{0,9})(\.\d{1,8})?$/, '整数最多10位，小数最多8位')
  .nullable()
  .default(null)

/** A line of an invoice. Amounts are without tax and the tax beside them, as they stand on the sheet. */
const invoiceLine = z.object({
  name: text(100).min(1, '请填写项目名称').meta({ title: '项目名称' }),
  taxClass: taxClassCode.default('').meta({ title: '税收分类编码' }),
  spec: text(60).default('').meta({ title: '规格型号' }),
  unitName: text(20).default('').meta({ title: '单位' }),
  qty: figure8.meta({ title: '数量' }),
  price: figure8.meta({ title: '未税单价' }),
  untaxed: signedAmount.meta({ title: '未税金额' }),
  taxRate: rate.meta({ title: '税率' }),
  tax: signedAmount.meta({ title: '税额' }),
})
export type InvoiceLine = z.output<typeof invoiceLine>

/** What of a bill an invoice is for. A bill is an open item; a slip of a card, which may be paid at once, is named by its document. */
export const invoiceLink = z.object({
  sourceKind: text(40).min(1).meta({ title: '单据种类' }),
  sourceId: id.meta({ title: '单据' }),
  openItemId: id.nullable().default(null).meta({ title: '往来明细' }),
  amount: signedAmount.meta({ title: '金额' }),
})
export type InvoiceLink = z.output<typeof invoiceLink>

const lines: Section<typeof invoiceLine> = { title: '票面明细', line: invoiceLine, most: 2000, isNeeded: true }
const links: Section<typeof invoiceLink> = { title: '关联单据', line: invoiceLink, most: 500, isNeeded: true }
/** The tables of an invoice: what stands on it, and which bills it is for. */
export const invoiceSections = { lines, links }

/** An amount, which is missing for who does not see those of the kind (business/access 8). */
const figure = z.string().optional()

const lineView = z.object({
  ...shownFields(invoiceLine.shape),
  id,
  lineNo: z.number(),
  price: figure.nullable(),
  untaxed: figure,
  tax: figure,
  taxed: figure,
})
/** A line as it is answered to who sees amounts. */
export type InvoiceLineView = InvoiceLine & { id: number; lineNo: number; taxed: string }

const linkView = z.object({
  ...shownFields(invoiceLink.shape),
  id,
  lineNo: z.number(),
  billNo: z.string(),
  bizDate: z.string(),
  amount: figure,
  /** What the bill comes to, and what other invoices leave of it. */
  taxed: figure,
  rest: figure,
})
/** A link as it is answered to who sees amounts. */
export type InvoiceLinkView = InvoiceLink & {
  id: number
  lineNo: number
  billNo: string
  bizDate: string
  taxed: string
  rest: string
}

/** What the header of an invoice answers beside what it takes. */
const invoiceHeaderAnswer = z.object({
  ...documentIdentity,
  /** Of a red invoice of a part: the blue one. */
  partOf: id.nullable(),
  partOfNo: z.string().nullable(),
  partnerName: z.string(),
  companyName: z.string().nullable(),
  companyTaxNo: z.string().nullable(),
  untaxed: figure,
  tax: figure,
  taxed: figure,
  /** What red invoices of parts have taken of it, with tax. */
  taken: figure,
  rates: z.string().nullable(),
  sources: z.string().nullable(),
  certifiedMonth: z.number().nullable(),
  transferredOut: figure,
  transferredMonth: z.number().nullable(),
  reason: z.string(),
  exportedAt: z.string().nullable(),
  ...documentStamps,
})
export type InvoiceHeaderAnswer = z.output<typeof invoiceHeaderAnswer>

/** A header of the kind as the server shows it. */
export type InvoiceHeader<Def extends DocumentDef = DocumentDef> = HeaderOf<InvoiceHeaderAnswer, Def>

/** Names of all that the header of a kind answers. */
export const invoiceHeaderFields = ({ header }: DocumentDef): string[] => answeredFields(invoiceHeaderAnswer, header)

/** What a row of both lists has. */
const invoiceRow = z.object({
  ...rowIdentity,
  partnerId: id,
  partnerName: z.string(),
  creatorName: z.string().nullable(),
  createdAt: z.string(),
  postedAt: z.string().nullable(),
  remark: z.string(),
  version: z.number(),
  printCount: z.number(),
})
export type InvoiceRow = z.output<typeof invoiceRow> & {
  title: string
  sheetKind: string
  invoiceNo: string
  untaxed?: string
  tax?: string
  taxed?: string
}

const invoiceFilters = documentFilters.extend({
  sheetKind: z.string().max(60).describe('票种，多个用英文逗号隔开').optional(),
})
export type InvoiceFilters = z.output<typeof invoiceFilters>

/** The calls that an invoice answers. */
function invoiceRoutes<Def extends DocumentDef>(def: Def) {
  const filters = invoiceFilters.extend(ownFilters<NonNullable<Def['columns']>>(def))
  const view = z.object({
    header: shows<InvoiceHeader<Def>>(() => headerOf(def, invoiceHeaderAnswer)),
    lines: z.array(lineView as unknown as z.ZodType<InvoiceLineView, InvoiceLineView>),
    links: z.array(linkView as unknown as z.ZodType<InvoiceLinkView, InvoiceLinkView>),
    can: z.array(z.string()),
  })
  return documentCalls(def, {
    row: shows<RowOf<InvoiceRow, Def>>(() => rowOf(def, invoiceRow)),
    filters,
    query: filters.extend(paging.shape),
    save: z.object({
      ...saveFields(def),
      lines: sectionBody(lines).default([]),
      links: sectionBody(links).default([]),
    }),
    view,
    print: view.extend(printed),
  })
}

interface InvoiceView {
  header: InvoiceHeader
  lines: InvoiceLineView[]
  links: InvoiceLinkView[]
  can: string[]
}

/** The definition of an invoice of either direction. */
export type InvoiceDef = DocumentDef & {
  priceField: FieldKey
  routes: FamilyCalls<InvoiceRow, InvoiceFilters, SaveOfAny, InvoiceView>
}

/** An invoice of one direction with the calls that it answers; the rest as `defineDocument` has it. */
export function defineInvoice<
  Kind extends string,
  Header extends z.ZodObject,
  Actions extends Record<string, ActionDef<keyof States & string>>,
  States extends StateDefs,
  const Columns extends OwnColumns = Record<never, OwnColumn>,
>(
  declared: Declared<Kind, Header, typeof invoiceSections & Sections, Actions, Columns> & {
    states: States
    priceField: FieldKey
  },
) {
  const def = defineDocument(declared)
  return { ...def, priceField: declared.priceField, routes: invoiceRoutes(def) }
}
