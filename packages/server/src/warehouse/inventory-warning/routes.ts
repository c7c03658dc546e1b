import * as warning from '@chepu/contract/warehouse/inventory-warning'
import { setStockLimits } from '../../basics/public'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { surplusesOf } from '../group-stock/places'
import { purchaseLowStock } from './purchase'
import { expiringStock, highStock, idleStock, lowStock } from './queries'
import { requestOfSisters } from './transfer'

/** Calls of 库存预警. */
export function bindInventoryWarning(bind: Bind): void {
  bindQuery(bind, warning.lowStock, lowStock)
  bindQuery(bind, warning.highStock, highStock)
  bindQuery(bind, warning.idleStock, idleStock)
  bindQuery(bind, warning.expiringStock, expiringStock)
  bind(warning.orderLowStock, (tx, { body }) => purchaseLowStock(tx, body))
  bind(warning.surplusOf, async (tx, { body }) => ({ rows: await surplusesOf(tx, body.partIds) }))
  bind(warning.requestLowStock, (tx, { body }) => requestOfSisters(tx, body))
  bind(warning.setLimits, (tx, { body }) => setStockLimits(tx, body))
}
