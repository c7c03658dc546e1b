import type { App } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindInspections } from './inspection/routes'
import { bindRepairMasters } from './master-routes'
import { workOrderKind } from './work-order/actions'
import { bindOrderLink } from './work-order/link'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair({ bind, bindOpen }: App): void {
  bindRepairMasters(bind)
  bindRepairDocument(bind, workOrderKind)
  bindOrderLink(bindOpen)
  bindInspections(bind)
}
