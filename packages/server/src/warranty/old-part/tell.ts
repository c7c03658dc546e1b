import { button } from '@chepu/contract/access/catalogue'
import { oldPartButtons } from '@chepu/contract/warranty/old-part'
import { holdersOf } from '../../kernel/caller/holders'
import type { CallerTx } from '../../kernel/db/tx'
import { notify } from '../../kernel/notify/notify'
import type { ClaimDocument } from '../claim-documents/types'
import type { HeldPart } from './held'

/** Event of the three guarantees (business/notifications 4). */
const msgType = 7

/** Tells who sends old parts or claims there that a manufacturer took some of a parcel for no good; one event a parcel and answer. */
export async function tellOfRefused(tx: CallerTx, doc: ClaimDocument, parts: readonly HeldPart[]): Promise<void> {
  const [first] = parts
  if (!first) return
  const { orgId, kind, id, billNo } = doc
  const users = await holdersOf(tx, 'warranty', doc, [oldPartButtons.ship, button('warranty_claim', 'send')])
  notify(tx, {
    users: users.map(({ userId }) => userId).filter((user) => user !== tx.caller.userId),
    kind: 'news',
    msgType,
    message: `旧件被拒：${first.tagNo}${parts.length > 1 ? ` 等${parts.length}件` : ''}，返厂单 ${billNo}`,
    orgId,
    params: { kind, id, no: billNo },
    eventKey: `old-part-refused:${id}:${doc.version}`,
  })
}
