import { salesDelivery } from '@chepu/contract/sales/sales-delivery'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import { salesReturn } from '@chepu/contract/sales/sales-return'
import type { PrintKind } from '../kit/print/print-kinds'
import type { PrintLayout } from '../kit/print/document-sheet'

const customer = [
  { key: 'partnerName', title: '客户' },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'partnerMobile', title: '电话' },
  { key: 'address', title: '收货地址' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'salespersonName', title: '业务员' },
] as const

const carriage = [
  { key: 'carrierName', title: '物流公司' },
  { key: 'waybill', title: '运单号' },
  { key: 'packages', title: '件数', kind: 'count' },
] as const

/** Papers of a delivery: 销售单 with prices for the customer, 发货单 without for who packs and carries. */
export const deliveryPrints: readonly PrintLayout[] = [
  {
    title: '销售单',
    fields: [...customer, ...carriage],
    foot: '货物请当面点清，质量问题请凭单退换。',
    settles: true,
  },
  {
    title: '发货单',
    fields: [...customer, ...carriage],
    money: false,
    signatures: ['制单', '配货', '复核', '收货'],
  },
]

export const orderPrints: readonly PrintLayout[] = [
  {
    title: '销售订单',
    fields: [
      ...customer,
      { key: 'deliveryOn', title: '交货日期', kind: 'date' },
      { key: 'deposit', title: '订金', kind: 'money' },
    ],
    signatures: ['制单', '审核', '客户'],
  },
]

export const returnPrints: readonly PrintLayout[] = [
  {
    title: '销售退货单',
    fields: [...customer, { key: 'reason', title: '退货原因' }],
    signatures: ['制单', '审核', '验收', '客户'],
  },
]

/** What puts each kind of document of sales on paper. */
export const papers: readonly PrintKind[] = [
  { document: salesOrder, prints: orderPrints },
  { document: salesDelivery, prints: deliveryPrints },
  { document: salesReturn, prints: returnPrints },
]
