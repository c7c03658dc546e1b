import { makeBill, ordersToBill as ordersToBillRoute, warrantyFaults } from '@chepu/contract/warranty/warranty-bill'
import type { App, Bind } from '../kernel/http/bind'
import { bindRepairDocument } from '../kernel/repair/routes'
import { billKind } from './bill/actions'
import { faultsOf } from './bill/faults'
import { makeBillOf } from './bill/make'
import { ordersToBill } from './bill/orders'
import { bindClaimDocument } from './claim-documents/routes'
import { oldPartReturnKind } from './old-part/return'
import { bindOldParts } from './old-part/routes'

/** The three guarantees: what is done at a manufacturer's expense, and what he owes for it. */
export function bindWarranty({ bind }: App): void {
  bindBills(bind)
  bindClaimDocument(bind, oldPartReturnKind)
  bindOldParts(bind)
}

/** 三包单, and what they are made of. */
function bindBills(bind: Bind): void {
  bindRepairDocument(bind, billKind)
  bind.reads(ordersToBillRoute, (tx, { query }) => ordersToBill(tx, query))
  bind.reads(warrantyFaults, (tx, { query }) => faultsOf(tx, query))
  bind(makeBill, (tx, { body }) => makeBillOf(tx, body))
}
