import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { bindRepairMasters } from './master-routes'
import { registerHomeTasks } from '../kernel/document/home-tasks'
import { bindDispatch } from './dispatch/routes'
import { repairTasks } from './home-tasks'
import { carOffers as carOffersRoute } from '@chepu/contract/repair/car-offers'
import { repairRecords } from '@chepu/contract/repair/records'
import { matValuation, proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { bindQuery } from '../kernel/query/query'
import { carOffers } from './queries/car-offers'
import { records } from './queries/records'
import { proposePrices, valueMaterial } from './valuation/actions'
import { valuationSource } from './valuation/query'
import { settlementKind } from './settlement/actions'
import { bindSettlementPreview } from './settlement/preview'
import { workOrderKind } from './work-order/actions'

/** The workshop: what it keeps, orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairMasters(bind)
  bindOrders(bind)
  bindDispatch(bind)
  bindValuation(bind)
  bindRepairDocument(bind, settlementKind)
  bindSettlementPreview(bind)
  registerHomeTasks('repair', repairTasks)
}

/** Orders, and what is known of the cars that they were written for. */
function bindOrders(bind: Bind): void {
  bindRepairDocument(bind, workOrderKind)
  bindQuery(bind, repairRecords, records)
  bind.reads(carOffersRoute, (tx, { query }) => carOffers(tx, query))
}

/** What the material of orders is sold for. */
function bindValuation(bind: Bind): void {
  bindQuery(bind, matValuation, valuationSource)
  bind(setValuation, (tx, { params, body }) => valueMaterial(tx, params.id, body))
  bind(proposeValuation, async (tx, { body }) => ({ rows: await proposePrices(tx, body) }))
}
