// What a confirmed order does to reservations (business/ledgers 3.2).
import { type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import type { CallerTx } from '../../kernel/db/tx'
import type { GoodsDocument, GoodsLine } from '../../kernel/goods/types'
import { lockPools } from '../../kernel/ledgers/pools'
import { holdFreed, release, releaseAll, reserve } from '../../kernel/ledgers/reservation'
import { assertHeld } from '../../kernel/ledgers/short'

/** What a line still has to deliver. */
export const remainingOf = (line: GoodsLine): Decimal => sub(sub(line.qty, line.executedQty), line.closedQty)

/**
 * Reserves what the lines still have to deliver. What is not there waits for goods to come when the order says 缺货下单;
 * else it is refused by line.
 */
export async function reserveRemaining(tx: CallerTx, order: GoodsDocument, lines: readonly GoodsLine[]): Promise<void> {
  const wanted = lines.filter((line) => isPositive(remainingOf(line)))
  const wishes = wanted.map((line) => ({
    warehouseId: line.warehouseId,
    partId: line.partId,
    sourceKind: order.kind,
    sourceId: order.id,
    sourceLineId: line.id,
    qty: remainingOf(line),
  }))
  const held = await reserve(tx, order.orgId, wishes)
  if (!order.allowBackorder) assertHeld(wanted, wishes, held)
}

/** Ends what the order holds; other orders that wait for these goods get them. */
export const releaseOrder = (tx: CallerTx, order: GoodsDocument): Promise<void> =>
  release(tx, order.orgId, order, order.lines)

/** Holds the order's goods where its lines now are. All pools are locked first, in their one order. */
export async function reserveElsewhere(tx: CallerTx, order: GoodsDocument, lines: readonly GoodsLine[]): Promise<void> {
  await lockPools(tx, order.orgId, [...order.lines, ...lines])
  releaseAll(tx, order.kind, order.id)
  await reserveRemaining(tx, order, lines)
  await holdFreed(tx, order.orgId, order.lines)
}
