import { button, pageOf } from '../access/catalogue'
import type { FieldKey } from '../kernel/fields'
import { oneOf } from '../kernel/labelled'
import type { StateDefs } from '../kernel/states'
import { amount, day, id, taxNo, text, text255 } from '../kernel/scalars'
import { z } from 'zod'
import { defineInvoice, invoiceSections } from './invoice-document'
import { partInput } from './invoice-red'
import { invoiceSorts } from './invoice-rules'

const group = 'invoice'

/** States of invoices. What is issued is undone by voiding the sheet in its month, or by a red invoice (business/invoices 3). */
const invoiceStates = {
  draft: { label: '待登记', stage: 'entry', tone: 'grey', mark: '未登记' },
  issued: { label: '已登记', stage: 'posted', tone: 'green' },
  voided: { label: '已作废', stage: 'voided', tone: 'grey', mark: '已作废' },
  reversed: { label: '已红冲', stage: 'reversed', tone: 'red' },
} as const satisfies StateDefs

const digits = (most: number) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{0,${most}}$`), `应为最多${most}位数字`)

/** Code and number, and the day on the sheet, as registering takes them; what is left out stays as it was saved. */
const numbers = z.object({
  invoiceCode: digits(12).optional().meta({ title: '发票代码' }),
  invoiceNo: text(20).optional().meta({ title: '发票号码' }),
  bizDate: day.optional().meta({ title: '开票日期' }),
})

/** Header fields that invoices of both directions take. */
const header = z.object({
  bizDate: day.meta({ title: '开票日期' }),
  partnerId: id.meta({ title: '往来单位' }),
  title: text(100).default('').meta({ title: '抬头' }),
  taxNo: taxNo.default('').meta({ title: '税号' }),
  addressPhone: text(100).default('').meta({ title: '地址电话' }),
  bankAccount: text(100).default('').meta({ title: '开户行账号' }),
  sheetKind: oneOf(invoiceSorts).meta({ title: '票种' }),
  invoiceCode: digits(12).default('').meta({ title: '发票代码' }),
  invoiceNo: text(20).default('').meta({ title: '发票号码' }),
  remark: text255.default('').meta({ title: '备注' }),
})

/** What both lists have; `field` hides the amounts of a direction. What stands on the sheet comes before whose account it is on. */
const columnsOf = <Field extends FieldKey>(partnerTitle: string, field: Field) =>
  ({
    bizDate: { title: '开票日期', isKey: true },
    title: { width: 144, filter: 'contains', isKey: true, chars: 30 },
    sheetKind: { width: 72, labels: invoiceSorts, kind: 'code', chars: 12 },
    invoiceNo: { width: 150, filter: 'begins', isKey: true, chars: 22 },
    invoiceCode: { width: 110, hidden: true, chars: 14 },
    taxNo: { width: 160, hidden: true, chars: 22, sort: false },
    untaxed: { title: '未税金额', kind: 'money', field, value: z.string() },
    tax: { title: '税额', kind: 'money', width: 76, field, isKey: true, value: z.string() },
    taxed: { title: '价税合计', kind: 'money', field, isKey: true, card: 'amount', value: z.string() },
    rates: { title: '税率', width: 52, sort: false, isKey: true, value: z.string().nullable() },
    sources: { title: '关联单据', width: 112, sort: false, isKey: true, chars: 40, value: z.string().nullable() },
    taken: { title: '已部分红冲', kind: 'money', field, hidden: true, value: z.string() },
    redOfNo: { title: '对应蓝票', width: 122, sort: false, hidden: true, value: z.string().nullable() },
    partnerName: { title: partnerTitle, width: 140, isKey: false, value: z.string() },
    creatorName: { title: '制单人', width: 56, sort: false, isKey: false, value: z.string().nullable() },
  }) as const

/** The steps of both directions; `registering` is the button that keeps the invoices of one. */
const actionsOf = (registering: number) =>
  ({
    issue: { label: '登记', from: ['draft'], to: ['issued'], button: registering, input: numbers.optional() },
    recall: {
      label: '撤销登记',
      from: ['issued'],
      to: ['draft'],
      button: button(group, 'void'),
      stamp: 'cleared',
      reason: true,
    },
    red: {
      label: '红冲',
      from: ['issued'],
      to: ['reversed'],
      button: button(group, 'red'),
      reason: true,
      input: numbers,
    },
    redPart: {
      label: '部分红冲',
      from: ['issued'],
      to: ['issued', 'reversed'],
      button: button(group, 'red'),
      reason: true,
      input: numbers.extend(partInput),
    },
    void: {
      label: '作废',
      from: ['draft', 'issued'],
      to: ['voided'],
      button: button(group, 'void'),
      stamp: 'cleared',
      reason: true,
    },
  }) as const

const buttonsOf = (registering: number) => ({
  view: pageOf(group),
  add: registering,
  update: registering,
  export: button(group, 'export'),
})

/** 开票登记: an invoice that the shop issues, and the bills that it is for (business/invoices 1). */
export const invoiceIssued = defineInvoice({
  kind: 'invoice_issued',
  title: '开票单',
  prefix: 'XP',
  priceField: 'doc_price',
  path: 'invoice-issued',
  area: 'finance',
  partnerTitle: '客户',
  buttons: buttonsOf(button(group, 'issue')),
  header: header.extend({
    partnerId: id.meta({ title: '客户' }),
    title: text(100).default('').meta({ title: '购方抬头' }),
  }),
  columns: {
    ...columnsOf('客户', 'doc_price'),
    exportedAt: { title: '导出时间', kind: 'time', width: 150, hidden: true, value: z.string().nullable() },
  },
  sections: invoiceSections,
  states: invoiceStates,
  counted: '登记',
  // What an invoice is for is held for it alone.
  copiedWith: { field: 'sheetKind', values: [] },
  logged: { template: '导出开票模板' },
  actions: actionsOf(button(group, 'issue')),
})

/** A month as people write it, 2026-11. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为YYYY-MM')

/** 收票登记: an invoice that a supplier has issued, and what it is for (business/invoices 5). */
export const invoiceReceived = defineInvoice({
  kind: 'invoice_received',
  title: '收票单',
  prefix: 'JP',
  priceField: 'purchase_price',
  path: 'invoice-received',
  area: 'finance',
  partnerTitle: '供应商',
  buttons: buttonsOf(button(group, 'receive')),
  header: header.extend({
    partnerId: id.meta({ title: '供应商' }),
    title: text(100).default('').meta({ title: '销方名称' }),
    isDeductible: z.boolean().default(false).meta({ title: '可抵扣' }),
  }),
  columns: {
    ...columnsOf('供应商', 'purchase_price'),
    isDeductible: { kind: 'flag', width: 60, value: z.boolean() },
    certifiedMonth: { title: '抵扣月份', width: 76, isKey: true, value: z.string().nullable() },
    transferredOut: { title: '进项转出', kind: 'money', field: 'purchase_price', hidden: true, value: z.string() },
  },
  sections: invoiceSections,
  states: invoiceStates,
  counted: '登记',
  // What an invoice is for is held for it alone.
  copiedWith: { field: 'sheetKind', values: [] },
  actions: {
    ...actionsOf(button(group, 'receive')),
    certify: {
      label: '认证抵扣',
      from: ['issued'],
      to: ['issued'],
      button: button(group, 'receive'),
      input: z.object({ month: month.nullable().meta({ title: '抵扣月份' }) }),
    },
    transfer: {
      label: '进项转出',
      from: ['issued'],
      to: ['issued'],
      button: button(group, 'receive'),
      reason: true,
      input: z.object({
        month: month.nullable().meta({ title: '转出月份' }),
        amount: amount.meta({ title: '转出税额' }),
      }),
    },
  },
})
