import { add, type Decimal, isPositive, isZero, min, sub } from '@chepu/contract/kernel/decimal'
import { groupBy } from '../base/group-by'
import type { Tx } from '../db/tx'
import { documentKind } from '../document/registry'
import type { Pool } from './cost-pool'
import { byPool, lockPools, lockPoolsAnd, type PoolColumns, type PoolPlace, poolKey } from './pools'
import type { Holder } from './types'

/** A live reservation: held = qty − released − backorder (business/ledgers 3.2). */
export interface Reservation {
  id: number
  warehouseId: number
  partId: number
  sourceKind: string
  sourceId: number
  sourceLineId: number
  qty: Decimal
  releasedQty: Decimal
  backorderQty: Decimal
  /** The line of a purchase that its line is sold out of. */
  linkedPurchaseLineId: number | null
  isChanged?: boolean
}

/** Whether a reservation is the line's own. */
const isHeldBy = (r: Reservation, holder: Holder): boolean =>
  r.sourceKind === holder.kind && r.sourceLineId === holder.lineId

/** Reservations by the line that holds them; see `holderKey`. */
export const byHolder = (all: readonly Reservation[]): Map<string, Reservation[]> =>
  groupBy(all, (r) => holderKey({ kind: r.sourceKind, lineId: r.sourceLineId }))

/** Names a line whatever its kind. */
export const holderKey = ({ kind, lineId }: Holder): string => `${kind}:${lineId}`

const held = (r: Reservation): Decimal => sub(sub(r.qty, r.releasedQty), r.backorderQty)

/** Live reservations of the pools, oldest first. The caller locks the pools. */
export function reservationsOf(tx: Tx, pools: PoolColumns): Promise<Reservation[]> {
  return tx.query<Reservation>({
    name: 'reservations-of-pools',
    text: `select r.id, r.warehouse_id, r.part_id, r.source_kind, r.source_id, r.source_line_id, r.qty, r.released_qty, r.backorder_qty,
        case when d.kind = r.source_kind then l.linked_purchase_line_id end as linked_purchase_line_id
      from stock_reservation r
      left join goods_document_line l on l.group_id = r.group_id and l.id = r.source_line_id and l.document_id = r.source_id
      left join goods_document d on d.group_id = l.group_id and d.id = l.document_id
      where r.group_id = $1 and r.is_live
        and (r.org_id, r.warehouse_id, r.part_id) in (select * from unnest($2::bigint[], $3::bigint[], $4::bigint[]))
      order by r.id`,
    values: [tx.groupId, ...pools],
  })
}

/** What others hold by the reservations of a pool; the one of the consuming line does not count. */
export const heldQty = (ofPool: readonly Reservation[], own: Holder | null): Decimal =>
  ofPool.filter((r) => !(own && isHeldBy(r, own))).reduce<Decimal>((sum, r) => add(sum, held(r)), '0')

/** Writes back reservations that a posting has used. */
export function consume(tx: Tx, reservations: Reservation[]): void {
  write(
    tx,
    reservations.filter((r) => r.isChanged),
  )
}

/**
 * 到货即占用: goods that came in are held for waiting orders, the oldest first (business/ledgers 3.3), but before all for those that were sold out
 * of the line of an order by which they came: `came`, by that line.
 */
export function holdBackorders(
  tx: Tx,
  pools: Map<string, Pool>,
  reservations: Reservation[],
  came: ReadonlyMap<number, Decimal> = new Map(),
): void {
  const changed = new Map<Reservation, Decimal>()
  const promised = new Map(came)
  const ofPools = byPool(reservations)
  for (const [key, pool] of pools) {
    const own = ofPools.get(key) ?? []
    let free = sub(pool.qty, heldQty(own, null))
    const hold = (reservation: Reservation, most: Decimal) => {
      const now = min(reservation.backorderQty, min(most, free))
      if (!isPositive(now)) return
      reservation.backorderQty = sub(reservation.backorderQty, now)
      free = sub(free, now)
      const before = changed.get(reservation)
      changed.set(reservation, before === undefined ? now : add(before, now))
      const line = reservation.linkedPurchaseLineId ?? 0
      if (promised.has(line)) promised.set(line, sub(promised.get(line) ?? '0', now))
    }
    for (const reservation of own) hold(reservation, promised.get(reservation.linkedPurchaseLineId ?? 0) ?? '0')
    for (const reservation of own) hold(reservation, reservation.backorderQty)
  }
  write(tx, [...changed.keys()])
  tell(tx, changed, 'tellArrived')
}

/** When stock falls below what is held, the newest reservations go back to waiting until they fit (I12), and whose they are is told. */
export function releaseOverhang(tx: Tx, pools: Map<string, Pool>, reservations: Reservation[]): void {
  const released = new Map<Reservation, Decimal>()
  const ofPools = byPool(reservations)
  for (const [key, pool] of pools) {
    const own = (ofPools.get(key) ?? []).toReversed()
    let over = sub(heldQty(own, null), pool.qty)
    for (const reservation of own) {
      if (!isPositive(over)) break
      const back = min(held(reservation), over)
      if (isZero(back)) continue
      reservation.backorderQty = add(reservation.backorderQty, back)
      over = sub(over, back)
      released.set(reservation, back)
    }
  }
  write(tx, [...released.keys()])
  tell(tx, released, 'tellReleased')
}

/** Whose goods arrived, or are held no more, is told by the kind that they are or were held for. */
function tell(tx: Tx, moved: ReadonlyMap<Reservation, Decimal>, what: 'tellArrived' | 'tellReleased'): void {
  for (const [kind, own] of groupBy([...moved], ([reservation]) => reservation.sourceKind)) {
    const goods = own.map(([{ sourceId, partId }, qty]) => ({ documentId: sourceId, partId, qty }))
    documentKind(kind)?.[what]?.(tx, goods)
  }
}

function write(tx: Tx, reservations: readonly Reservation[]): void {
  if (reservations.length === 0) return
  tx.send({
    name: 'write-reservations',
    text: `update stock_reservation r set released_qty = n.released, backorder_qty = n.backorder, is_live = n.released < r.qty
      from unnest((select $2::bigint[]), $3::numeric[], $4::numeric[]) as n (id, released, backorder)
      where r.group_id = $1 and r.id = n.id`,
    values: [
      tx.groupId,
      reservations.map((r) => r.id),
      reservations.map((r) => r.releasedQty),
      reservations.map((r) => r.backorderQty),
    ],
  })
}

interface ReservationWish {
  warehouseId: number
  partId: number
  sourceKind: string
  sourceId: number
  sourceLineId: number
  qty: Decimal
}

/**
 * Reserves stock for lines of documents: what is free is held at once, the rest waits as a back order. Locks the pools,
 * like a posting. Returns what could be held, in the order of the wishes.
 */
export async function reserve(tx: Tx, orgId: number, wishes: readonly ReservationWish[]): Promise<Decimal[]> {
  const { pools, found: existing } = await lockPoolsAnd(tx, orgId, wishes, (columns) => reservationsOf(tx, columns))
  const ofPools = byPool(existing)
  const free = new Map([...pools].map(([key, pool]) => [key, sub(pool.qty, heldQty(ofPools.get(key) ?? [], null))]))
  const heldNow = wishes.map((wish) => {
    const key = poolKey(wish)
    const available = free.get(key) ?? '0'
    const now = isPositive(available) ? min(available, wish.qty) : '0'
    free.set(key, sub(available, now))
    return now
  })
  tx.sendInsert(
    'stock_reservation',
    [
      'group_id',
      'org_id',
      'warehouse_id',
      'part_id',
      'source_kind',
      'source_id',
      'source_line_id',
      'qty',
      'backorder_qty',
    ],
    wishes.map((w, i) => [
      tx.groupId,
      orgId,
      w.warehouseId,
      w.partId,
      w.sourceKind,
      w.sourceId,
      w.sourceLineId,
      w.qty,
      sub(w.qty, heldNow[i] ?? '0'),
    ]),
  )
  return heldNow
}

/** What a line is to hold from now on, or to wait for. */
type LineWish = PoolPlace & { lineId: number; qty: Decimal }

/**
 * Lets a document hold what its lines still want, and no more: of documents whose lines change while they hold goods. A line that wants less gives
 * up what it waits for first; what it wants more joins the end of the queue, and what is given up goes to others that wait. Locks the pools.
 */
export async function holdWanted(
  tx: Tx,
  orgId: number,
  { kind, id }: Holding,
  wishes: readonly LineWish[],
): Promise<void> {
  // Where it holds goods changes under the lock of its header alone; how much of it waits, under that of the pools.
  const places = [...(await placesOf(tx, { kind, ids: [id] })), ...wishes]
  if (places.length === 0) return
  const { pools, found } = await lockPoolsAnd(tx, orgId, places, (columns) => reservationsOf(tx, columns))
  const wanted = new Map(wishes.map((wish) => [wishKey(wish), wish.qty]))
  const own = found.filter(({ sourceKind, sourceId }) => sourceKind === kind && sourceId === id)
  const before = sumByWish(own)
  let isFreed = false
  for (const reservation of own.toReversed()) {
    const key = wishKey({ ...reservation, lineId: reservation.sourceLineId })
    const over = sub(before.get(key) ?? '0', wanted.get(key) ?? '0')
    if (!isPositive(over)) continue
    const cut = min(over, sub(reservation.qty, reservation.releasedQty))
    reservation.releasedQty = add(reservation.releasedQty, cut)
    reservation.backorderQty = sub(reservation.backorderQty, min(reservation.backorderQty, cut))
    reservation.isChanged = true
    before.set(key, sub(before.get(key) ?? '0', cut))
    isFreed = true
  }
  consume(tx, found)
  if (isFreed) holdBackorders(tx, pools, found)
  const more = wishes.flatMap(({ warehouseId, partId, lineId, qty }) => {
    const rest = sub(qty, before.get(wishKey({ warehouseId, partId, lineId })) ?? '0')
    return isPositive(rest)
      ? [{ warehouseId, partId, sourceKind: kind, sourceId: id, sourceLineId: lineId, qty: rest }]
      : []
  })
  if (more.length > 0) await reserve(tx, orgId, more)
}

/** Where documents of a kind hold goods or wait for them, whosever warehouses these are. */
const placesOf = (tx: Tx, { kind, ids }: { kind: string; ids: readonly number[] }): Promise<Required<PoolPlace>[]> =>
  tx.query({
    name: 'places-of-holding',
    text: `select distinct org_id, warehouse_id, part_id from stock_reservation
      where group_id = $1 and source_kind = $2 and source_id = any ($3::bigint[]) and is_live`,
    values: [tx.groupId, kind, [...ids]],
  })

/** Ends what several documents of a kind hold, of whatever organisations: all pools are locked first, in their order. Others that wait get the goods. */
export async function releaseHoldings(
  tx: Tx,
  kind: string,
  docs: readonly { id: number; orgId: number }[],
): Promise<void> {
  const places = await placesOf(tx, { kind, ids: docs.map(({ id }) => id) })
  if (places.length === 0) return
  await lockPools(tx, 0, places)
  for (const { id, orgId } of docs) await holdWanted(tx, orgId, { kind, id }, [])
}

/**
 * What lines of a document hold or wait for is their successors' from now on, with its place in the queue, so that nobody gets in between. Locks the
 * pools.
 */
export async function passOn(
  tx: Tx,
  orgId: number,
  { from, to }: { from: Holding; to: Holding },
  lines: readonly { from: number; to: number }[],
): Promise<void> {
  const places = await placesOf(tx, { kind: from.kind, ids: [from.id] })
  if (places.length === 0) return
  await lockPools(tx, orgId, places)
  tx.send({
    name: 'pass-on-reservations',
    text: `update stock_reservation r set source_kind = $4, source_id = $5, source_line_id = n.to_line
      from unnest($6::bigint[], $7::bigint[]) as n (from_line, to_line)
      where r.group_id = $1 and r.source_kind = $2 and r.source_id = $3 and r.source_line_id = n.from_line and r.is_live`,
    values: [
      tx.groupId,
      from.kind,
      from.id,
      to.kind,
      to.id,
      lines.map((line) => line.from),
      lines.map((line) => line.to),
    ],
  })
}

const wishKey = ({ lineId, ...at }: PoolPlace & { lineId: number }): string => `${lineId}:${poolKey(at)}`

/** What reservations hold or wait for, by line and place. */
function sumByWish(own: readonly Reservation[]): Map<string, Decimal> {
  const sums = new Map<string, Decimal>()
  for (const { warehouseId, partId, sourceLineId: lineId, qty, releasedQty } of own) {
    const key = wishKey({ warehouseId, partId, lineId })
    sums.set(key, add(sums.get(key) ?? '0', sub(qty, releasedQty)))
  }
  return sums
}

/** A document that holds goods. */
interface Holding {
  kind: string
  id: number
}

/**
 * Ends what a document holds in the places: it was closed, withdrawn, undone or shipped (I13). Others that wait get the goods. The pools are
 * locked before the reservations are written, as where goods move: else a posting that holds a pool would wait for them, and they for it.
 */
export async function release(
  tx: Tx,
  orgId: number,
  { kind, id }: Holding,
  places: readonly PoolPlace[],
): Promise<void> {
  const { pools, found } = await lockPoolsAnd(tx, orgId, places, (columns) => {
    releaseAll(tx, kind, id)
    return reservationsOf(tx, columns)
  })
  holdBackorders(tx, pools, found)
}

/** Ends all reservations of a document. The caller has locked the pools. */
export function releaseAll(tx: Tx, sourceKind: string, sourceId: number): void {
  tx.send({
    name: 'release-reservations',
    text: `update stock_reservation set released_qty = qty, backorder_qty = 0, is_live = false
      where group_id = $1 and source_kind = $2 and source_id = $3 and is_live`,
    values: [tx.groupId, sourceKind, sourceId],
  })
}

/** What of a line's reservation is meant. */
export interface HolderQty extends Holder {
  qty: Decimal
  /** Where the line wants its goods now, when it may have been moved. */
  warehouseId?: number
}

/**
 * Gives used reservations back to their lines, because the delivery that used them is undone. They wait as
 * back orders; the goods that come back are then held for them like any that arrive. The caller has locked the pools.
 * The newest reservation of a line is meant. It was made for what then remained when the line was reserved anew after the
 * delivery, so that it grows by what it has not released itself.
 */
export function giveBack(tx: Tx, used: readonly HolderQty[]): void {
  if (used.length === 0) return
  tx.send({
    name: 'give-back-reservations',
    text: `update stock_reservation r
      set qty = r.qty + n.qty - least(n.qty, r.released_qty), released_qty = r.released_qty - least(n.qty, r.released_qty),
        backorder_qty = r.backorder_qty + n.qty, is_live = true, warehouse_id = coalesce(n.warehouse_id, r.warehouse_id)
      from unnest($2::text[], $3::bigint[], $4::numeric[], $5::bigint[]) as n (kind, line_id, qty, warehouse_id)
      where r.group_id = $1 and r.id = (
        select max(s.id) from stock_reservation s
        where s.group_id = $1 and s.source_kind = n.kind and s.source_line_id = n.line_id)`,
    values: [tx.groupId, ...holdersOf(used), used.map((line) => line.warehouseId ?? null)],
  })
}

/**
 * Uses up what lines hold, because a delivery that waits for the warehouse holds it from now on (business/ledgers 3.2). The
 * caller has locked the pools. The newest reservation of a line is meant, as when it is given back.
 */
export function takeOver(tx: Tx, used: readonly HolderQty[]): void {
  if (used.length === 0) return
  tx.send({
    name: 'take-over-reservations',
    text: `update stock_reservation r
      set released_qty = r.released_qty + n.qty, is_live = r.released_qty + n.qty < r.qty,
        backorder_qty = least(r.backorder_qty, r.qty - r.released_qty - n.qty)
      from (
        select s.id, least(u.qty, s.qty - s.released_qty) as qty
        from unnest($2::text[], $3::bigint[], $4::numeric[]) as u (kind, line_id, qty)
        join stock_reservation s on s.group_id = $1 and s.source_kind = u.kind and s.source_line_id = u.line_id and s.is_live
      ) n
      where r.group_id = $1 and r.id = n.id`,
    values: [tx.groupId, ...holdersOf(used)],
  })
}

const holdersOf = (used: readonly HolderQty[]) => [
  used.map((line) => line.kind),
  used.map((line) => line.lineId),
  used.map((line) => line.qty),
]

/** Holds for waiting orders what has become free in the pools without a movement of goods; locks the pools. */
export async function holdFreed(tx: Tx, orgId: number, places: readonly PoolPlace[]): Promise<void> {
  if (places.length === 0) return
  const { pools, found } = await lockPoolsAnd(tx, orgId, places, (columns) => reservationsOf(tx, columns))
  holdBackorders(tx, pools, found)
}
