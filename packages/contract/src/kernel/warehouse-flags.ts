/** What somebody may do in a warehouse (business/access 6). */
export const warehouseFlags = {
  view: '查看',
  in: '入库',
  out: '出库',
  count: '盘点',
  transfer: '调拨',
  cost: '成本',
} as const
export type WarehouseFlag = keyof typeof warehouseFlags
/** All of them, in the order in which they are shown. */
export const everyWarehouseFlag = Object.keys(warehouseFlags) as WarehouseFlag[]
