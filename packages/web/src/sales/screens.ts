import type { Screens } from '../kit/base/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  orderConfirm: { page: () => import('./order-confirm/list') },
  sale: {
    document: { kind: 'sales_delivery', title: '销售出库单' },
    page: () => import('./sales-delivery/list'),
    editor: () => import('./sales-delivery/editor'),
  },
  saleBack: {
    document: { kind: 'sales_return', title: '销售退货单' },
    page: () => import('./sales-return/list'),
    editor: () => import('./sales-return/editor'),
  },
  saleOrder: {
    document: { kind: 'sales_order', title: '销售订单' },
    page: () => import('./sales-order/list'),
    editor: () => import('./sales-order/editor'),
  },
}
