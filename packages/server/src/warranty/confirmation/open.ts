import type { openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import { warrantyClaim } from '@chepu/contract/warranty/warranty-claim'
import type { z } from 'zod'
import { notFound } from '../../kernel/base/errors'
import { sees } from '../../kernel/caller/caller'
import { inScope } from '../../kernel/caller/scope'
import type { CallerTx } from '../../kernel/db/tx'
import { claimDocuments } from '../claim-documents/repo'
import { standingLines } from './standing'

/** Lines of a claim that wait for the manufacturer's word; their amounts for who may see prices. @throws Failure notFound */
export async function openLines(tx: CallerTx, claimId: number): Promise<z.output<typeof openVerdicts.data>> {
  const claim = await claimDocuments.read(tx, warrantyClaim.kind, claimId)
  if (!claim || claim.orgId !== tx.caller.orgId || !inScope(tx.caller, warrantyClaim.area, claim)) notFound('索赔单')
  const maker = await tx.one<{ name: string }>({
    name: 'name-of-partner',
    text: 'select name from partner where group_id = $1 and id = $2',
    values: [tx.groupId, claim.partnerId],
  })
  const lines = claim.state === 'draft' || claim.state === 'voided' ? [] : await standingLines(tx, claimId)
  const isPriced = sees(tx.caller, 'doc_price')
  return {
    claimNo: claim.billNo,
    manufacturerId: claim.partnerId,
    manufacturerName: maker?.name ?? '',
    lines: lines
      .filter(({ isOpen }) => isOpen)
      .map(({ billLineId, billId, billNo, plate, section, lineNo, name, partCode, qty, isAppeal, ...line }) => ({
        billLineId,
        billId,
        billNo,
        plate,
        section,
        lineNo,
        name,
        partCode,
        qty,
        isAppeal,
        ...(isPriced && { claimedAmount: line.claimed, beforeAmount: line.before }),
      })),
  }
}
