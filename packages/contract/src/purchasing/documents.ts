import type { GoodsDef } from '../kernel/goods-document'
import { goodsReceipt } from './goods-receipt'
import { purchaseOrder } from './purchase-order'
import { purchaseReturn } from './purchase-return'

/** Every kind of document of purchasing, in the order of the trade. */
export const documents: readonly GoodsDef[] = [purchaseOrder, goodsReceipt, purchaseReturn]
