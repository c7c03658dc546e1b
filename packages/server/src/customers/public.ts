// What other areas may use of the customers' area.
export { type BulkPartner, bulkPartnerErrors, savePartnersBulk } from './partner/bulk'
export { codePrefix } from './partner/code'
export { savePartner } from './partner/save'
