// What other areas may use of picking.
export { issueAtOnce, takeBackIssued } from './picking/at-once'
export { countWaiting, waitingOrders } from './desk'
