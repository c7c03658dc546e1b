import { ordersToBill as ordersToBillRoute } from '@chepu/contract/warranty/warranty-bill'
import type { App } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { billKind } from './bill/actions'
import { ordersToBill } from './bill/orders'
import { bindClaims } from './claim/routes'
import { bindClaimDocument } from './claim-documents/routes'
import { oldPartReturnKind } from './old-part/return'
import { bindOldParts } from './old-part/routes'
import { bindSettlements } from './settlement/routes'

/** The three guarantees: what is done at a manufacturer's expense, and what he owes for it. */
export function bindWarranty({ bind }: App): void {
  bindRepairDocument(bind, billKind)
  bind.reads(ordersToBillRoute, (tx, { query }) => ordersToBill(tx, query))
  bindClaims(bind)
  bindClaimDocument(bind, oldPartReturnKind)
  bindOldParts(bind)
  bindSettlements(bind)
}
