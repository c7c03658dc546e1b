import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import { notFound } from '../../kernel/base/errors'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { claimDocuments } from '../claim-documents/repo'
import type { ClaimDocument } from '../claim-documents/types'

/** A claim in the caller's sight, of the organisation in which he works; held, where it is asked for so. @throws Failure notFound */
export async function ownClaim(tx: CallerTx, id: number, how: 'read' | 'lock' = 'read'): Promise<ClaimDocument> {
  const claim = await claimDocuments[how](tx, warrantyClaim.kind, id)
  if (!claim || claim.orgId !== tx.caller.orgId || !inScope(tx.caller, warrantyClaim.area, claim)) notFound('索赔单')
  return claim
}

/** Who answers a claim on this partner today: he himself, or whom he was merged into. @throws Failure notFound */
export async function answererOf(tx: CallerTx, partnerId: number): Promise<{ id: number; name: string }> {
  const found = await tx.one<{ id: number; name: string }>({
    name: 'answerer-of-claim',
    text: `select h.id, h.name from partner p join partner h on h.group_id = p.group_id and h.id = coalesce(p.merged_into_id, p.id)
      where p.group_id = $1 and p.id = $2`,
    values: [tx.groupId, partnerId],
  })
  return found ?? notFound('厂家')
}
