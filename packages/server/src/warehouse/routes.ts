import { countScope } from '@chepu/contract/warehouse/count-scope'
import type { Bind } from '../kernel/http/bind'
import { bindInbound } from './inbound/routes'
import { bindInventoryWarning } from './inventory-warning/routes'
import { bindDocument } from '../kernel/goods/routes'
import { kitComponents } from '@chepu/contract/warehouse/kit'
import { componentsOf } from '../basics/public'
import { assemblyKind } from './assembly/traits'
import { costAdjustmentKind } from './cost-adjustment/traits'
import { disassemblyKind } from './disassembly/traits'
import { bindKeeperDesk } from './keeper-desk/routes'
import { locationMoveKind } from './location-move/traits'
import { otherInKind } from './other-in/traits'
import { otherOutKind } from './other-out/traits'
import { bindCounts } from './stock-count/routes'
import { transferOrderKind } from './transfer-order/actions'
import { transferReceiptKind } from './transfer-receipt/actions'
import { bindTransfers } from './transfers/routes'
import { transferRequestKind } from './transfer-request/actions'
import { bindOutbound } from './outbound/routes'
import { partsToCount } from './queries/count-scope'
import { bindCountLines, bindMovements, bindStock } from './queries/routes'
import { registerClosingChecks } from '../kernel/document/closing-checks'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { transferChecks } from './closing-checks'
import { warehouseTasks } from './home-tasks'

const kinds = [
  otherInKind,
  otherOutKind,
  transferRequestKind,
  transferOrderKind,
  transferReceiptKind,
  locationMoveKind,
  assemblyKind,
  disassemblyKind,
  costAdjustmentKind,
]

/** Every call of the warehouse. */
export function bindWarehouse(bind: Bind): void {
  bindInbound(bind)
  for (const kind of kinds) bindDocument(bind, kind)
  bind(kitComponents, async (tx, { query }) => ({ rows: await componentsOf(tx, query.partId) }))
  bindOutbound(bind)
  bindCounts(bind)
  bindTransfers(bind)
  bindStock(bind)
  bindMovements(bind)
  bindInventoryWarning(bind)
  bindKeeperDesk(bind)
  bindCountLines(bind)
  bind(countScope, (tx, { query }) => partsToCount(tx, query))
  registerHomeTasks('warehouse', warehouseTasks)
  registerClosingChecks('warehouse', transferChecks)
}
