import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange, flag, idList } from '../kernel/list-query'
import type { FieldKey } from '../kernel/fields'
import { oneOf } from '../kernel/labelled'
import { payerTypes } from '../kernel/payer-types'
import { defineQuery, type QueryRow } from '../kernel/query'
import { maxLinesBody, route } from '../kernel/route'
import { addressedId, amount, day, id, signedAmount, taxNo, text, text255 } from '../kernel/scalars'
import { invoiceSorts } from './invoice-rules'

const group = 'invoice'

const filters = dateRange.extend({
  partnerId: addressedId.optional(),
  billNo: z.string().trim().max(40).optional(),
  sourceKind: z.string().max(40).optional(),
  sourceId: addressedId.describe('单据编号，与单据种类一起').optional(),
  itemIds: idList.optional(),
  withWhole: flag.describe('也要已开完的单据').optional(),
})

interface Words {
  /** Whether others than the partner's own may pay, as an insurer does. */
  hasPayers: boolean
  partner: string
  invoiced: string
  rest: string
}

/** The bills of one side that invoices have not been made for in full (business/invoices 1); `field` hides their amounts. */
const pending = (path: string, key: string, title: string, words: Words, field: FieldKey) => {
  const money = { kind: 'money', width: 96, chars: 14, field } as const
  return defineQuery({
    key,
    title,
    path: `/api/web/${path}`,
    access: pageOf(group),
    mayExport: button(group, 'export'),
    filters,
    columns: {
      partnerName: { title: words.partner, width: 170, isKey: true, chars: 24 },
      billNo: { title: '单号', width: 130, isKey: true, isName: true, chars: 20 },
      kindName: { title: '单据类型', width: 90, sort: false, chars: 12 },
      bizDate: { title: '业务日期', kind: 'date' },
      payerType: {
        title: '付费方',
        width: 70,
        kind: 'code',
        labels: payerTypes,
        nullable: true,
        sort: false,
        hidden: !words.hasPayers,
      },
      taxed: { ...money, title: '单据金额' },
      byCard: { ...money, title: '会员卡已付', hidden: true },
      invoiced: { ...money, title: words.invoiced },
      rest: { ...money, title: words.rest, isKey: true },
    },
    beside: { key: z.string(), sourceKind: z.string(), sourceId: id, openItemId: id.nullable(), partnerId: id },
  })
}

export const pendingIssued = pending(
  'invoice-issued/pending',
  'invoice_pending_issued',
  '待开票',
  { hasPayers: true, partner: '客户', invoiced: '已开票', rest: '未开票' },
  'doc_price',
)
export const pendingReceived = pending(
  'invoice-received/pending',
  'invoice_pending_received',
  '待收票',
  { hasPayers: false, partner: '供应商', invoiced: '已收票', rest: '未收票' },
  'purchase_price',
)
export type PendingQuery = typeof pendingIssued
export type PendingRow = QueryRow<PendingQuery>

/** How lines stand on sheets that are made of bills. */
export const layouts = { lines: '按明细', rates: '按税率汇总（详见清单）' } as const

/** Which bills invoices are made for, and how (business/invoices 4). */
const draftsBody = z.object({
  bills: z
    .array(
      z.object({
        sourceKind: text(40).min(1),
        sourceId: id,
        openItemId: id.nullable(),
        /** What of it is invoiced now; all that is left where nothing is said. */
        amount: signedAmount.optional(),
      }),
    )
    .min(1, '请选择单据')
    .max(500, '一次最多选择500张单据'),
  sheetKind: oneOf(invoiceSorts),
  layout: oneOf(layouts).default('lines'),
  limit: amount.nullable().default(null).describe('每张票未税金额上限，元；不填不拆分'),
  bizDate: day.optional(),
  title: text(100).default(''),
  taxNo: taxNo.default(''),
  addressPhone: text(100).default(''),
  bankAccount: text(100).default(''),
  remark: text255.default(''),
})
export type DraftsBody = z.output<typeof draftsBody>

const drafted = z.object({ drafts: z.array(z.object({ id, billNo: z.string(), taxed: z.string() })) })

const draftsRoute = (path: string, access: number, summary: string) =>
  route({
    method: 'POST',
    path: `/api/web/${path}/drafts`,
    access,
    summary,
    body: draftsBody,
    data: drafted,
    maxBody: maxLinesBody,
  })

export const draftIssued = draftsRoute('invoice-issued', button(group, 'issue'), '按待开票单据生成开票单')
export const draftReceived = draftsRoute('invoice-received', button(group, 'receive'), '按待收票单据生成收票单')
