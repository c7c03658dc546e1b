import { button } from '@chepu/contract/access/catalogue'
import type { CallerTx } from '../../kernel/db/tx'
import { notify, usersWith } from '../../kernel/notify/notify'
import type { ClaimDocument } from '../claim-documents/types'

/** Events of the three guarantees (business/notifications 4). */
const aboutWarranty = 7

/** Who enters and sends claims, and whoever made this one, are told that it was answered; not who entered the answer. */
export async function tellAnswered(
  tx: CallerTx,
  { kind, id, billNo, orgId }: ClaimDocument,
  claim: Pick<ClaimDocument, 'billNo' | 'creatorId'>,
): Promise<void> {
  const senders = await usersWith(tx, orgId, button('warranty_claim', 'send'))
  notify(tx, {
    users: [...senders, claim.creatorId].filter((user) => user !== tx.caller.userId),
    kind: 'news',
    msgType: aboutWarranty,
    message: `索赔单 ${claim.billNo} 厂家已答复，确认单 ${billNo}`,
    orgId,
    params: { kind, id, no: billNo },
    eventKey: `claim_answered:${id}`,
  })
}
