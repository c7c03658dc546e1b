// What other areas may use of the three guarantees.
export { type QuotaRowInput, type StandingQuota, standingQuotas, writeQuotas } from './quota/bulk'
