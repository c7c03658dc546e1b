// What a delivery does to reservations while goods are promised but have not left (business/ledgers 3.2).
import { add, type Decimal, isPositive, sub } from '@chepu/contract/kernel/decimal'
import { salesOrder } from '@chepu/contract/sales/sales-order'
import type { CallerTx } from '../../kernel/db/tx'
import { holdStock, releaseStock } from '../../kernel/goods/reserve'
import { holdSources } from '../../kernel/goods/sources'
import type { GoodsDocument } from '../../kernel/goods/types'
import { lockPools, type PoolPlace, poolKey } from '../../kernel/ledgers/pools'
import { giveBack, type HolderQty, holdFreed, takeOver } from '../../kernel/ledgers/reservation'
import { openOrderLines } from './repo'

/** What of a part left which warehouse, for which line of an order. */
interface Sent extends PoolPlace {
  sourceLineId: number | null
  qty: Decimal
}

/** Quantities by order line; a line that several delivery lines execute counts once. */
function ofOrders(lines: readonly Sent[]): HolderQty[] {
  const sums = new Map<number, Decimal>()
  for (const { sourceLineId, qty } of lines) {
    if (sourceLineId !== null && isPositive(qty)) sums.set(sourceLineId, add(sums.get(sourceLineId) ?? '0', qty))
  }
  return [...sums].map(([lineId, qty]) => ({ kind: salesOrder.kind, lineId, qty }))
}

/** Holds the goods of a delivery that waits for the warehouse; what its orders held becomes its own. */
export async function holdForWarehouse(tx: CallerTx, delivery: GoodsDocument): Promise<void> {
  await lockPools(tx, delivery.orgId, delivery.lines)
  takeOver(tx, ofOrders(delivery.lines))
  await holdStock(tx, delivery)
}

/** Ends the holding of a delivery that goes back to its desk: the goods are their orders' again. */
export async function undoHolding(tx: CallerTx, delivery: GoodsDocument): Promise<void> {
  // Its orders first: whoever closes one holds it, and then waits for the pools.
  await holdSources(tx, delivery)
  await releaseStock(tx, delivery)
  await giveBackToOrders(tx, delivery.orgId, delivery.lines)
  await holdFreed(tx, delivery.orgId, delivery.lines)
}

/** After goods have left: what was held and not sent goes back to the orders (`planned` are the lines as approved). */
export async function settleHolding(tx: CallerTx, planned: GoodsDocument, sent: GoodsDocument): Promise<void> {
  await releaseStock(tx, planned)
  const unsent = planned.lines.map((line, i) => ({ ...line, qty: sub(line.qty, sent.lines[i]?.qty ?? '0') }))
  if (!unsent.some((line) => isPositive(line.qty))) return
  await giveBackToOrders(tx, planned.orgId, unsent)
  await holdFreed(tx, planned.orgId, planned.lines)
}

/**
 * Lets the orders hold again what the delivery had used of their reservations, where their lines are now: an order may have been moved since
 * (换仓). What is free there is held at once; what comes back is held with its posting.
 */
export async function giveBackToOrders(tx: CallerTx, orgId: number, lines: readonly Sent[]): Promise<void> {
  const used = ofOrders(lines)
  if (used.length === 0) return
  const open = await openOrderLines(
    tx,
    used.map((line) => line.lineId),
  )
  const here = new Set(lines.map(poolKey))
  const elsewhere = [...open.values()].filter((place) => !here.has(poolKey(place)))
  await lockPools(tx, orgId, [...lines, ...elsewhere])
  giveBack(
    tx,
    used.flatMap((line) => {
      const place = open.get(line.lineId)
      return place ? [{ ...line, warehouseId: place.warehouseId }] : []
    }),
  )
  await holdFreed(tx, orgId, elsewhere)
}
