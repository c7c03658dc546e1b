// What other areas may use of the workshop.
export { carsToday } from './queries/cars-today'
export { type SettledDay, settledDays } from './queries/settled-days'
export { stillDeclined } from './queries/declined'
export { startNoShow } from './reservation/no-show'
export { type ServiceItemRowInput, type StandingItem, standingItems, writeServiceItems } from './service-item/bulk'
export { asksAgain } from './work-order/asks-again'
export { holdMaterial, lockMaterial, netIssued, waitingQty } from './work-order/material'
export { writeOrderTotals } from './work-order/totals'
