import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  collection: {
    document: { kind: 'collection', title: '收款单', paper: () => import('./collection/paper') },
    page: () => import('./collection/list'),
    editor: () => import('./collection/editor'),
  },
  downloadCenter: { page: () => import('./download-center/list') },
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
  storeAccount: { page: () => import('./store-account/list') },
  writeOff: {
    document: { kind: 'write_off', title: '往来核销单', paper: () => import('./write-off/paper') },
    page: () => import('./write-off/list'),
    editor: () => import('./write-off/editor'),
  },
}
