import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  purchaseOrder: {
    document: { kind: 'purchase_order', title: '采购订单', paper: () => import('./purchase-order/paper') },
    page: () => import('./purchase-order/list'),
    editor: () => import('./purchase-order/editor'),
  },
  purchase: {
    document: { kind: 'goods_receipt', title: '采购入库单', paper: () => import('./goods-receipt/paper') },
    page: () => import('./goods-receipt/list'),
    editor: () => import('./goods-receipt/editor'),
  },
  purchaseBack: {
    document: { kind: 'purchase_return', title: '采购退货单', paper: () => import('./purchase-return/paper') },
    page: () => import('./purchase-return/list'),
    editor: () => import('./purchase-return/editor'),
  },
  queryPurOrder: { page: () => import('./order-query/query') },
  purQueryBySupplier: { page: () => import('./purchase-query/by-supplier') },
  purQueryByOrder: { page: () => import('./purchase-query/by-document') },
  purQueryByParts: { page: () => import('./purchase-query/by-part') },
  purBackQueryBySupplier: { page: () => import('./return-query/by-supplier') },
  purBackQueryByOrder: { page: () => import('./return-query/by-document') },
  purBackQueryByParts: { page: () => import('./return-query/by-part') },
}
