// What the other side of a document between two organisations is told: event 2 of business/notifications 4.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { holdersOf } from '../caller/holders'
import type { ScopedRow } from '../caller/scope'
import type { CallerTx } from '../db/tx'
import type { DocumentRef } from '../ledgers/types'
import { notify } from '../notify/notify'

/** Tells those at the other side of a document who hold one of the buttons there and see it; who did it himself knows. */
export async function tellOtherSide(
  tx: CallerTx,
  { title, area }: Pick<DocumentDef, 'title' | 'area'>,
  doc: Pick<DocumentRef, 'kind' | 'id' | 'billNo' | 'orgId'> & Pick<ScopedRow, 'counterOrgId' | 'toWarehouseId'>,
  { words, buttons }: { words: string; buttons: readonly number[] },
): Promise<void> {
  const orgId = doc.counterOrgId ?? doc.orgId
  const place = doc.toWarehouseId === undefined ? {} : { warehouseId: doc.toWarehouseId }
  const standing = { orgId, ...place, creatorId: null, handlerId: null, salespersonId: null }
  const holders = await holdersOf(tx, area, standing, buttons)
  notify(tx, {
    users: holders.map(({ userId }) => userId).filter((id) => id !== tx.caller.userId),
    kind: 'news',
    msgType: 2,
    message: `${title} ${doc.billNo} ${words}`,
    orgId,
    params: { kind: doc.kind, id: doc.id, no: doc.billNo },
  })
}
