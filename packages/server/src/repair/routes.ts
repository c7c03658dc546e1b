import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindDispatch } from './dispatch/routes'
import { repairTasks } from './home-tasks'
import { workOrderKind } from './work-order/actions'

/** The workshop: orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairDocument(bind, workOrderKind)
  bindDispatch(bind)
  registerHomeTasks('repair', repairTasks)
}
