// What other areas may use of the warehouse.
export { comingOf } from './inventory-warning/coming'
export { stockTotals } from './queries/stock'
export { createOpeningDrafts, type OpeningLine } from './other-in/drafts'
export { everywhere, productsBeyond } from './limits'
export { type OpenCount, openCounts, planCounted } from './stock-count/import'
