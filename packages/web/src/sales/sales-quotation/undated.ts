import { salesQuotation } from '@chepu/contract/sales/sales-quotation'

// 延期 takes a day, which the editor asks for.
const { extend: _day, ...actions } = salesQuotation.actions

/** 销售报价单 with the actions that need no day. */
export const undated = { ...salesQuotation, actions }
