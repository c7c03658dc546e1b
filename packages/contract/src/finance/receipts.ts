import { z } from 'zod'
import { exportBody } from '../kernel/export-route'
import { button, pageOf as pageId } from '../access/catalogue'
import { dateRange, orgReach, pageOf, paging, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { day, id, addressedId } from '../kernel/scalars'

const access = [pageId('collection'), pageId('payment')]

/** Kinds of documents that move money on store accounts. */
export const receiptKinds = { collection: '收款单', payment: '付款单' } as const

/** One movement on a store account (DOMAIN 2.10 receipts). What takes a movement back is negative in the same column. */
export const receiptRow = z.object({
  id,
  orgName: z.string(),
  kind: z.string(),
  docId: id,
  billNo: z.string(),
  bizDate: z.string(),
  purpose: z.string(),
  isRed: z.boolean(),
  partnerId: id,
  partnerName: z.string(),
  accountId: id,
  accountName: z.string(),
  /** One of both, the other is null. */
  income: z.string().nullable(),
  expense: z.string().nullable(),
  /** After this movement; null unless one account alone is asked for, absent without the field permission. */
  balance: z.string().nullable().optional(),
  /** What was typed, and which documents the money settled or was paid ahead for. */
  summary: z.string(),
  handlerName: z.string().nullable(),
  posterName: z.string().nullable(),
})
export type ReceiptRow = z.output<typeof receiptRow>

export const receiptFilters = dateRange.extend({
  orgs: orgReach.optional(),
  billNo: z.string().trim().max(40).optional(),
  partnerId: addressedId.optional(),
  accountId: addressedId.optional(),
  kind: z.string().max(80).describe('单据种类，多个用英文逗号隔开：collection 收款单、payment 付款单').optional(),
  remark: z.string().trim().max(100).optional(),
})
export type ReceiptFilters = z.output<typeof receiptFilters>

export const receiptRoutes = {
  list: route({
    method: 'GET',
    path: '/api/web/receipts',
    access,
    summary: '收付单据查询',
    query: receiptFilters.extend(paging.shape),
    data: pageOf(receiptRow),
  }),
  totals: route({
    method: 'GET',
    path: '/api/web/receipts/totals',
    access,
    summary: '收付单据合计',
    query: receiptFilters,
    data: totals,
  }),
  export: route({
    method: 'POST',
    path: '/api/web/receipts/export',
    access: [button('collection', 'export'), button('payment', 'export')],
    summary: '导出收付单据',
    body: exportBody(receiptFilters),
    data: z.object({ jobId: id }),
  }),
}

/** Money of one day by cashier and account, for the hand-over (DOMAIN 8.4 日结). */
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
