import { countScope } from '@chepu/contract/warehouse/count-scope'
import type { Bind } from '../kernel/http/bind'
import { bindInbound } from './inbound/routes'
import { bindDocument } from '../kernel/goods/routes'
import { otherInKind } from './other-in/traits'
import { otherOutKind } from './other-out/traits'
import { bindCounts } from './stock-count/routes'
import { bindOutbound } from './outbound/routes'
import { partsToCount } from './queries/count-scope'
import { bindCountLines, bindMovements, bindStock } from './queries/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { warehouseTasks } from './home-tasks'

/** Every call of the warehouse. */
export function bindWarehouse(bind: Bind): void {
  bindInbound(bind)
  for (const kind of [otherInKind, otherOutKind]) bindDocument(bind, kind)
  bindOutbound(bind)
  bindCounts(bind)
  bindStock(bind)
  bindMovements(bind)
  bindCountLines(bind)
  bind(countScope, (tx, { query }) => partsToCount(tx, query))
  registerHomeTasks('warehouse', warehouseTasks)
}
