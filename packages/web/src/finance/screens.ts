import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  collection: {
    document: { kind: 'collection', title: '收款单', paper: () => import('./collection/paper') },
    page: () => import('./collection/list'),
    editor: () => import('./collection/editor'),
  },
  downloadCenter: { page: () => import('./download-center/list') },
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
  receipts: { page: () => import('./receipts/receipts') },
  receivableAccount: {
    document: { kind: 'balance_adjustment', title: '往来调整单', paper: () => import('./balance-adjustment/paper') },
    page: () => import('./accounts/receivable'),
    editor: () => import('./balance-adjustment/editor'),
  },
  storeAccount: { page: () => import('./store-account/list') },
  ticketManage: { page: () => import('./invoice/tickets') },
  writeOff: {
    document: { kind: 'write_off', title: '往来核销单', paper: () => import('./write-off/paper') },
    page: () => import('./write-off/list'),
    editor: () => import('./write-off/editor'),
  },
}
