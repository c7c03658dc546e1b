import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindRepairMasters } from './master-routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindDispatch } from './dispatch/routes'
import { repairTasks } from './home-tasks'
import { workOrderKind } from './work-order/actions'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairMasters(bind)
  bindRepairDocument(bind, workOrderKind)
  bindDispatch(bind)
  registerHomeTasks('repair', repairTasks)
}
