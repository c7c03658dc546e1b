import { setDocumentScreens } from '../kit/document-screens'

/** Screen and title of each kind of document, for links from one document to another. */
setDocumentScreens({
  balance_adjustment: { screen: 'receivableAccount', title: '往来调整单' },
  collection: { screen: 'collection', title: '收款单' },
  payment: { screen: 'payment', title: '付款单' },
  write_off: { screen: 'writeOff', title: '往来核销单' },
  goods_receipt: { screen: 'purchase', title: '采购入库单' },
  sales_delivery: { screen: 'sale', title: '销售出库单' },
  sales_order: { screen: 'saleOrder', title: '销售订单' },
  sales_return: { screen: 'saleBack', title: '销售退货单' },
  other_in: { screen: 'otherIn', title: '其他入库单' },
  other_out: { screen: 'otherOut', title: '其他出库单' },
  purchase_order: { screen: 'purchaseOrder', title: '采购订单' },
  purchase_return: { screen: 'purchaseBack', title: '采购退货单' },
})
