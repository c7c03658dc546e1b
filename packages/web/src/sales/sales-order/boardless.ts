import { salesOrder } from '@chepu/contract/sales/sales-order'

// 部分确认, 换仓 and 换替换件 take choices that the board of 订单确认 offers; list and editor lead there instead.
const { confirm: _lines, changeWarehouse: _warehouse, substitute: _part, ...actions } = salesOrder.actions

/** 销售订单 with the actions that need no choice. */
export const boardless = { ...salesOrder, actions }
