import type { Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { settlementKind } from './settlement/actions'
import { bindSettlementPreview } from './settlement/preview'
import { workOrderKind } from './work-order/actions'

/** The workshop: orders and what hangs on them. */
export function bindRepair(bind: Bind): void {
  bindRepairDocument(bind, workOrderKind)
  bindRepairDocument(bind, settlementKind)
  bindSettlementPreview(bind)
}
