import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  priceSheet: {
    document: { kind: 'sales_quotation', title: '销售报价单', paper: () => import('./sales-quotation/paper') },
    page: () => import('./sales-quotation/list'),
    editor: () => import('./sales-quotation/editor'),
  },
  saleOrder: {
    document: { kind: 'sales_order', title: '销售订单', paper: () => import('./sales-order/paper') },
    page: () => import('./sales-order/list'),
    editor: () => import('./sales-order/editor'),
  },
  orderConfirm: { page: () => import('./order-confirm/list') },
  sale: {
    document: { kind: 'sales_delivery', title: '销售出库单', paper: () => import('./sales-delivery/paper') },
    page: () => import('./sales-delivery/list'),
    editor: () => import('./sales-delivery/editor'),
  },
  transToSalesferOrder: { page: () => import('./purchase-to-sale/query') },
  purchaseAndSale: {
    document: { kind: 'direct_trade', title: '采购转销售单', paper: () => import('./direct-trade/paper') },
    page: () => import('./direct-trade/list'),
    editor: () => import('./direct-trade/editor'),
  },
  saleBack: {
    document: { kind: 'sales_return', title: '销售退货单', paper: () => import('./sales-return/paper') },
    page: () => import('./sales-return/list'),
    editor: () => import('./sales-return/editor'),
  },
  saleQueryByProduct: { page: () => import('./sales-query/by-part') },
  saleQueryByOrder: { page: () => import('./sales-query/by-document') },
  saleBackQueryByProduct: { page: () => import('./return-query/by-part') },
  saleBackQueryByOrder: { page: () => import('./return-query/by-document') },
  TabFormerSearch: { page: () => import('./former-search/query') },
}
