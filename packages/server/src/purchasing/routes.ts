import type { Bind } from '../kernel/http/bind'
import { bindGoodsReceipt } from './goods-receipt/routes'
import { bindPurchaseOrder } from './purchase-order/routes'
import { bindOrderQueries } from './queries/routes'
import { bindPurchaseReturn } from './purchase-return/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { purchasingTasks } from './home-tasks'

/** Every call of purchasing. */
export function bindPurchasing(bind: Bind): void {
  bindPurchaseOrder(bind)
  bindOrderQueries(bind)
  bindGoodsReceipt(bind)
  bindPurchaseReturn(bind)
  registerHomeTasks('purchasing', purchasingTasks)
}
