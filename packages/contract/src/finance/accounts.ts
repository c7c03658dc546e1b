import { z } from 'zod'
import { exportRoute } from '../kernel/export-route'
import { button, pageOf as pageId } from '../access/catalogue'
import { dateRange, flag, pageOf, paging, totals } from '../kernel/list-query'
import { route } from '../kernel/route'
import { day, id, addressedId } from '../kernel/scalars'
import { type accountSides, openItemRow } from './lookups'

export type AccountSide = (typeof accountSides)[number]

const figure = z.string().optional()

/**
 * What one partner owed or was owed over a period: 期初 + 本期增 − 退货 − 收付款 − 优惠 + 调整 = 期末 (DOMAIN 8.1). Advances
 * stand beside and are never netted. Figures are absent without the field permission.
 */
export const accountRow = z.object({
  partnerId: id,
  partnerCode: z.string(),
  partnerName: z.string(),
  cusFlag: z.number().int(),
  mobile: z.string(),
  salespersonName: z.string().nullable(),
  opening: figure,
  increased: figure,
  returned: figure,
  settled: figure,
  discounted: figure,
  adjusted: figure,
  closing: figure,
  advance: figure,
  /** Due before today and still open, as of now. */
  overdue: figure,
})
export type AccountRow = z.output<typeof accountRow>

/** What is open now: what is to be paid by days past its due date, and what will be set off against it (ADR 0055). */
export const ageingRow = z.object({
  partnerId: id,
  partnerCode: z.string(),
  partnerName: z.string(),
  salespersonName: z.string().nullable(),
  total: figure,
  notDue: figure,
  days30: figure,
  days60: figure,
  days90: figure,
  days180: figure,
  over180: figure,
  /** Returns and other credits that nothing has been set off against yet; negative. */
  credits: figure,
  /** Due before today and still to be paid: the sum of the buckets. */
  overdue: figure,
  advance: figure,
})
export type AgeingRow = z.output<typeof ageingRow>

/** One line of a statement: what a document added or took away, and what was owed after it. */
export const statementRow = z.object({
  bizDate: z.string(),
  docKind: z.string(),
  docId: id,
  billNo: z.string().nullable(),
  summary: z.string(),
  increase: z.string().nullable().optional(),
  decrease: z.string().nullable().optional(),
  balance: figure,
})
export type StatementRow = z.output<typeof statementRow>

export const statement = z.object({
  orgName: z.string(),
  partner: z.object({ id, code: z.string(), name: z.string(), mobile: z.string(), address: z.string() }),
  from: z.string(),
  to: z.string(),
  opening: figure,
  closing: figure,
  advance: figure,
  overdue: figure,
  rows: z.array(statementRow),
})
export type Statement = z.output<typeof statement>

const partnerFilter = addressedId.optional()

export const accountFilters = dateRange.extend({
  partnerId: partnerFilter,
  salespersonId: addressedId.optional(),
  overdue: flag.optional(),
  /** Also partners with nothing in any column. */
  withZero: flag.optional(),
})
export type AccountFilters = z.output<typeof accountFilters>

export const itemFilters = dateRange.extend({
  partnerId: partnerFilter,
  salespersonId: addressedId.optional(),
  billNo: z.string().trim().max(40).optional(),
  sourceKind: z.string().max(40).optional(),
  overdue: flag.optional(),
  /** Also items that are settled. */
  withSettled: flag.optional(),
})
export type ItemFilters = z.output<typeof itemFilters>

/** The calls of 应收账款 and 应付账款 (DOMAIN 2.10). */
export function accountRoutes(side: AccountSide) {
  const group = side === 'AR' ? 'receivable' : 'payable'
  const title = side === 'AR' ? '应收账款' : '应付账款'
  const path = `/api/web/${group}`
  const access = pageId(group)
  const exportAccess = button(group, 'export')
  const get = <Query extends z.ZodType, Data extends z.ZodType>(tail: string, what: string, query: Query, data: Data) =>
    route({ method: 'GET', path: `${path}${tail}`, access, summary: `${title}${what}`, query, data })
  const exportOf = <Filters extends z.ZodType>(tail: string, what: string, filters: Filters) =>
    exportRoute({ path: `${path}${tail}/export`, access: exportAccess, summary: `导出${title}${what}`, filters })
  const statementQuery = z.object({ partnerId: addressedId, from: day, to: day })
  return {
    list: get('', '汇总', accountFilters.extend(paging.shape), pageOf(accountRow)),
    totals: get('/totals', '汇总合计', accountFilters, totals),
    export: exportOf('', '汇总', accountFilters),
    items: get('/item', '明细', itemFilters.extend(paging.shape), pageOf(openItemRow)),
    itemTotals: get('/item/totals', '明细合计', itemFilters, totals),
    itemExport: exportOf('/item', '明细', itemFilters),
    ageing: get('/ageing', '账龄', accountFilters.extend(paging.shape), pageOf(ageingRow)),
    ageingTotals: get('/ageing/totals', '账龄合计', accountFilters, totals),
    ageingExport: exportOf('/ageing', '账龄', accountFilters),
    statement: route({
      method: 'GET',
      path: `${path}/statement`,
      access: button(group, 'statement'),
      summary: `${title}对账单`,
      query: statementQuery,
      data: statement,
    }),
    statementExport: exportOf('/statement', '对账单', statementQuery),
  }
}

export const receivableRoutes = accountRoutes('AR')
export const payableRoutes = accountRoutes('AP')
