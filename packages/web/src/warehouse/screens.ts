import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  outWareHous: { page: () => import('./outbound/list') },
  otherIn: {
    document: { kind: 'other_in', title: '其他入库单', paper: () => import('./other-in/paper') },
    page: () => import('./other-in/list'),
    editor: () => import('./other-in/editor'),
  },
  otherOut: {
    document: { kind: 'other_out', title: '其他出库单', paper: () => import('./other-out/paper') },
    page: () => import('./other-out/list'),
    editor: () => import('./other-out/editor'),
  },
  purWareHous: { page: () => import('./inbound/board') },
  allocation: { page: () => import('./transfers/allocation') },
  requestForm: {
    document: { kind: 'transfer_request', title: '调拨申请单', paper: () => import('./transfer-request/paper') },
    page: () => import('./transfer-request/list'),
    editor: () => import('./transfer-request/editor'),
  },
  transferOrder: {
    document: { kind: 'transfer_order', title: '调拨单', paper: () => import('./transfer-order/paper') },
    page: () => import('./transfer-order/list'),
    editor: () => import('./transfer-order/editor'),
  },
  transferInto: {
    document: { kind: 'transfer_receipt', title: '调入单', paper: () => import('./transfer-receipt/paper') },
    page: () => import('./transfer-receipt/board'),
    editor: () => import('./transfer-receipt/editor'),
  },
  transferSearch: { page: () => import('./transfers/search') },
  stockInquiry: { page: () => import('./stock-inquiry/query') },
  inOutBillSearch: { page: () => import('./movements/query') },
}
