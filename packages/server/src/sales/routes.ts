import type { App } from '../kernel/http/bind'
import { bindCustomerCredit } from './customer-credit'
import { directTradeKind } from './direct-trade/actions'
import { bindOrderConfirm } from './order-confirm/routes'
import { bindSalesQueries } from './queries/routes'
import { bindDocument } from '../kernel/goods/routes'
import { bindPurchaseToSale } from './purchase-to-sale/routes'
import { salesDeliveryKind } from './sales-delivery/actions'
import { salesOrderKind } from './sales-order/actions'
import { bindQuotationLink } from './sales-quotation/link'
import { salesQuotationKind } from './sales-quotation/actions'
import { salesReturnKind } from './sales-return/actions'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { salesTasks } from './home-tasks'

/** Every call of sales. */
export function bindSales({ bind, bindOpen }: App): void {
  const kinds = [salesQuotationKind, salesOrderKind, salesDeliveryKind, salesReturnKind, directTradeKind]
  for (const kind of kinds) bindDocument(bind, kind)
  bindCustomerCredit(bind)
  bindOrderConfirm(bind)
  bindSalesQueries(bind)
  bindPurchaseToSale(bind)
  bindQuotationLink(bindOpen)
  registerHomeTasks('sales', salesTasks)
}
