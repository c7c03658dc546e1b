import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { labelled } from '../kernel/labelled'
import { dateRange, orgReach } from '../kernel/list-query'
import { defineQuery, orgQueryColumn, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { day, id, addressedId } from '../kernel/scalars'

const access = [pageId('collection'), pageId('payment')]

/** Kinds of documents that move money on store accounts. */
export const receiptKinds = {
  collection: '收款单',
  payment: '付款单',
  fund_transfer: '资金转账单',
  other_income: '其他收入单',
  other_expense: '其他支出单',
} as const

const receiptFilters = dateRange.extend({
  orgs: orgReach.optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: addressedId.optional(),
  accountId: addressedId.optional(),
  kind: z
    .string()
    .max(80)
    .describe(`单据种类，多个用英文逗号隔开：${labelled(receiptKinds)}`)
    .optional(),
  remark: z.string().trim().max(100).optional(),
})
export type ReceiptFilters = z.output<typeof receiptFilters>

/** 收付单据查询: a row a movement on a store account (business/finance 7.2). What takes a movement back is negative in the same column. */
export const receiptRoutes = defineQuery({
  key: 'receipts',
  title: '收付单据',
  path: '/api/web/receipts',
  access,
  mayExport: [button('collection', 'export'), button('payment', 'export')],
  filters: receiptFilters,
  columns: {
    purpose: { title: '类型', width: 76, sort: false },
    billNo: { title: '单号', width: 122, isName: true, isKey: true, chars: 20 },
    orgName: orgQueryColumn,
    bizDate: { title: '日期', kind: 'date' },
    partnerName: { title: '单位', width: 144, chars: 24, nullable: true },
    accountName: { title: '账户', width: 92, sort: false },
    // One of both, the other is null.
    income: { title: '收入', kind: 'money', chars: 14, isKey: true, nullable: true },
    expense: { title: '支出', kind: 'money', chars: 14, isKey: true, nullable: true },
    /** After this movement; null unless one account alone is asked for. */
    balance: {
      title: '余额',
      kind: 'money',
      chars: 14,
      field: 'account_balance',
      total: false,
      sort: false,
      isKey: true,
      nullable: true,
    },
    /** What was typed, and which documents the money settled or was paid ahead for. */
    summary: { title: '摘要', width: 140, sort: false, chars: 30 },
    handlerName: { title: '经手', sheetTitle: '经手人', width: 60, sort: false, nullable: true },
    posterName: { title: '审核', sheetTitle: '审核人', width: 60, sort: false, nullable: true },
  },
  beside: { id, kind: z.string(), docId: id, isRed: z.boolean(), partnerId: id.nullable(), accountId: id },
})
export type ReceiptRow = QueryRow<typeof receiptRoutes>

/** Money of one day by cashier and account, for the hand-over (business/finance 4 日结). */
export const dailySheet = route({
  method: 'GET',
  path: '/api/web/receipts/daily',
  access,
  summary: '日结交款表',
  query: z.object({ day, userId: addressedId.optional() }),
  data: z.object({
    orgName: z.string(),
    rows: z.array(
      z.object({
        userId: id,
        userName: z.string(),
        accountId: id,
        accountName: z.string(),
        accountKind: z.string(),
        count: z.number().int(),
        income: z.string(),
        expense: z.string(),
        net: z.string(),
      }),
    ),
    /** Accounts over the whole day; balances only with the field permission. */
    accounts: z.array(
      z.object({
        accountId: id,
        accountName: z.string(),
        opening: z.string().optional(),
        income: z.string(),
        expense: z.string(),
        closing: z.string().optional(),
      }),
    ),
  }),
})
