// What other areas may use of sales.
export { startExpiry } from './sales-quotation/expiry'
