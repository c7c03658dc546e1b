import { claimVerdicts as claimVerdictsQuery, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { claimCandidates } from '@chepu/contract/warranty/warranty-claim'
import type { Bind } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { bindClaimDocument } from '../claim-documents/routes'
import { confirmationKind } from '../confirmation/actions'
import { openLines } from '../confirmation/open'
import { claimVerdicts } from '../confirmation/verdicts'
import { claimKind } from './actions'
import { listCandidates } from './candidates'

/** Claims on manufacturers, and their answers. */
export function bindClaims(bind: Bind): void {
  bindClaimDocument(bind, claimKind)
  bind.reads(claimCandidates, (tx, { query }) => listCandidates(tx, query))
  bindClaimDocument(bind, confirmationKind)
  bind.reads(openVerdicts, (tx, { params }) => openLines(tx, params.id))
  bindQuery(bind, claimVerdictsQuery, claimVerdicts)
}
