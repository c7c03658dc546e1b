import { goodsReceipt } from '@chepu/contract/purchasing/goods-receipt'
import { purchaseReturn } from '@chepu/contract/purchasing/purchase-return'
import type { Trade } from '../pickers/traded'

const of =
  (document: Trade['document']) =>
  (name: string): Trade => ({
    name,
    document,
    role: 'supplier',
    salesperson: '采购员',
  })

/** What the queries of purchases, and of what went back, are about, by screen. */
export const purchases = of(goodsReceipt)
export const purchaseReturns = of(purchaseReturn)
