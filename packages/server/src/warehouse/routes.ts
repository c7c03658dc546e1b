import { countScope } from '@chepu/contract/warehouse/count-scope'
import type { Bind } from '../kernel/http/bind'
import { bindInbound } from './inbound/routes'
import { bindDocument } from '../kernel/goods/routes'
import { otherInKind } from './other-in/traits'
import { otherOutKind } from './other-out/traits'
import { transferOrderKind } from './transfer-order/actions'
import { transferReceiptKind } from './transfer-receipt/actions'
import { bindTransfers } from './transfers/routes'
import { transferRequestKind } from './transfer-request/actions'
import { bindOutbound } from './outbound/routes'
import { partsToCount } from './queries/count-scope'
import { bindMovements, bindStock } from './queries/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { warehouseTasks } from './home-tasks'

/** Every call of the warehouse. */
export function bindWarehouse(bind: Bind): void {
  bindInbound(bind)
  for (const kind of [otherInKind, otherOutKind, transferRequestKind, transferOrderKind, transferReceiptKind])
    bindDocument(bind, kind)
  bindOutbound(bind)
  bindTransfers(bind)
  bindStock(bind)
  bindMovements(bind)
  bind(countScope, (tx, { query }) => partsToCount(tx, query))
  registerHomeTasks('warehouse', warehouseTasks)
}
