// The door of basic data for other areas.
export { type BulkPart, bulkPartErrors, savePartsBulk } from './part/bulk'
export { savePart } from './part/save'
export { derivePart, normNumber } from './part/search-text'
export { containsWords, inCategory } from './part-search/find'
export { type BulkProduct, bulkProductErrors, saveProductsBulk } from './product/bulk'
export { saveProduct } from './product/save'
export { assertReason, assertWord } from './dictionary/dictionary'
export { fillRegions } from './region/fill'
