// The one writer of stock: bins, cost pools, reservations and the stock ledger. Longer than most rooms, because the
// locking order is only right when it is seen in one place.
import {
  abs,
  add,
  compare,
  type Decimal,
  div,
  isNegative,
  isPositive,
  isZero,
  min,
  money,
  mul,
  neg,
  round,
  sub,
} from '@chepu/contract/kernel/decimal'
import { shanghaiDay } from '../base/calendar'
import type { Tx } from '../db/tx'
import { refuseLine } from '../base/errors'
import { averageValue, enter, leaveAt, leaveExactly, leaveFor, type Movement, type Pool, revalue } from './cost-pool'
import { type Bin, binsAndReservationsOf } from './holdings'
import { afterTheirSources, linkedValues } from './linked'
import { netByBin } from './net-bins'
import { byPool, type LockedPool, lockPoolsAnd, type PoolPlace, poolKey } from './pools'
import {
  byHolder,
  consume,
  heldQty,
  holdBackorders,
  holderKey,
  releaseOverhang,
  type Reservation,
  reservationsOf,
} from './reservation'
import { refuseShort } from './short'
import type { DocumentRef, LineCosts, PnlEntry, StockMove } from './types'
import { wipOfStock, type WipRow } from './wip'

interface LedgerRow {
  move: StockMove
  locationId: number
  batchNo: string
  qty: Decimal
  value: Decimal
  variance: Decimal
  pool: Pool
}

type KnownValue = Extract<StockMove['costing'], { at: 'value' }>

interface PostedStock {
  costs: LineCosts
  pnl: PnlEntry[]
  wip: WipRow[]
}

/**
 * Writes the movements of one posting in a constant number of round trips: locks the pools in one ordered
 * statement, checks and values every movement in memory, then writes ledger, pools and bins (business/ledgers 2).
 * Refuses with the line's number when stock does not suffice.
 */
export async function postStock(tx: Tx, doc: DocumentRef, moves: readonly StockMove[]): Promise<PostedStock> {
  if (moves.length === 0) return { costs: new Map(), pnl: [], wip: [] }
  const leaving = moves.some((move) => move.direction === 'out')
  const entering = moves.some((move) => move.direction === 'in')
  const { pools, found } = await lockPoolsAnd(tx, doc.orgId, moves, async (columns) =>
    leaving ? binsAndReservationsOf(tx, columns) : { bins: [], reservations: await reservationsOf(tx, columns) },
  )
  const { bins, reservations } = found
  await assertNotFrozen(tx, moves, pools)
  const held = { ofPool: byPool(reservations), ofLine: byHolder(reservations) }
  const rows = valuedRows(moves, { pools, bins: byPool(bins), held })
  write(tx, doc, rows, pools)
  if (leaving) await assertEarlierDays(tx, doc, rows, pools)
  consume(tx, reservations)
  if (leaving) releaseOverhang(tx, pools, reservations)
  if (entering) holdBackorders(tx, pools, reservations, boughtBy(moves))
  return { costs: costsOf(rows), pnl: pnlOf(rows, pools), wip: wipOfStock(rows, (move) => poolOf(pools, move).orgId) }
}

/** Goods of a pool that a count has frozen stay where they are until it is over (business/warehouse 5.4). */
async function assertNotFrozen(tx: Tx, moves: readonly StockMove[], pools: ReadonlyMap<string, LockedPool>) {
  const frozen = moves.find((move) => poolOf(pools, move).frozenBy !== null)
  if (!frozen) return
  const count = await tx.one<{ billNo: string }>({
    name: 'freezing-count',
    text: 'select bill_no from stock_count where group_id = $1 and id = $2',
    values: [tx.groupId, poolOf(pools, frozen).frozenBy],
  })
  refuseLine(frozen, 'partId', `正在盘点，盘点单 ${count?.billNo ?? ''} 已冻结出入库`)
}

/** What came by each line of an order. */
function boughtBy(moves: readonly StockMove[]): Map<number, Decimal> {
  const came = new Map<number, Decimal>()
  for (const { boughtBy: line, qty } of moves) if (line != null) came.set(line, add(came.get(line) ?? '0', qty))
  return came
}

/**
 * A back-dated outbound may not take what only came in later: the running quantity of its bins by business date stays
 * at least zero on its day and every later one (business/ledgers 4.5).
 */
async function assertEarlierDays(
  tx: Tx,
  doc: DocumentRef,
  rows: readonly LedgerRow[],
  pools: ReadonlyMap<string, LockedPool>,
): Promise<void> {
  if (doc.bizDate >= shanghaiDay()) return
  const leaving = rows.filter((row) => row.move.direction === 'out')
  const short = await tx.query<{ partId: number; bizDate: string }>({
    name: 'running-by-day',
    text: `select part_id, min(biz_date) as biz_date from (
        select part_id, warehouse_id, location_id, batch_no, biz_date,
          sum(sum(qty)) over (partition by warehouse_id, part_id, location_id, batch_no order by biz_date) as running
        from stock_ledger where group_id = $1
          and (org_id, warehouse_id, part_id) in (select * from unnest($2::bigint[], $4::bigint[], $5::bigint[]))
          and (location_id, batch_no) in (select * from unnest($6::bigint[], $7::text[]))
        group by warehouse_id, part_id, location_id, batch_no, biz_date
      ) days where biz_date >= $3 and running < 0 group by part_id`,
    values: [
      tx.groupId,
      leaving.map((row) => poolOf(pools, row.move).orgId),
      doc.bizDate,
      leaving.map((row) => row.move.warehouseId),
      leaving.map((row) => row.move.partId),
      leaving.map((row) => row.locationId),
      leaving.map((row) => row.batchNo),
    ],
  })
  const row = leaving.find((each) => short.some((day) => day.partId === each.move.partId))
  if (!row) return
  const day = short.find((each) => each.partId === row.move.partId)?.bizDate
  refuseLine(row.move, 'qty', `按业务日期推算，${day} 的库存不足，请调整业务日期`)
}

/** What the movements of a posting take from and leave to each other; all of it in memory. */
interface Holdings {
  pools: Map<string, LockedPool>
  bins: Map<string, Bin[]>
  held: Held
}

/** Reservations, found by their pool and by their line. */
type Held = Record<'ofPool' | 'ofLine', ReadonlyMap<string, Reservation[]>>
const nothingHeld: Held = { ofPool: new Map(), ofLine: new Map() }

/** The rows of all movements, each valued after those that its own value is made of. */
function valuedRows(moves: readonly StockMove[], holdings: Holdings): LedgerRow[] {
  const linkedValue = linkedValues(moves)
  const known = new Map<StockMove, Decimal>()
  const taken = new Map<StockMove, Bin[]>()
  const staying = stayingGoods(moves)
  return afterTheirSources(moves).flatMap((move) => {
    const { costing } = move
    const linked = costing.at === 'linked' ? linkedValue(move, costing.source, known) : '0'
    const { pools, bins, held } = holdings
    const pool = poolOf(pools, move)
    const places =
      move.direction === 'out'
        ? takeFromBins(move, pool, bins.get(poolKey(move)) ?? [], staying.has(move) ? nothingHeld : held)
        : placesOf(move, taken)
    if (move.direction === 'in') for (const place of places) putInto(bins, place)
    const movement = valued(move, pool, linked)
    pools.set(poolKey(move), { ...pool, ...movement.pool })
    taken.set(move, places)
    known.set(move, movement.value)
    return split(move, places, movement, pool)
  })
}

/** Goods that leave a bin and come into another one of their pool: whatever is held there stays held. */
const stayingGoods = (moves: readonly StockMove[]): ReadonlySet<StockMove> =>
  new Set(moves.flatMap(({ sameGoodsAs: left, ...move }) => (left && poolKey(left) === poolKey(move) ? [left] : [])))

function poolOf(pools: ReadonlyMap<string, LockedPool>, move: StockMove): LockedPool {
  const pool = pools.get(poolKey(move))
  if (!pool) throw new Error('a pool was not locked')
  return pool
}

/** Where goods come in, by the batches that they left with where they are the same goods. */
function placesOf(move: StockMove, taken: ReadonlyMap<StockMove, Bin[]>): Bin[] {
  const { locationId, sameGoodsAs } = move
  if (locationId === null) throw new Error('goods enter a location')
  if (!sameGoodsAs) return [{ ...move, locationId, qty: move.qty }]
  const left = taken.get(sameGoodsAs)
  if (!left) throw new Error('goods enter before they have left')
  return left.map(({ batchNo, qty }) => ({ ...move, locationId, batchNo, qty }))
}

/** Goods that came in may leave again in the same posting. */
function putInto(bins: Map<string, Bin[]>, place: Bin): void {
  const own = bins.get(poolKey(place)) ?? []
  const same = own.find((bin) => bin.locationId === place.locationId && bin.batchNo === place.batchNo)
  if (same) same.qty = add(same.qty, place.qty)
  else bins.set(poolKey(place), [...own, { ...place }])
}

/** Checks availability and picks of the pool's bins, oldest batch and picking order first. */
function takeFromBins(move: StockMove, pool: Pool, bins: readonly Bin[], held: Held): Bin[] {
  const own = bins.filter((bin) => fits(move, bin))
  const inBins = own.reduce<Decimal>((sum, bin) => add(sum, bin.qty), '0')
  if (move.reversalOf !== undefined) {
    if (compare(inBins, move.qty) < 0) refuseLine(move, 'qty', '库存已被使用，请改用退货单')
  } else {
    const free = sub(pool.qty, heldQty(held.ofPool.get(poolKey(move)) ?? [], move.reservedBy ?? null))
    const available = move.isGone ? inBins : min(inBins, isPositive(free) ? free : '0')
    const taken = own.reduce<Decimal>((sum, bin) => add(sum, bin.taken ?? '0'), '0')
    if (compare(available, move.qty) < 0) refuseShort(move, { available, needed: move.qty, taken })
    useReservation(held, move)
  }
  return takeInOrder(
    own.filter(({ qty }) => isPositive(qty)),
    move.qty,
  )
}

const fits = (move: StockMove, bin: Bin) =>
  (move.locationId === null || bin.locationId === move.locationId) &&
  (bin.batchNo === move.batchNo || (move.batchNo === '' && move.reversalOf === undefined && !move.isGone))

function takeInOrder(bins: Bin[], qty: Decimal): Bin[] {
  const places: Bin[] = []
  let rest = qty
  for (const bin of bins) {
    if (isZero(rest)) break
    const part = min(bin.qty, rest)
    places.push({ ...bin, qty: part })
    bin.qty = sub(bin.qty, part)
    bin.taken = add(bin.taken ?? '0', part)
    rest = sub(rest, part)
  }
  return places
}

function useReservation({ ofLine }: Held, move: StockMove): void {
  if (!move.reservedBy) return
  let rest = move.qty
  for (const reservation of ofLine.get(holderKey(move.reservedBy)) ?? []) {
    // Goods may leave before a back order was ever held; then the back order shrinks with it.
    const held = min(sub(sub(reservation.qty, reservation.releasedQty), reservation.backorderQty), rest)
    rest = sub(rest, held)
    const waiting = min(reservation.backorderQty, rest)
    rest = sub(rest, waiting)
    reservation.releasedQty = add(reservation.releasedQty, held, waiting)
    reservation.backorderQty = sub(reservation.backorderQty, waiting)
    reservation.isChanged = true
  }
}

function valued(move: StockMove, pool: Pool, linked: Decimal): Movement {
  switch (move.costing.at) {
    case 'value':
      if (move.direction === 'revalue') return revalued(move, pool, move.costing)
      return { ...enter(pool, move.qty, move.costing.value), variance: move.costing.variance ?? '0.00' }
    case 'average':
      return enter(pool, move.qty, entryValue(move, pool, move.costing.unitCost))
    case 'free':
      return leaveFor(pool, move.qty, move.costing.worth)
    case 'specified':
      return leaveAt(pool, move.qty, move.costing.value)
    case 'linked':
      return (move.direction === 'in' ? enter : leaveExactly)(pool, move.qty, linked)
  }
}

/** Only goods that are there can cost more or less, and never less than nothing. */
function revalued(move: StockMove, pool: Pool, { value, variance = '0.00', spills }: KnownValue): Movement {
  const isThere = isPositive(pool.qty)
  const after = { ...revalue(pool, value), variance }
  if (isThere && !isNegative(after.pool.value)) return after
  if (spills) return { pool, value: '0.00', variance: money(add(value, variance)) }
  if (!isThere) refuseLine(move, 'amount', '没有库存，不能调整成本')
  refuseLine(move, 'amount', `库存成本 ${money(pool.value)}，调整 ${money(value)} 后为负数`)
}

function entryValue(move: StockMove, pool: Pool, unitCost: Decimal | null): Decimal {
  if (isPositive(pool.qty)) return round(div(mul(pool.value, move.qty), pool.qty), 2)
  if (unitCost === null) refuseLine(move, 'price', '没有可参考的成本，请录入成本单价')
  return round(mul(unitCost, move.qty), 2)
}

/** Spreads a movement's value over its bins; the last bin takes the remainder. */
function split(move: StockMove, places: Bin[], movement: Movement, before: Pool): LedgerRow[] {
  const sign = move.direction === 'out' ? neg : (value: Decimal) => value
  let restValue = movement.value
  let pool = before
  return places.map((place, i) => {
    const isLast = i === places.length - 1
    const value = isLast ? restValue : averageValue({ qty: move.qty, value: movement.value }, place.qty)
    restValue = sub(restValue, value)
    pool = { qty: add(pool.qty, sign(place.qty)), value: add(pool.value, sign(value)) }
    return {
      move,
      locationId: place.locationId,
      batchNo: place.batchNo,
      qty: sign(place.qty),
      value: sign(value),
      variance: isLast ? sign(movement.variance) : '0',
      pool,
    }
  })
}

/**
 * Writes ledger, pools and bins in one statement. The ledger's rows keep the order of the document, since their
 * running balances follow it; goods that leave update their bin, goods that enter may open one.
 */
function write(tx: Tx, doc: DocumentRef, rows: readonly LedgerRow[], pools: ReadonlyMap<string, LockedPool>): void {
  const bins = netByBin(rows, ({ of }) => (of ?? doc).id)
  const pooled = [...pools.values()]
  const orgOf = (at: PoolPlace) => pools.get(poolKey(at))?.orgId
  tx.send({
    name: 'write-stock',
    text: writeStatement,
    values: [
      tx.groupId,
      rows.map((row) => orgOf(row.move)),
      doc.bizDate,
      doc.period,
      rows.map(({ move }) => (move.of ?? doc).kind),
      rows.map(({ move }) => (move.of ?? doc).id),
      rows.map((row) => row.move.warehouseId),
      rows.map((row) => row.locationId),
      rows.map((row) => row.move.partId),
      rows.map((row) => row.batchNo),
      rows.map((row) => row.move.lineId),
      rows.map((row) => row.qty),
      rows.map((row) => (isZero(row.qty) ? '0' : round(div(row.value, row.qty), 6))),
      rows.map((row) => row.value),
      rows.map((row) => row.variance),
      rows.map((row) => row.pool.qty),
      rows.map((row) => row.pool.value),
      rows.map((row) => row.move.reversalOf ?? null),
      pooled.map((pool) => pool.warehouseId),
      pooled.map((pool) => pool.partId),
      pooled.map((pool) => pool.qty),
      pooled.map((pool) => pool.value),
      bins.map((bin) => bin.warehouseId),
      bins.map((bin) => bin.partId),
      bins.map((bin) => bin.locationId),
      bins.map((bin) => bin.batchNo),
      bins.map((bin) => bin.qty),
      pooled.map((pool) => pool.orgId),
      bins.map(orgOf),
      bins.map((bin) => bin.came),
      bins.map((bin) => bin.went),
    ],
  })
}

const writeStatement = `with ledger as (
    insert into stock_ledger (group_id, org_id, biz_date, period, doc_kind, doc_id, warehouse_id, location_id, part_id, batch_no,
      line_id, qty, unit_cost, value, variance, pool_qty_after, pool_value_after, reversal_of)
    select $1, org_id, $3, $4, doc_kind, doc_id, warehouse_id, location_id, part_id, batch_no, line_id, qty, unit_cost, value, variance,
      pool_qty, pool_value, reversal_of
    from unnest($2::bigint[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], $12::numeric[], $13::numeric[],
        $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[], $18::bigint[]) with ordinality
      as r (org_id, doc_kind, doc_id, warehouse_id, location_id, part_id, batch_no, line_id, qty, unit_cost, value, variance, pool_qty, pool_value, reversal_of, n)
    order by n returning id
  ), pool as (
    update stock_cost c set qty = n.qty, value = n.value
    from unnest($28::bigint[], $19::bigint[], $20::bigint[], $21::numeric[], $22::numeric[]) as n (org_id, warehouse_id, part_id, qty, value)
    where c.group_id = $1 and c.org_id = n.org_id and c.warehouse_id = n.warehouse_id and c.part_id = n.part_id
    returning c.part_id
  ), bin as (
    select * from unnest($29::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::text[], $27::numeric[], $30::boolean[], $31::boolean[])
      as b (org_id, warehouse_id, part_id, location_id, batch_no, qty, came, went)
  ), entered as (
    insert into stock_balance (group_id, org_id, warehouse_id, part_id, location_id, batch_no, qty, last_in_on, last_out_on)
    select $1, org_id, warehouse_id, part_id, location_id, batch_no, qty, $3, case when went then $3::date end from bin
    where qty > 0 or (qty = 0 and came)
    on conflict (group_id, org_id, warehouse_id, part_id, location_id, batch_no) do update
      set qty = stock_balance.qty + excluded.qty, last_in_on = greatest(stock_balance.last_in_on, excluded.last_in_on),
        last_out_on = greatest(stock_balance.last_out_on, excluded.last_out_on)
    returning part_id
  )
  update stock_balance b set qty = b.qty + n.qty, last_out_on = greatest(b.last_out_on, $3::date),
    last_in_on = case when n.came then greatest(b.last_in_on, $3::date) else b.last_in_on end
  from bin n
  where (n.qty < 0 or (n.qty = 0 and not n.came)) and b.group_id = $1 and b.org_id = n.org_id and b.warehouse_id = n.warehouse_id and b.part_id = n.part_id
    and b.location_id = n.location_id and b.batch_no = n.batch_no`

function costsOf(rows: readonly LedgerRow[]): LineCosts {
  const taken = costsIn(rows, 'out')
  return new Map([...costsIn(rows, 'in'), ...taken])
}

/** Of what came in or went out, whichever is asked for; what is undone stands on the side of what it undoes. */
function costsIn(rows: readonly LedgerRow[], direction: 'in' | 'out'): LineCosts {
  const costs: LineCosts = new Map()
  for (const row of rows.filter(({ move }) => sideOf(move) === direction)) {
    const sum = costs.get(row.move.lineId) ?? { qty: '0', value: '0' }
    costs.set(row.move.lineId, { qty: add(sum.qty, abs(row.qty)), value: add(sum.value, abs(costOf(row))) })
  }
  return costs
}

function sideOf({ direction, reversalOf }: StockMove): StockMove['direction'] {
  if (reversalOf === undefined || direction === 'revalue') return direction
  return direction === 'in' ? 'out' : 'in'
}

/** Goods whose entry is undone cost what they cost when they came, whatever of it their pool could still give. */
const costOf = ({ move, value, variance }: LedgerRow): Decimal =>
  move.reversalOf !== undefined && move.direction === 'out' ? add(value, variance) : value

/**
 * P&L that follows from the values: cost of goods that left or came back, and variances. A variance counts as
 * income: what the partner credits above the value that left the pool is gained, not lost.
 */
function pnlOf(rows: readonly LedgerRow[], pools: ReadonlyMap<string, LockedPool>): PnlEntry[] {
  return rows.flatMap((row) => {
    const entries: PnlEntry[] = []
    const { orgId } = poolOf(pools, row.move)
    const at = { orgId, ...(row.move.of && { of: row.move.of }) }
    const { pnl, payerType = null } = row.move
    if (pnl) entries.push({ ...at, kind: pnl, payerType, amount: pnl === 'stock_gain' ? row.value : neg(row.value) })
    if (!isZero(row.variance)) entries.push({ ...at, kind: 'stock_variance', amount: neg(row.variance) })
    return entries
  })
}
