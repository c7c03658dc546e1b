import { claimVerdicts as claimVerdictsQuery, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { claimCandidates } from '@chepu/contract/warranty/warranty-claim'
import { ordersToBill as ordersToBillRoute } from '@chepu/contract/warranty/warranty-bill'
import type { App } from '../kernel/http/bind'
import { bindQuery } from '../kernel/query/query'
import { bindRepairDocument } from '../kernel/repair/routes'
import { billKind } from './bill/actions'
import { ordersToBill } from './bill/orders'
import { claimKind } from './claim/actions'
import { listCandidates } from './claim/candidates'
import { bindClaimDocument } from './claim-documents/routes'
import { confirmationKind } from './confirmation/actions'
import { openLines } from './confirmation/open'
import { claimVerdicts } from './confirmation/verdicts'

/** The three guarantees: what is done at a manufacturer's expense, and what he owes for it. */
export function bindWarranty({ bind }: App): void {
  bindRepairDocument(bind, billKind)
  bind.reads(ordersToBillRoute, (tx, { query }) => ordersToBill(tx, query))
  bindClaimDocument(bind, claimKind)
  bind.reads(claimCandidates, (tx, { query }) => listCandidates(tx, query))
  bindClaimDocument(bind, confirmationKind)
  bind.reads(openVerdicts, (tx, { params }) => openLines(tx, params.id))
  bindQuery(bind, claimVerdictsQuery, claimVerdicts)
}
