import { claimVerdicts as claimVerdictsQuery, openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { mediaTypes } from '@chepu/contract/kernel/route'
import {
  claimSheet,
  readLayout as readLayoutRoute,
  saveLayout as saveLayoutRoute,
} from '@chepu/contract/warranty/claim-layout'
import { claimCandidates, claimOldParts } from '@chepu/contract/warranty/warranty-claim'
import type { Caller } from '../../kernel/caller/caller'
import type { App } from '../../kernel/http/bind'
import { bindQuery } from '../../kernel/query/query'
import { bindClaimDocument } from '../claim-documents/routes'
import { confirmationKind } from '../confirmation/actions'
import { openLines } from '../confirmation/open'
import { claimVerdicts } from '../confirmation/verdicts'
import { claimKind } from './actions'
import { listCandidates } from './candidates'
import { readLayout, saveLayout } from './layout'
import { oldPartsOfClaim } from './old-parts'
import { sheetOfClaim } from './sheet'

/** Claims on manufacturers, and their answers. */
export function bindClaims({ bind, bindOpen }: Pick<App, 'bind' | 'bindOpen'>): void {
  bindClaimDocument(bind, claimKind)
  bind.reads(claimCandidates, (tx, { query }) => listCandidates(tx, query))
  bindClaimDocument(bind, confirmationKind)
  bind.reads(openVerdicts, (tx, { params }) => openLines(tx, params.id))
  bindQuery(bind, claimVerdictsQuery, claimVerdicts)
  bind.reads(claimOldParts, (tx, { params }) => oldPartsOfClaim(tx, params.id))
  bind.reads(readLayoutRoute, (tx, { params }) => readLayout(tx, params.id))
  bind(saveLayoutRoute, (tx, { body }) => saveLayout(tx, body))
  bindOpen(claimSheet, async ({ db, caller, params, reply }) => {
    const { billNo, file } = await db.as(caller as Caller, (tx) => sheetOfClaim(tx, params.id))
    await reply
      .header('content-type', mediaTypes.xlsx)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`索赔单${billNo}.xlsx`)}`)
      .send(file)
  })
}
