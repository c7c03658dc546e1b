// What other areas may use of the three guarantees.
export { billInTheWay, liveBill, openAmount } from './bill/claimed'
export { dropBills, makeBills } from './bill/make'
export { assertGivenFor } from './remedy/rules'
export { confirmBilled } from './confirmation/billed'
export { planAnswers, unansweredBill } from './confirmation/answers'
export { type QuotaRowInput, type StandingQuota, standingQuotas, writeQuotas } from './quota/bulk'
