import { z } from 'zod'
import { pageOf } from '../access/catalogue'
import { oneOf } from '../kernel/labelled'
import { dateRange } from '../kernel/list-query'
import { defineQuery } from '../kernel/query'
import { addressedId, id } from '../kernel/scalars'
import { invoiceStates } from './settle-queries'

const access = pageOf('claims_money')

/** Whose claims are shown: manufacturers', or insurers' (business/three-guarantees 7.4). */
export const claimsTabs = { warranty: '三包索赔款', insurance: '保险理赔款' } as const
export type ClaimsTab = keyof typeof claimsTabs

/** How far a claim is: nobody has answered it, it waits for its settlement, for money, or for nothing. */
export const claimStates = { open: '待确认', agreed: '待结算', owed: '待收款', paid: '已收清' } as const

const money = { kind: 'money', width: 88, chars: 14, field: 'ar_balance' } as const

/** 索赔款管理: what manufacturers and insurers owe, a row a bill that is not settled, a settlement, or a settled order (business/three-guarantees 7.4). */
export const claimsMoney = defineQuery({
  key: 'claims_money',
  title: '索赔款',
  path: '/api/web/claims-money',
  access,
  mayExport: access,
  filters: dateRange.extend({
    tab: oneOf(claimsTabs).describe('页签'),
    partnerId: addressedId.optional().describe('厂家或保险公司'),
    billNo: z.string().trim().max(40).optional(),
    state: oneOf(claimStates).optional().describe('状态'),
  }),
  columns: {
    billNo: { title: '单号', width: 140, isKey: true, fixed: 'left', chars: 20 },
    partnerName: { title: '单位', width: 130, isKey: true, chars: 24 },
    bizDate: { title: '日期', kind: 'date' },
    state: { title: '状态', kind: 'code', labels: claimStates, width: 76, isKey: true },
    agreed: { ...money, title: '确认额', nullable: true, isKey: true },
    deducted: { ...money, title: '扣款', width: 80, isKey: true },
    original: { ...money, title: '应收', isKey: true },
    settled: { ...money, title: '已收', isKey: true },
    waived: { ...money, title: '其他核销', width: 76 },
    balance: { ...money, title: '未收', isKey: true, card: 'amount' },
    days: { title: '账龄', kind: 'count', width: 60, total: false, isKey: true },
    invoiceState: {
      title: '发票',
      kind: 'code',
      labels: invoiceStates.AR,
      width: 60,
      sort: false,
      nullable: true,
      missing: '',
      isKey: true,
    },
    dueOn: { title: '到期日', kind: 'date' },
    orderNo: { title: '结算单', width: 130, sort: false, nullable: true, chars: 20 },
  },
  beside: {
    key: z.string(),
    partnerId: id,
    sourceKind: z.string(),
    sourceId: id,
    /** The bill that a settlement may take. */
    billId: id.nullable(),
    /** What of it is open. */
    itemIds: z.array(id),
    /** The partner is owed, too: 应收抵应付 may settle it. */
    isOwed: z.boolean(),
  },
})
