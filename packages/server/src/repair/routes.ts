import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindRepairMasters } from './master-routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindDispatch } from './dispatch/routes'
import { repairTasks } from './home-tasks'
import { matValuation, proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { bindQuery } from '../kernel/query/query'
import { proposePrices, valueMaterial } from './valuation/actions'
import { valuationSource } from './valuation/query'
import { workOrderKind } from './work-order/actions'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairMasters(bind)
  bindRepairDocument(bind, workOrderKind)
  bindDispatch(bind)
  registerHomeTasks('repair', repairTasks)
  bindQuery(bind, matValuation, valuationSource)
  bind(setValuation, (tx, { params, body }) => valueMaterial(tx, params.id, body))
  bind(proposeValuation, async (tx, { body }) => ({ rows: await proposePrices(tx, body) }))
}
