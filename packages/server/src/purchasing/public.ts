// What other areas may use of purchasing.
export { createPurchaseOrderDraft } from './purchase-order/drafts'
export { lastReceiptCosts } from './goods-receipt/repo'
