import type { App } from '../kernel/http/bind'
import { bindClaimDocument } from './claim-documents/routes'
import { oldPartReturnKind } from './old-part/return'
import { bindOldParts } from './old-part/routes'

/** The three guarantees: what is done at a manufacturer's expense, and what he owes for it. */
export function bindWarranty({ bind }: App): void {
  bindClaimDocument(bind, oldPartReturnKind)
  bindOldParts(bind)
}
