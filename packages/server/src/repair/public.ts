// The door of the repair shop for other areas.
export { startNoShow } from './reservation/no-show'
export { type ServiceItemRowInput, type StandingItem, standingItems, writeServiceItems } from './service-item/bulk'
