import { compare, trimZeros } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../db/tx'
import { refuseLine } from '../base/errors'
import { holdFreed, releaseAll, reserve } from '../ledgers/reservation'
import type { GoodsDocument } from './types'

/**
 * Holds the goods of an approved document until the warehouse ships them (business/ledgers 3.2). Refuses, naming the line, when
 * they are not there or held for others.
 */
export async function holdStock(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  const wishes = doc.lines.map((line) => ({
    warehouseId: line.warehouseId,
    partId: line.partId,
    sourceKind: doc.kind,
    sourceId: doc.id,
    sourceLineId: line.id,
    qty: line.qty,
  }))
  const held = await reserve(tx, doc.orgId, wishes)
  doc.lines.forEach((line, i) => {
    const free = held[i] ?? '0'
    if (compare(free, line.qty) < 0) refuseLine(line, 'qty', `可用量 ${trimZeros(free)}，需要 ${trimZeros(line.qty)}`)
  })
}

/** Gives up what the document still holds, for orders that wait: it was shipped, in part or whole, or sent back. */
export async function releaseStock(tx: CallerTx, doc: GoodsDocument): Promise<void> {
  releaseAll(tx, doc.kind, doc.id)
  await holdFreed(tx, doc.orgId, doc.lines)
}
