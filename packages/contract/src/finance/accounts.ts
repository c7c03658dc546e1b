import { z } from 'zod'
import { exportRoute } from '../kernel/export-route'
import { button, pageOf as pageId } from '../access/catalogue'
import { dateRange, flag } from '../kernel/list-query'
import { type AccountSide, sideLabels } from '../kernel/money-document'
import { defineQuery, onlyYes } from '../kernel/query'
import { route } from '../kernel/route'
import { day, id, addressedId } from '../kernel/scalars'
import { openItemRow } from './lookups'

const figure = z.string().optional()

/** One line of a statement: what a document added or took away, and what was owed after it. */
const statementRow = z.object({
  /** Tells the lines apart; it stays when others are added. */
  lineId: id,
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

const statement = z.object({
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

const accountFilters = dateRange.extend({
  partnerId: partnerFilter,
  salespersonId: addressedId.optional(),
  overdue: flag.optional(),
  /** Also partners with nothing in any column. */
  withZero: flag.optional(),
})
export type AccountFilters = z.output<typeof accountFilters>

const itemFilters = dateRange.extend({
  partnerId: partnerFilter,
  salespersonId: addressedId.optional(),
  billNo: z.string().trim().max(40).optional(),
  sourceKind: z.string().max(40).optional(),
  overdue: flag.optional(),
  /** Also items that are settled. */
  withSettled: flag.optional(),
})
export type ItemFilters = z.output<typeof itemFilters>

/** What differs between 应收账款 and 应付账款 in what they say. */
const words = {
  AR: {
    group: 'receivable',
    title: '应收账款',
    keeper: '业务员',
    paid: '收款核销',
    advance: '预收',
    field: 'ar_balance',
  },
  AP: {
    group: 'payable',
    title: '应付账款',
    keeper: '采购员',
    paid: '付款核销',
    advance: '预付',
    field: 'purchase_price',
  },
} as const satisfies Record<AccountSide, Record<string, string>>

/** The queries of 应收账款 or 应付账款 (business/finance 7.3). Figures are absent without the field permission. */
function queriesOf(side: AccountSide) {
  const { group, title, keeper, paid, advance, field } = words[side]
  const path = `/api/web/${group}`
  const shared = { access: pageId(group), mayExport: button(group, 'export') }
  const figure = { kind: 'money', width: 80, chars: 14, field } as const
  const partner = {
    partnerCode: { title: '编码', sheetTitle: '单位编码', width: 74, sort: false, hidden: true },
    partnerName: { title: '单位名称', width: 150, fixed: 'left', isKey: true, chars: 24 },
  } as const
  const salespersonName = { title: keeper, width: 60, sort: false, nullable: true } as const
  return {
    /**
     * 汇总: what one partner owed or was owed over a period: 期初 + 本期增 − 退货 − 核销 − 优惠 + 调整 = 期末 (business/finance 1.2).
     * Advances stand beside and are never netted.
     */
    summary: defineQuery({
      ...shared,
      key: group,
      title: `${title}汇总`,
      path,
      filters: accountFilters,
      columns: {
        ...partner,
        mobile: { title: '电话', width: 110, sort: false, hidden: true },
        salespersonName,
        opening: { ...figure, title: '期初' },
        increased: { ...figure, title: '本期增加' },
        returned: { ...figure, title: '本期退货' },
        settled: { ...figure, title: paid },
        discounted: { ...figure, title: '优惠', width: 72 },
        adjusted: { ...figure, title: '期初/调整', sheetTitle: '调整' },
        closing: { ...figure, title: '期末', isKey: true },
        advance: { ...figure, title: advance },
        /** Due before today and still open, as of now. */
        overdue: { ...figure, title: '逾期', isKey: true },
      },
      beside: { partnerId: id, cusFlag: z.number().int() },
    }),
    /** 明细: a row an open item. */
    items: defineQuery({
      ...shared,
      key: `${group}_item`,
      title: `${title}明细`,
      path: `${path}/item`,
      filters: itemFilters,
      columns: {
        billNo: { title: '单号', width: 122, isKey: true, fixed: 'left', chars: 20 },
        bizDate: { title: '日期', kind: 'date' },
        partnerName: { title: '单位名称', width: 160, chars: 24 },
        original: { ...figure, title: '应结' },
        settled: { ...figure, title: '已结', sort: false },
        discounted: { ...figure, title: '优惠', width: 72, sort: false },
        balance: { ...figure, title: '未结', isKey: true },
        dueOn: { title: '到期日', kind: 'date' },
        overdueDays: { title: '逾期天数', kind: 'count', isKey: true, total: false, sort: false, chars: 10 },
        /** The partner objects to it, and nobody has answered him yet. */
        isDisputed: { title: '有异议', kind: 'flag', labels: onlyYes, width: 64, sort: false },
        remark: { title: '备注', width: 180, sort: false, chars: 30 },
        side: {
          title: '方向',
          labels: sideLabels,
          sort: false,
          sheetOnly: true,
          chars: 8,
        },
      },
      beside: { id, side: openItemRow.shape.side, partnerId: id, sourceKind: z.string(), sourceId: id },
    }),
    /** 账龄: what is open now: what is to be paid by days past its due date, and what will be set off against it (ADR 0055). */
    ageing: defineQuery({
      ...shared,
      key: `${group}_ageing`,
      title: `${title}账龄`,
      path: `${path}/ageing`,
      filters: accountFilters,
      columns: {
        ...partner,
        salespersonName,
        total: { ...figure, title: '合计', isKey: true },
        notDue: { ...figure, title: '未到期' },
        days30: { ...figure, title: '1-30天' },
        days60: { ...figure, title: '31-60天' },
        days90: { ...figure, title: '61-90天' },
        days180: { ...figure, title: '91-180天' },
        over180: { ...figure, title: '180天以上', isKey: true },
        /** Returns and other credits that nothing has been set off against yet; negative. */
        credits: { ...figure, title: '待冲减' },
        /** Due before today and still to be paid: the sum of the buckets. */
        overdue: { ...figure, title: '逾期' },
        advance: { ...figure, title: advance },
      },
      beside: { partnerId: id },
    }),
  }
}

export type AccountQueries = ReturnType<typeof queriesOf>
export const accountQueries: Readonly<Record<AccountSide, AccountQueries>> = {
  AR: queriesOf('AR'),
  AP: queriesOf('AP'),
}

/** What a statement of the account is called. */
export const statementTitle = (side: AccountSide): string => `${words[side].title}对账单`

/** The calls of 应收账款 or 应付账款 (business/finance 7.3). */
export function accountRoutes(side: AccountSide) {
  const { group } = words[side]
  const { summary, items, ageing } = accountQueries[side]
  const statementQuery = z.object({ partnerId: addressedId, from: day, to: day })
  return {
    list: summary.list,
    totals: summary.totals,
    export: summary.export,
    items: items.list,
    itemTotals: items.totals,
    itemExport: items.export,
    ageing: ageing.list,
    ageingTotals: ageing.totals,
    ageingExport: ageing.export,
    statement: route({
      method: 'GET',
      path: `/api/web/${group}/statement`,
      access: button(group, 'statement'),
      summary: statementTitle(side),
      query: statementQuery,
      data: statement,
    }),
    statementExport: exportRoute({
      path: `/api/web/${group}/statement/export`,
      access: button(group, 'export'),
      summary: `导出${statementTitle(side)}`,
      filters: statementQuery,
    }),
  }
}

export const receivableRoutes = accountRoutes('AR')
export const payableRoutes = accountRoutes('AP')
