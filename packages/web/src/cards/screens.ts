import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  card: { page: () => import('./card/list') },
  cardReport: { page: () => import('./report/query') },
  cardPackage: { page: () => import('./package/page') },
  cardPackageAdd: { page: () => import('./package/editor') },
  makeCardVoucher: { page: () => import('./voucher/page') },
  makeCardVoucherDetail: {
    document: { kind: 'card_voucher', title: '办卡单', paper: () => import('./voucher/paper') },
    page: () => import('./voucher/editor'),
    editor: () => import('./voucher/editor'),
  },
}
