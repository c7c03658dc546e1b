export const customer = [
  { key: 'partnerName', title: '客户' },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerMobile', title: '电话' },
  { key: 'address', title: '收货地址' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'salespersonName', title: '业务员' },
] as const

export const carriage = [
  { key: 'carrierName', title: '物流公司' },
  { key: 'waybill', title: '运单号' },
  { key: 'packages', title: '件数', kind: 'count' },
] as const

/** The bill to a manufacturer for which it is given, by what is given; blank of what was sold. */
export const givenFor = (title: string) => ({ key: 'warrantyBillNo', title })
