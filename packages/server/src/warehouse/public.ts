// What other areas may use of the warehouse.
export { createOpeningDrafts, type OpeningLine } from './other-in/drafts'
