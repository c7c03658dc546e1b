import type { Bind } from '../app/http'
import { bindInbound } from './inbound/routes'
import { bindOtherIn } from './other-in/routes'
import { bindOtherOut } from './other-out/routes'
import { bindOutbound } from './outbound/routes'
import { bindMovements, bindStock } from './queries/routes'

/** Every call of the warehouse. */
export function bindWarehouse(bind: Bind): void {
  bindInbound(bind)
  bindOtherIn(bind)
  bindOtherOut(bind)
  bindOutbound(bind)
  bindStock(bind)
  bindMovements(bind)
}
