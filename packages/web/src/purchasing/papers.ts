import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseOrder } from '@chepu/contract/purchasing/purchase-order'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { PrintKind } from '../kit/print/print-kinds'
import type { PrintLayout } from '../kit/print/document-sheet'
import { placingLayout } from '../kit/print/print-layouts'

const supplier = [
  { key: 'partnerName', title: '供应商' },
  { key: 'bizDate', title: '日期', kind: 'date' },
  { key: 'warehouseName', title: '仓库' },
  { key: 'settlementMethodName', title: '结算方式' },
  { key: 'handlerName', title: '采购员' },
] as const

const carriage = [
  { key: 'carrierName', title: '物流公司' },
  { key: 'waybill', title: '运单号' },
] as const

/** 采购订单 as it is sent to the supplier. */
export const orderPrints: readonly PrintLayout[] = [
  {
    title: '采购订单',
    fields: [
      ...supplier,
      { key: 'expectedOn', title: '预计到货日', kind: 'date' },
      { key: 'shipTo', title: '收货地址' },
    ],
    signatures: ['制单', '审核', '供应商确认'],
    foot: '请按订单编码、品牌、数量发货，缺货请提前告知；随货附本单复印件。',
  },
  {
    title: '询价单',
    fields: [...supplier, { key: 'expectedOn', title: '预计到货日', kind: 'date' }],
    money: false,
    signatures: ['制单', '供应商报价'],
  },
]

/** 采购入库单 with amounts, and 上架单 for who puts the goods away. */
export const receiptPrints: readonly PrintLayout[] = [
  { title: '采购入库单', fields: [...supplier, ...carriage], signatures: ['制单', '审核', '验收', '仓库'] },
  placingLayout('供应商'),
]

export const returnPrints: readonly PrintLayout[] = [
  {
    title: '采购退货单',
    fields: [...supplier, { key: 'reason', title: '退货原因' }, ...carriage],
    signatures: ['制单', '审核', '仓库', '供应商签收'],
  },
]

/** What puts each kind of document of purchasing on paper. */
export const papers: readonly PrintKind[] = [
  { document: purchaseOrder, prints: orderPrints },
  { document: goodsReceipt, prints: receiptPrints },
  { document: purchaseReturn, prints: returnPrints },
]
