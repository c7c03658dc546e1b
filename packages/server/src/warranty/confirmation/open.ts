import type { openVerdicts } from '@chepu/contract/warranty/claim-confirmation'
import type { z } from 'zod'
import { sees } from '../../kernel/caller/caller'
import type { CallerTx } from '../../kernel/db/tx'
import { answererOf, ownClaim } from '../claim/own-claim'
import { standingLines } from './standing'

/** Lines of a claim that wait for the manufacturer's word; their amounts for who may see prices. @throws Failure notFound */
export async function openLines(tx: CallerTx, claimId: number): Promise<z.output<typeof openVerdicts.data>> {
  const claim = await ownClaim(tx, claimId)
  const maker = await answererOf(tx, claim.partnerId)
  const lines = claim.state === 'draft' || claim.state === 'voided' ? [] : await standingLines(tx, claimId)
  const isPriced = sees(tx.caller, 'doc_price')
  return {
    claimNo: claim.billNo,
    manufacturerId: maker.id,
    manufacturerName: maker.name,
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
