// What other areas may use of sales.
export { assertCustomerCredit } from './credit'
export { startExpiry } from './sales-quotation/expiry'
