// What other areas may use of cards and coupons.
export { startCouponExpiry } from './coupon/expiry'
