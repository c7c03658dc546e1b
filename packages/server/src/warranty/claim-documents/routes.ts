import { columnsOfKind } from '@chepu/contract/kernel/own-columns'
import { claimColumns } from '@chepu/contract/warranty/claim-columns'
import { bindCalls } from '../../kernel/document/routes'
import { sheetColumns } from '../../kernel/export/columns'
import type { Bind } from '../../kernel/http/bind'
import { claimTotals, listClaims, selectClaims } from './list'
import { claimDocuments } from './repo'
import { saveClaim } from './save'
import type { ClaimKind, ClaimRequest } from './types'
import { previewClaim, relatedOfClaim, viewClaim } from './view'

/** Binds the calls that every claim document answers. */
export function bindClaimDocument(bind: Bind, kind: ClaimKind): void {
  const { def, actions, isOffered } = kind
  bindCalls(
    bind,
    def.routes,
    { def, actions, family: claimDocuments, priceField: def.priceField ?? null, ...(isOffered && { isOffered }) },
    {
      list: (tx, query) => listClaims(tx, kind, query),
      totals: (tx, query) => claimTotals(tx, kind, query),
      columns: (caller) => sheetColumns(caller, columnsOfKind(def, claimColumns)),
      rows: (tx, query) => selectClaims(tx, kind, query),
      view: (tx, id) => viewClaim(tx, kind, id),
      save: (tx, body) => saveClaim(tx, kind, body as ClaimRequest),
      related: relatedOfClaim,
      preview: (tx, doc, action) => previewClaim(tx, kind, doc, action),
    },
  )
}
