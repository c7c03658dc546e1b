// What other areas may use of cards and coupons.
export { startCardExpiry } from './expiry/expiry'
