// What other areas may use of the workshop.
export { writeOrderTotals } from './work-order/totals'
export { asksAgain } from './work-order/consent'
export { holdMaterial, netIssued, waitingQty } from './work-order/material'
