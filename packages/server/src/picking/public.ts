// What other areas may use of picking.
export { countWaiting, waitingOrders } from './desk'
