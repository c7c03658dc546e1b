import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { itemTabs } from '../kernel/item-tabs'
import { dateRange, flag } from '../kernel/list-query'
import { oneOf } from '../kernel/labelled'
import { type AccountSide, advances } from '../kernel/money-document'
import { defineQuery, onlyYes } from '../kernel/query'
import { addressedId, day, id } from '../kernel/scalars'

const group = 'settle_tabs'

/** How much of an item invoices hold, and whether one of them waits for its number (business/invoices 1.2). */
export const invoiceStates = {
  AR: { none: '未开', part: '部分', waits: '开票中', whole: '已开' },
  AP: { none: '未收', part: '部分', waits: '收票中', whole: '已收' },
} as const

/** Which items are shown; all where nothing is asked. */
export const settledStates = { open: '未结', settled: '已结' } as const

const settleFilters = dateRange.extend({
  tab: z.enum(itemTabs).describe('结算页签，如 purchase 采购结算'),
  billNo: z.string().trim().max(40).optional(),
  partnerId: addressedId.optional(),
  salespersonId: addressedId.optional(),
  settled: oneOf(settledStates).optional(),
  overdue: flag.optional(),
  dueFrom: day.optional().describe('到期日起，含当日'),
  dueTo: day.optional().describe('到期日止，含当日'),
})
export type SettleFilters = z.output<typeof settleFilters>

const advanceFilters = z.object({
  partnerId: addressedId.optional(),
  salespersonId: addressedId.optional(),
  settled: oneOf(settledStates).optional(),
})
export type AdvanceFilters = z.output<typeof advanceFilters>

/** What differs between what is owed to us and what we owe. */
const words = {
  AR: { account: '应收', keeper: '业务员', field: 'ar_balance', path: 'receivable', ahead: '预收', came: '收入' },
  AP: { account: '应付', keeper: '采购员', field: 'purchase_price', path: 'payable', ahead: '预付', came: '付出' },
} as const satisfies Record<AccountSide, Record<string, string>>

/** What money that is paid ahead is tied to. */
const aheadKinds = { free: '可用于任何单据', deposit: '订金，仅用于其订单' } as const

function queriesOf(side: AccountSide) {
  const { account, keeper, field, path, ahead, came } = words[side]
  const shared = { access: pageOf(group), mayExport: button(group, 'export') }
  const figure = { kind: 'money', width: 84, chars: 14, field } as const
  const salespersonName = { title: keeper, width: 60, sort: false, nullable: true, hidden: true } as const
  return {
    /** A row an open item of one tab; sums of all rows are the figures above the list. */
    items: defineQuery({
      ...shared,
      key: `settle_${path}`,
      title: `${account}结算明细`,
      path: `/api/web/settle/${path}`,
      filters: settleFilters,
      columns: {
        billNo: { title: '单号', width: 122, isKey: true, fixed: 'left', chars: 20 },
        bizDate: { title: '日期', kind: 'date' },
        partnerName: { title: '单位', width: 150, chars: 24, isKey: true },
        original: { ...figure, title: '应结' },
        settled: { ...figure, title: '已结', sort: false },
        discounted: { ...figure, title: '优惠', width: 72, sort: false },
        balance: { ...figure, title: '未结', isKey: true },
        dueOn: { title: '到期日', kind: 'date' },
        overdueDays: { title: '逾期天数', kind: 'count', isKey: true, total: false, sort: false, chars: 10 },
        /** What of it is overdue, for its sum. */
        overdue: { ...figure, title: '逾期', sheetTitle: '逾期金额', sort: false, hidden: true },
        salespersonName,
        /** Absent of items that are billed otherwise, as those of cards by their slip. */
        invoiceState: {
          title: side === 'AR' ? '开票' : '收票',
          kind: 'code',
          labels: invoiceStates[side],
          width: 56,
          sort: false,
          nullable: true,
          missing: '',
        },
        /** The partner objects to it, and nobody has answered him yet. */
        isDisputed: { title: '有异议', kind: 'flag', labels: onlyYes, width: 60, sort: false },
        isUnconfirmed: { title: '未确认', kind: 'flag', labels: onlyYes, width: 60, sort: false },
        remark: { title: '备注', width: 160, sort: false, chars: 30 },
      },
      beside: {
        id,
        partnerId: id,
        sourceKind: z.string(),
        sourceId: id,
        /** It is settled by a 三包结算单 alone. */
        isClaim: z.boolean(),
      },
    }),
    /** A row what a partner paid ahead, or was paid, for one order or for none. */
    advances: defineQuery({
      ...shared,
      key: `settle_${advances[side].toLowerCase()}`,
      title: `${ahead}款明细`,
      path: `/api/web/settle/advance/${path}`,
      filters: advanceFilters,
      columns: {
        partnerName: { title: '单位', width: 160, isKey: true, fixed: 'left', chars: 24 },
        tied: { title: '用途', kind: 'code', labels: aheadKinds, width: 130, sort: false },
        sourceNo: { title: '订单', width: 122, nullable: true, chars: 20 },
        lastOn: { title: '最近变动', kind: 'date' },
        received: { ...figure, title: came },
        used: { ...figure, title: '已冲' },
        refunded: { ...figure, title: '已退' },
        balance: { ...figure, title: '余额', isKey: true },
        salespersonName,
      },
      beside: { partnerId: id, sourceKind: z.string().nullable(), sourceId: id.nullable() },
    }),
  }
}

export type SettleQueries = ReturnType<typeof queriesOf>
/** The queries of the tabs by account. */
export const settleQueries: Readonly<Record<AccountSide, SettleQueries>> = {
  AR: queriesOf('AR'),
  AP: queriesOf('AP'),
}
