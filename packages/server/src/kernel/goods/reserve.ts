import { isPositive } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../db/tx'
import { release, reserve } from '../ledgers/reservation'
import { assertHeld } from '../ledgers/short'
import type { GoodsDocument } from './types'

/**
 * Holds the goods of an approved document until the warehouse ships them (business/ledgers 3.2). Refuses, naming the line, when
 * they are not there or held for others.
 */
export async function holdStock(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  // What was once counted as nothing is held as nothing.
  const lines = doc.lines.filter((line) => isPositive(line.qty))
  const wishes = lines.map((line) => ({
    warehouseId: line.warehouseId,
    partId: line.partId,
    sourceKind: doc.kind,
    sourceId: doc.id,
    sourceLineId: line.id,
    qty: line.qty,
  }))
  const held = await reserve(tx, doc.orgId, wishes)
  assertHeld(lines, wishes, held)
}

/** Gives up what the document still holds, for orders that wait: it was shipped, in part or whole, or sent back. */
export const releaseStock = (tx: CallerTx, doc: GoodsDocument): Promise<void> => release(tx, doc.orgId, doc, doc.lines)
