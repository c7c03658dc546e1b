import { confirmTotals, listConfirm, purchaseShortage, readConfirm } from '@chepu/contract/sales/order-confirm'
import type { Bind } from '../../kernel/http/bind'
import { visibleDocument } from '../../kernel/goods/view'
import { allowedActions } from '../../kernel/document/run-action'
import { traits } from '../sales-order/traits'
import { purchaseFor } from './purchase'
import { listOrders, orderLines, orderOf, orderTotals } from './queries'

export function bindOrderConfirm(bind: Bind): void {
  bind(listConfirm, (tx, { query }) => listOrders(tx, query))
  bind(confirmTotals, (tx, { query }) => orderTotals(tx, query))
  bind(readConfirm, async (tx, { params }) => ({
    order: await orderOf(tx, params.id),
    lines: await orderLines(tx, params.id),
    can: allowedActions(tx.caller, traits.def, await visibleDocument(tx, traits, params.id)),
  }))
  bind(purchaseShortage, (tx, { params, body }) => purchaseFor(tx, params.id, body))
}
