import type { GoodsDef } from '../kernel/goods-document'
import { directTrade } from './direct-trade'
import { salesDelivery } from './sales-delivery'
import { salesOrder } from './sales-order'
import { salesQuotation } from './sales-quotation'
import { salesReturn } from './sales-return'

/** Every kind of document of sales, in the order of the trade. */
export const documents: readonly GoodsDef[] = [salesQuotation, salesOrder, salesDelivery, salesReturn, directTrade]
