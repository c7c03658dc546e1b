import { add, type Decimal, isPositive, isZero, min, sub, trimZeros } from '@chepu/contract/kernel/decimal'
import type { Tx } from '../db'
import { notifyBy } from '../notify'
import type { Pool } from './cost-pool'
import { lockPools, placeOfKey, type PoolPlace, poolKey } from './pools'

/** A live reservation: held = qty − released − backorder (DOMAIN 5.3). */
export interface Reservation {
  id: number
  warehouseId: number
  partId: number
  sourceLineId: number
  qty: Decimal
  releasedQty: Decimal
  backorderQty: Decimal
  isChanged?: boolean
}

const held = (r: Reservation): Decimal => sub(sub(r.qty, r.releasedQty), r.backorderQty)

/** Live reservations of the pools, oldest first. Their pools are locked by the caller. */
export function reservationsOf(tx: Tx, orgId: number, poolKeys: readonly string[]): Promise<Reservation[]> {
  const places = poolKeys.map(placeOfKey)
  return tx.query<Reservation>({
    name: 'reservations-of-pools',
    text: `select id, warehouse_id, part_id, source_line_id, qty, released_qty, backorder_qty from stock_reservation
      where group_id = $1 and org_id = $2 and is_live
        and (warehouse_id, part_id) in (select * from unnest($3::bigint[], $4::bigint[]))
      order by id`,
    values: [tx.groupId, orgId, places.map((place) => place.warehouseId), places.map((place) => place.partId)],
  })
}

/** What others hold of a pool; the reservation of the consuming order line does not count. */
export const heldQty = (reservations: readonly Reservation[], pool: string, ownLineId: number | null): Decimal =>
  reservations
    .filter((r) => poolKey(r) === pool && r.sourceLineId !== ownLineId)
    .reduce<Decimal>((sum, r) => add(sum, held(r)), '0')

/** Writes back reservations that a posting has used. */
export async function consume(tx: Tx, reservations: Reservation[]): Promise<void> {
  const changed = reservations.filter((r) => r.isChanged)
  if (changed.length === 0) return
  await write(tx, changed)
}

/** 到货即占用: goods that came in are held for waiting orders, the oldest first (DOMAIN 5.3). */
export async function holdBackorders(tx: Tx, pools: Map<string, Pool>, reservations: Reservation[]): Promise<void> {
  const changed = new Map<Reservation, Decimal>()
  for (const [key, pool] of pools) {
    const own = reservations.filter((r) => poolKey(r) === key)
    let free = sub(pool.qty, heldQty(own, key, null))
    for (const reservation of own) {
      const now = min(reservation.backorderQty, free)
      if (!isPositive(now)) continue
      reservation.backorderQty = sub(reservation.backorderQty, now)
      free = sub(free, now)
      changed.set(reservation, now)
    }
  }
  if (changed.size === 0) return
  await write(tx, [...changed.keys()])
  tellArrivals(tx, changed)
}

/** When stock falls below what is held, the newest reservations go back to waiting until they fit (I12). */
export async function releaseOverhang(tx: Tx, pools: Map<string, Pool>, reservations: Reservation[]): Promise<void> {
  const changed = new Set<Reservation>()
  for (const [key, pool] of pools) {
    const own = reservations.filter((r) => poolKey(r) === key).toReversed()
    let over = sub(heldQty(own, key, null), pool.qty)
    for (const reservation of own) {
      if (!isPositive(over)) break
      const back = min(held(reservation), over)
      if (isZero(back)) continue
      reservation.backorderQty = add(reservation.backorderQty, back)
      over = sub(over, back)
      changed.add(reservation)
    }
  }
  if (changed.size > 0) await write(tx, [...changed])
}

/** Event 3 of DOMAIN 11.3: whoever sold the goods learns that they are there. Sent without waiting, as a posting must. */
function tellArrivals(tx: Tx, arrived: ReadonlyMap<Reservation, Decimal>): void {
  const reservations = [...arrived.keys()]
  notifyBy(tx, {
    name: 'tell-arrivals',
    text: `insert into notification (group_id, user_id, org_id, kind, msg_type, message, params)
      select d.group_id, coalesce(e.user_id, d.creator_id), d.org_id, 'news', 3,
        format('%s 等待的配件 [%s] %s 到货 %s，已为其占用', d.bill_no, p.code, p.name, a.qty),
        jsonb_build_object('kind', d.kind, 'id', d.id, 'no', d.bill_no)
      from unnest($2::bigint[], $3::text[]) as a (id, qty)
      join stock_reservation r on r.group_id = $1 and r.id = a.id
      join goods_document d on d.group_id = r.group_id and d.id = r.source_id and d.kind = r.source_kind
      join part p on p.group_id = r.group_id and p.id = r.part_id
      left join employee e on e.group_id = d.group_id and e.id = d.salesperson_id
      returning user_id, org_id, message`,
    values: [tx.groupId, reservations.map((r) => r.id), reservations.map((r) => trimZeros(arrived.get(r) ?? '0'))],
  })
}

async function write(tx: Tx, reservations: readonly Reservation[]): Promise<void> {
  await tx.query({
    name: 'write-reservations',
    text: `update stock_reservation r set released_qty = n.released, backorder_qty = n.backorder, is_live = n.released < r.qty
      from unnest($2::bigint[], $3::numeric[], $4::numeric[]) as n (id, released, backorder)
      where r.group_id = $1 and r.id = n.id`,
    values: [
      tx.groupId,
      reservations.map((r) => r.id),
      reservations.map((r) => r.releasedQty),
      reservations.map((r) => r.backorderQty),
    ],
  })
}

export interface ReservationWish {
  warehouseId: number
  partId: number
  sourceKind: string
  sourceId: number
  sourceLineId: number
  qty: Decimal
}

/**
 * Reserves stock for order lines: what is free is held at once, the rest waits as a back order. Locks the pools,
 * like a posting. Returns what could be held, by source line.
 */
export async function reserve(
  tx: Tx,
  orgId: number,
  wishes: readonly ReservationWish[],
): Promise<Map<number, Decimal>> {
  const pools = await lockPools(tx, orgId, wishes)
  const existing = await reservationsOf(tx, orgId, [...pools.keys()])
  const free = new Map([...pools].map(([key, pool]) => [key, sub(pool.qty, heldQty(existing, key, null))]))
  const heldNow = new Map<number, Decimal>()
  for (const wish of wishes) {
    const key = poolKey(wish)
    const available = free.get(key) ?? '0'
    const now = isPositive(available) ? min(available, wish.qty) : '0'
    free.set(key, sub(available, now))
    heldNow.set(wish.sourceLineId, now)
  }
  await tx.insert(
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
    wishes.map((w) => [
      tx.groupId,
      orgId,
      w.warehouseId,
      w.partId,
      w.sourceKind,
      w.sourceId,
      w.sourceLineId,
      w.qty,
      sub(w.qty, heldNow.get(w.sourceLineId) ?? '0'),
    ]),
  )
  return heldNow
}

/** Ends all reservations of a document: the order was closed, withdrawn or undone (I13). */
export async function releaseAll(tx: Tx, sourceKind: string, sourceId: number): Promise<void> {
  await tx.query({
    name: 'release-reservations',
    text: `update stock_reservation set released_qty = qty, backorder_qty = 0, is_live = false
      where group_id = $1 and source_kind = $2 and source_id = $3 and is_live`,
    values: [tx.groupId, sourceKind, sourceId],
  })
}

/**
 * Gives used reservations back to their order lines, because the delivery that used them is undone. They wait as
 * back orders; the goods that come back are then held for them like any that arrive.
 */
export async function giveBack(tx: Tx, used: readonly { sourceLineId: number; qty: Decimal }[]): Promise<void> {
  if (used.length === 0) return
  await tx.query({
    name: 'give-back-reservations',
    text: `update stock_reservation r
      set released_qty = r.released_qty - least(n.qty, r.released_qty),
        backorder_qty = r.backorder_qty + least(n.qty, r.released_qty), is_live = true
      from unnest($2::bigint[], $3::numeric[]) as n (line_id, qty)
      where r.group_id = $1 and r.id = (
        select max(s.id) from stock_reservation s where s.group_id = $1 and s.source_line_id = n.line_id)`,
    values: [tx.groupId, used.map((line) => line.sourceLineId), used.map((line) => line.qty)],
  })
}

/**
 * Uses up what order lines hold, because a delivery that waits for the warehouse holds it from now on (DOMAIN 5.3). The
 * caller has locked the pools. The newest reservation of a line is meant, as when it is given back.
 */
export async function takeOver(tx: Tx, used: readonly { sourceLineId: number; qty: Decimal }[]): Promise<void> {
  if (used.length === 0) return
  await tx.query({
    name: 'take-over-reservations',
    text: `update stock_reservation r
      set released_qty = r.released_qty + n.qty, is_live = r.released_qty + n.qty < r.qty,
        backorder_qty = least(r.backorder_qty, r.qty - r.released_qty - n.qty)
      from (
        select s.id, least(u.qty, s.qty - s.released_qty) as qty
        from unnest($2::bigint[], $3::numeric[]) as u (line_id, qty)
        join stock_reservation s on s.group_id = $1 and s.source_line_id = u.line_id and s.is_live
      ) n
      where r.group_id = $1 and r.id = n.id`,
    values: [tx.groupId, used.map((line) => line.sourceLineId), used.map((line) => line.qty)],
  })
}

/** Holds for waiting orders what has become free in the pools without a movement of goods; locks the pools. */
export async function holdFreed(tx: Tx, orgId: number, places: readonly PoolPlace[]): Promise<void> {
  if (places.length === 0) return
  const pools = await lockPools(tx, orgId, places)
  await holdBackorders(tx, pools, await reservationsOf(tx, orgId, [...pools.keys()]))
}
