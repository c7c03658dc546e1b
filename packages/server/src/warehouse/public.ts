// What other areas may use of the warehouse.
export { createCostAdjustment } from './cost-adjustment/drafts'
export { comingOf } from './inventory-warning/coming'
export { comingForOrder } from './inventory-warning/for-order'
export { stockTotals } from './queries/stock'
export { createOpeningDrafts, type OpeningLine } from './other-in/drafts'
export { everywhere, productsBeyond } from './limits'
export { type OpenCount, openCounts, planCounted } from './stock-count/import'
