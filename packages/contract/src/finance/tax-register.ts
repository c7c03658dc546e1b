import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { labelled, oneOf } from '../kernel/labelled'
import { defineQuery, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressed, amount, id, text255 } from '../kernel/scalars'
import { wholeMonth } from './period-close'

const group = 'invoice'
const path = '/api/web/tax-register'

/** What the register counts, each figure the sum of its entries (business/tax 1). */
export const taxFigures = {
  issued: '开票销售',
  uninvoiced: '未开票销售',
  input: '进项',
  transferred: '进项转出',
} as const
export type TaxFigure = keyof typeof taxFigures

/** A taxpayer: `c` and the number of a company, or `o` and that of an organisation which belongs to none. */
const taxpayerKey = z
  .string()
  .regex(/^[co][1-9]\d{0,14}$/)
  .describe('纳税主体，见纳税主体列表的 key')

const filters = z.object({
  fromMonth: addressed(wholeMonth).describe('起始月份，YYYYMM；不填为截止月份').optional(),
  toMonth: addressed(wholeMonth).describe('截止月份，YYYYMM；不填为本月').optional(),
  taxpayer: taxpayerKey.optional(),
})
export type TaxFilters = z.output<typeof filters>

const figure = { kind: 'money', width: 86, chars: 14, sort: false } as const
/** What stands on the sum of a month alone. */
const ofMonth = { ...figure, nullable: true } as const

/** 税金: value added tax by month, taxpayer and rate, with a sum a month (business/tax 1). */
export const taxRegister = defineQuery({
  key: 'tax_register',
  title: '税金',
  path,
  access: pageOf(group),
  mayExport: button(group, 'export'),
  filters,
  columns: {
    month: { title: '期间', width: 68, isKey: true, sort: false, chars: 10 },
    taxpayerName: { title: '主体', width: 120, isKey: true, isName: true, sort: false, chars: 24 },
    rateName: { title: '税率', width: 52, isKey: true, sort: false, chars: 8 },
    issuedUntaxed: { ...figure, title: '开票销售额', isKey: true },
    issuedTax: { ...figure, title: '开票税额', isKey: true },
    uninvoicedUntaxed: { ...figure, title: '未开票销售', isKey: true },
    uninvoicedTax: { ...figure, title: '未开票税额', isKey: true },
    inputUntaxed: { ...figure, title: '进项额', isKey: true },
    inputTax: { ...figure, title: '进项税额', isKey: true },
    transferredTax: { ...ofMonth, title: '进项转出', isKey: true },
    carriedIn: { ...ofMonth, title: '上期留抵', total: false, isKey: true },
    payable: { ...ofMonth, title: '应纳税额', isKey: true, card: 'amount' },
    carriedOut: { ...ofMonth, title: '期末留抵', total: false, isKey: true },
  },
  beside: {
    key: z.string(),
    taxpayer: z.string(),
    monthNo: z.number().int(),
    isSum: z.boolean(),
  },
})
export type TaxRow = QueryRow<typeof taxRegister>

/** 明细: the invoices and documents that the figures of the register are made of (business/tax 1). */
export const taxEntries = defineQuery({
  key: 'tax_entries',
  title: '税金明细',
  path: `${path}/entries`,
  access: pageOf(group),
  mayExport: button(group, 'export'),
  filters: filters.extend({
    figure: oneOf(taxFigures)
      .describe(`项目：${labelled(taxFigures)}`)
      .optional(),
    rateName: z.string().trim().max(10).describe('税率，如 13%').optional(),
  }),
  columns: {
    figure: { title: '项目', kind: 'code', labels: taxFigures, width: 84, isKey: true, sort: false },
    month: { title: '期间', width: 68, isKey: true, chars: 10 },
    taxpayerName: { title: '主体', width: 110, sort: false, chars: 24 },
    orgName: { title: '企业', width: 96, sort: false, chars: 20 },
    billNo: { title: '单号', width: 122, isKey: true, isName: true, chars: 20 },
    kindName: { title: '单据类型', width: 90, sort: false, chars: 12 },
    bizDate: { title: '日期', kind: 'date', isKey: true },
    partnerName: { title: '往来单位', width: 140, isKey: true, chars: 24, sort: false },
    rateName: { title: '税率', width: 60, isKey: true, sort: false, chars: 8 },
    untaxed: { title: '未税金额', kind: 'money', isKey: true },
    tax: { title: '税额', kind: 'money', isKey: true },
    taxed: { title: '价税合计', kind: 'money', isKey: true },
  },
  beside: { key: z.string(), sourceKind: z.string(), sourceId: id },
})

/** A taxpayer whose register the caller reads. */
const taxpayer = z.object({
  key: z.string(),
  companyId: id.nullable(),
  name: z.string(),
  kind: z.enum(['general', 'small']),
  /** False where organisations of it are none that the caller may look into: then 应纳 and 留抵 are not told. */
  isWhole: z.boolean(),
})
export type Taxpayer = z.output<typeof taxpayer>

export const taxpayersRoute = route({
  method: 'GET',
  path: `${path}/taxpayers`,
  access: pageOf(group),
  summary: '纳税主体',
  data: z.array(taxpayer),
})

/** 上期留抵 as it was declared, in place of what the months before come to; null takes it back. */
export const setTaxCredit = route({
  method: 'POST',
  path: `${path}/credit`,
  access: button(group, 'receive'),
  summary: '设置上期留抵',
  body: z.object({
    companyId: id,
    month: wholeMonth,
    credit: amount.nullable(),
    remark: text255.default(''),
  }),
  data: z.object({ companyId: id }),
})
