import type { Screens } from '../kit/document/screens'

/** Screen keys of this area. */
export const screens: Screens = {
  warehouse: { page: () => import('./keeper-desk/board') },
  InventoryWarning: { page: () => import('./inventory-warning/query') },
  outWareHous: { page: () => import('./outbound/list') },
  otherIn: {
    document: { kind: 'other_in', title: '其他入库单', paper: () => import('./other-in/paper') },
    page: () => import('./other-in/list'),
    editor: () => import('./other-in/editor'),
  },
  otherOut: {
    document: { kind: 'other_out', title: '其他出库单', paper: () => import('./other-out/paper') },
    page: () => import('./other-out/list'),
    editor: () => import('./other-out/editor'),
  },
  assembly: {
    document: { kind: 'assembly', title: '组装单', paper: () => import('./assembly/paper') },
    page: () => import('./assembly/list'),
    editor: () => import('./assembly/editor'),
  },
  costAdjustment: {
    document: { kind: 'cost_adjustment', title: '成本调整单', paper: () => import('./cost-adjustment/paper') },
    page: () => import('./cost-adjustment/list'),
    editor: () => import('./cost-adjustment/editor'),
  },
  disassembly: {
    document: { kind: 'disassembly', title: '拆分单', paper: () => import('./disassembly/paper') },
    page: () => import('./disassembly/list'),
    editor: () => import('./disassembly/editor'),
  },
  locationMove: {
    document: { kind: 'location_move', title: '移位单', paper: () => import('./location-move/paper') },
    page: () => import('./location-move/list'),
    editor: () => import('./location-move/editor'),
  },
  purWareHous: { page: () => import('./inbound/board') },
  allocation: { page: () => import('./transfers/allocation') },
  requestForm: {
    document: { kind: 'transfer_request', title: '调拨申请单', paper: () => import('./transfer-request/paper') },
    page: () => import('./transfer-request/list'),
    editor: () => import('./transfer-request/editor'),
  },
  transferOrder: {
    document: { kind: 'transfer_order', title: '调拨单', paper: () => import('./transfer-order/paper') },
    page: () => import('./transfer-order/list'),
    editor: () => import('./transfer-order/editor'),
  },
  transferInto: {
    document: { kind: 'transfer_receipt', title: '调入单', paper: () => import('./transfer-receipt/paper') },
    page: () => import('./transfer-receipt/board'),
    editor: () => import('./transfer-receipt/editor'),
  },
  transferSearch: { page: () => import('./transfers/search') },
  stockInquiry: { page: () => import('./stock-inquiry/query') },
  inventoryListByOrder: {
    document: { kind: 'stock_count', title: '盘点单', paper: () => import('./stock-count/paper') },
    page: () => import('./stock-count/list'),
    editor: () => import('./stock-count/editor'),
  },
  inventoryListByPart: { page: () => import('./stock-count/query') },
  countGain: {
    document: { kind: 'count_gain', title: '盘盈单', paper: () => import('./count-result/gain-paper') },
    page: () => import('./count-result/gain-list'),
    editor: () => import('./count-result/gain-editor'),
  },
  countLoss: {
    document: { kind: 'count_loss', title: '盘亏单', paper: () => import('./count-result/loss-paper') },
    page: () => import('./count-result/loss-list'),
    editor: () => import('./count-result/loss-editor'),
  },
  partMerge: {
    document: { kind: 'part_merge', title: '配件合并单', paper: () => import('./count-result/merge-paper') },
    page: () => import('./count-result/merge-list'),
    editor: () => import('./count-result/merge-editor'),
  },
  inOutBillSearch: { page: () => import('./movements/query') },
}
