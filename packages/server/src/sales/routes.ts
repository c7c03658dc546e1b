import type { Bind } from '../kernel/http/bind'
import { bindCustomerCredit } from './customer-credit'
import { bindOrderConfirm } from './order-confirm/routes'
import { bindSalesDelivery } from './sales-delivery/routes'
import { bindSalesOrder } from './sales-order/routes'
import { bindSalesReturn } from './sales-return/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { salesTasks } from './home-tasks'

/** Every call of sales. */
export function bindSales(bind: Bind): void {
  bindSalesOrder(bind)
  bindCustomerCredit(bind)
  bindOrderConfirm(bind)
  bindSalesDelivery(bind)
  bindSalesReturn(bind)
  registerHomeTasks('sales', salesTasks)
}
