import { settlementCandidates as candidatesRoute } from '@chepu/contract/warranty/warranty-settlement'
import type { Bind } from '../../kernel/http/bind'
import { bindClaimDocument } from '../claim-documents/routes'
import { settlementKind } from './actions'
import { settlementCandidates } from './candidates'

/** Calls of settlements with manufacturers. */
export function bindSettlements(bind: Bind): void {
  bindClaimDocument(bind, settlementKind)
  bind.reads(candidatesRoute, (tx, { query }) => settlementCandidates(tx, query))
}
