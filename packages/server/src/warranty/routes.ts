import { ordersToBill as ordersToBillRoute } from '@chepu/contract/warranty/warranty-bill'
import { settlementCandidates as candidatesRoute } from '@chepu/contract/warranty/warranty-settlement'
import type { App } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { billKind } from './bill/actions'
import { ordersToBill } from './bill/orders'
import { bindClaimDocument } from './claim-documents/routes'
import { settlementKind } from './settlement/actions'
import { settlementCandidates } from './settlement/candidates'

/** The three guarantees: what is done at a manufacturer's expense, and what he owes for it. */
export function bindWarranty({ bind }: App): void {
  bindRepairDocument(bind, billKind)
  bind.reads(ordersToBillRoute, (tx, { query }) => ordersToBill(tx, query))
  bindClaimDocument(bind, settlementKind)
  bind.reads(candidatesRoute, (tx, { query }) => settlementCandidates(tx, query))
}
