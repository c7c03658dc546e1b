import { settleTabs } from '@chepu/contract/finance/settle-tabs'
import { itemTabs } from '@chepu/contract/kernel/item-tabs'
import type { Screens } from '../kit/document/screens'

/** The tabs of open items, which are one page. */
const settlePages: Screens = Object.fromEntries(
  itemTabs.map((tab) => [
    settleTabs[tab].screen,
    { page: async () => ({ default: (await import('./settle-tabs/settle-page')).settlePages[tab] }) },
  ]),
)

/** Screen keys of this area. */
export const screens: Screens = {
  accountBooks: { page: () => import('./books/page') },
  bankReconcile: { page: () => import('./bank/page') },
  claims: { page: () => import('./claims/page') },
  collection: {
    document: { kind: 'collection', title: '收款单', paper: () => import('./collection/paper') },
    page: () => import('./collection/list'),
    editor: () => import('./collection/editor'),
  },
  downloadCenter: { page: () => import('./download-center/list') },
  otherExpense: {
    document: { kind: 'other_expense', title: '其他支出单', paper: () => import('./other-money/expense-paper') },
    page: () => import('./other-money/expense-page'),
    editor: () => import('./other-money/expense-editor'),
  },
  otherIncomeExpense: {
    document: { kind: 'other_income', title: '其他收入单', paper: () => import('./other-money/income-paper') },
    page: () => import('./other-money/income-page'),
    editor: () => import('./other-money/income-editor'),
  },
  invoiceIssued: {
    document: { kind: 'invoice_issued', title: '开票单', paper: () => import('./invoice/issued-paper') },
    page: () => import('./invoice/issued'),
    editor: () => import('./invoice/issued-editor'),
  },
  invoiceReceived: {
    document: { kind: 'invoice_received', title: '收票单', paper: () => import('./invoice/received-paper') },
    page: () => import('./invoice/received'),
    editor: () => import('./invoice/received-editor'),
  },
  payableAccount: {
    page: () => import('./accounts/payable'),
    editor: () => import('./balance-adjustment/editor'),
  },
  payment: {
    document: { kind: 'payment', title: '付款单', paper: () => import('./payment/paper') },
    page: () => import('./payment/list'),
    editor: () => import('./payment/editor'),
  },
  periodClose: { page: () => import('./period-close/page') },
  receipts: { page: () => import('./receipts/receipts') },
  receivableAccount: {
    document: { kind: 'balance_adjustment', title: '往来调整单', paper: () => import('./balance-adjustment/paper') },
    page: () => import('./accounts/receivable'),
    editor: () => import('./balance-adjustment/editor'),
  },
  ...settlePages,
  settleAdvance: { page: () => import('./settle-tabs/advance-page') },
  storeAccount: { page: () => import('./store-account/list') },
  till: { page: () => import('./till/page') },
  transfers: {
    document: { kind: 'fund_transfer', title: '资金转账单', paper: () => import('./fund-transfer/paper') },
    page: () => import('./fund-transfer/list'),
    editor: () => import('./fund-transfer/editor'),
  },
  taxMoney: { page: () => import('./tax/query') },
  ticketManage: { page: () => import('./invoice/tickets') },
  writeOff: {
    document: { kind: 'write_off', title: '往来核销单', paper: () => import('./write-off/paper') },
    page: () => import('./write-off/list'),
    editor: () => import('./write-off/editor'),
  },
}
