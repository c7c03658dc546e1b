import { type claimOldParts as route, warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import type { DataOf } from '@chepu/contract/kernel/route'
import { notFound } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { claimDocuments } from '../claim-documents/repo'
import { oldPartsOf } from '../old-part/standing'

/** Where each old part of a claim's bills is. @throws Failure notFound */
export async function oldPartsOfClaim(tx: CallerTx, claimId: number): Promise<DataOf<typeof route>> {
  const claim = await claimDocuments.read(tx, warrantyClaim.kind, claimId)
  if (!claim || !inScope(tx.caller, warrantyClaim.area, claim)) notFound('索赔单')
  const parts = await oldPartsOf(
    tx,
    claim.lines.map(({ billId }) => billId as number),
  )
  return parts.map(({ billLineId: _, returnId: __, ...part }) => part)
}
