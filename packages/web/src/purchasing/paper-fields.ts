export const supplier = [
  { key: 'partnerName', title: '供应商' },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'handlerName', title: '采购员' },
] as const

export const carriage = [
  { key: 'carrierName', title: '物流公司' },
  { key: 'waybill', title: '运单号' },
] as const
