import type { Screens } from '../kit/base/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  purchase: {
    document: { kind: 'goods_receipt', title: '采购入库单' },
    page: () => import('./goods-receipt/list'),
    editor: () => import('./goods-receipt/editor'),
  },
  purchaseOrder: {
    document: { kind: 'purchase_order', title: '采购订单' },
    page: () => import('./purchase-order/list'),
    editor: () => import('./purchase-order/editor'),
  },
  purchaseBack: {
    document: { kind: 'purchase_return', title: '采购退货单' },
    page: () => import('./purchase-return/list'),
    editor: () => import('./purchase-return/editor'),
  },
  queryPurOrder: { page: () => import('./order-query/query') },
}
