import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'

/** Whom the queries of purchases are about, for their filters. */
export const purchases = {
  area: goodsReceipt.area,
  role: 'supplier',
  partner: '供应商',
  salesperson: '采购员',
} as const
