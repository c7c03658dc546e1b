// What other areas may use of cards and coupons.
export { debtsAcross, openAcross } from './across'
export { startCouponExpiry } from './coupon/expiry'
export { holderOf, isBefore } from './shown'
export { remindOfPackages } from './reminders'
export { startCardExpiry } from './expiry/expiry'
export { issueOpeningCards } from './card-voucher/at-once'
export { type OpeningCard, type OpeningItem, takenNumbers, typesOfCards } from './card-voucher/opening'
export {
  couponsById,
  couponsByNo,
  couponsOfCustomer,
  giveBackCoupons,
  holdCoupons,
  keepCoupons,
  useCoupons,
  useCouponsAgain,
} from './coupon/use'
export { backOnCards, debtsOfUsesBack, paidByCards, type PaidCard, type UsedItem, usesOf } from './spending/back'
export { cardsFor, memberRates } from './spending/held'
export { tellOfLowBalances } from './spending/low-balance'
export { assertMayPay, type CardPayment, payByCards, paymentsOf, pointsEarned } from './spending/money'
export { assertPointsStand, pointedCards, pointsTakenBack } from './spending/points-back'
export { cardsOnSlip } from './spending/on-slip'
export { usesPosting } from './spending/posting'
export { type Covered, coveredBy, type CoveredLine, goodItems, packagesFor } from './spending/uses'
