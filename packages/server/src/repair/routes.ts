import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { matValuation, proposeValuation, setValuation } from '@chepu/contract/repair/valuation'
import { bindQuery } from '../kernel/query/query'
import { proposePrices, valueMaterial } from './valuation/actions'
import { valuationSource } from './valuation/query'
import { workOrderKind } from './work-order/actions'

/** The workshop: orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairDocument(bind, workOrderKind)
  bindQuery(bind, matValuation, valuationSource)
  bind(setValuation, (tx, { params, body }) => valueMaterial(tx, params.id, body))
  bind(proposeValuation, async (tx, { body }) => ({ rows: await proposePrices(tx, body) }))
}
