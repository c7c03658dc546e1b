// What the other side of a transfer is told: event 2 of business/notifications 4.
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { holdersOf } from '../../kernel/caller/holders'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument } from '../../kernel/goods/types'
import { notify } from '../../kernel/notify/notify'

/** Tells those at the other side of a document who hold one of the buttons there and see it; who did it himself knows. */
export async function tellOtherSide(
  tx: CallerTx,
  { title, area }: Pick<DocumentDef, 'title' | 'area'>,
  doc: GoodsDocument,
  { words, buttons }: { words: string; buttons: readonly number[] },
): Promise<void> {
  const orgId = doc.counterOrgId ?? doc.orgId
  const standing = { orgId, warehouseId: doc.toWarehouseId, creatorId: null, handlerId: null, salespersonId: null }
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
