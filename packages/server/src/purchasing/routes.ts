import type { Bind } from '../kernel/http/bind'
import { bindDocument } from '../kernel/goods/routes'
import { goodsReceiptKind } from './goods-receipt/actions'
import { purchaseOrderKind } from './purchase-order/actions'
import { bindPurchaseOrder } from './purchase-order/routes'
import { bindOrderQueries, bindPurchaseQueries } from './queries/routes'
import { purchaseReturnKind } from './purchase-return/actions'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { purchasingTasks } from './home-tasks'

/** Every call of purchasing. */
export function bindPurchasing(bind: Bind): void {
  for (const kind of [purchaseOrderKind, goodsReceiptKind, purchaseReturnKind]) bindDocument(bind, kind)
  bindPurchaseOrder(bind)
  bindOrderQueries(bind)
  bindPurchaseQueries(bind)
  registerHomeTasks('purchasing', purchasingTasks)
}
