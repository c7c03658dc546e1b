// What other areas may use of purchasing.
export { createPurchaseOrderDraft } from './purchase-order/drafts'
export { postingOf as receiptPosting } from './goods-receipt/posting'
export { forgetPurchasePrices, lastReceiptCosts, rememberPurchasePrices } from './goods-receipt/repo'
export { traits as receiptTraits } from './goods-receipt/traits'
