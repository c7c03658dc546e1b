// What other areas may use of cards and coupons.
export { debtsAcross, openAcross } from './across'
export { startCouponExpiry } from './coupon/expiry'
export { startCardExpiry } from './expiry/expiry'
export {
  couponByNo,
  couponsById,
  couponsOfCustomer,
  giveBackCoupons,
  holdCoupons,
  keepCoupons,
  useCoupons,
} from './coupon/use'
export { backOnCards, paidByCards, type PaidCard, type UsedItem, usesOf } from './spending/back'
export { cardsFor, cardsOfItems, memberRates } from './spending/held'
export { assertMayPay, type CardPayment, payByCards, paymentsOf, pointsEarned } from './spending/money'
export { usesPosting } from './spending/posting'
export { type Covered, coveredBy, type CoveredLine, goodItems, packagesFor } from './spending/uses'
