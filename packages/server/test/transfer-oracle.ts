// Second books of transfers, for a walk between warehouses and organisations (transfer-walk.ts). They are told what was typed and that
// the program took it, and work out by business/transfers and business/ledgers 4 and 5 what must stand in the program's books. Money is whole
// fen and quantities are whole ten-thousandths, so that they share no arithmetic with what they check.
import type { Shop } from './shop'

const decimals = 10_000n

/** A decimal in whole units of its last digit. */
function whole(text: string, digits: number): bigint {
  const [int = '0', frac = ''] = text.split('.')
  return BigInt(int + frac.padEnd(digits, '0').slice(0, digits))
}
const fen = (text: string) => whole(text, 2)
const pieces = (text: string) => whole(text, 4)

/** Rounds a fraction of two amounts that are not negative, halves up. */
const rounded = (above: bigint, below: bigint) => (2n * above + below) / (2n * below)

export interface At {
  orgId: number
  warehouseId: number
}
interface Typed {
  partId: number
  qty: string
}
/** A line of an order as it stands, by its id. */
interface Sent extends Typed {
  lineId: number
  requestLineId: number | null
  price: string
}
export type Outcome = 'arrived' | 'returned' | 'lost_source' | 'lost_dest'

/** Who pays what for transfers: tax in the price, and who deducts it. */
interface Rules {
  isVatSale: boolean
  deducts: (orgId: number) => boolean
}
/** The tax in a price of 113. */
const rate = { of: 13n, in: 113n }

interface Pool {
  qty: bigint
  value: bigint
}

/** What is owed for goods with and without tax. */
interface Charge {
  due: bigint
  untaxed: bigint
}

/** What is left of a line that was sent, with what was agreed for all of it, what of that is charged, and what nobody is charged for. */
interface Way extends Pool {
  orgId: number
  sent: bigint
  agreed: Charge
  charged: Charge
  free: bigint
}

/** What a document did to the books, so that it can be undone. */
interface Effects {
  moves: { place: At; partId: number; qty: bigint; value: bigint }[]
  sums: [string, bigint][]
  /** What a receipt took of goods on their way, by line of the order, and of what was agreed for them. */
  taken: { lineId: number; qty: bigint; value: bigint; charged: Charge | null }[]
  /** Lines that were sent by it. */
  sent: Sent[]
}

/** What somebody is promised in a warehouse. */
interface Pledge {
  at: At
  lines: { lineId: number; partId: number; qty: bigint; requestLineId: number | null }[]
}

export class TransferBooks {
  private readonly pools = new Map<string, Pool>()
  private readonly sums = new Map<string, bigint>()
  private readonly onTheWay = new Map<number, Way>()
  private readonly posted = new Map<string, Effects>()
  private readonly requests = new Map<number, Pledge>()
  private readonly waiting = new Map<number, Pledge>()
  private readonly executed = new Map<number, bigint>()

  constructor(
    private readonly shop: Shop,
    private readonly rules: Rules,
    /** Whom the others have an organisation down for. */
    private readonly sisters: ReadonlyMap<number, number>,
  ) {}

  /** What a line of an order has on its way, in whole pieces. */
  left = (lineId: number): bigint => (this.onTheWay.get(lineId)?.qty ?? 0n) / decimals

  /** Whole pieces of a part in a warehouse that nobody is promised. */
  free = (at: At, partId: number): bigint => (this.pool(at, partId).qty - this.asked(at, partId)) / decimals

  /** What is not yet sent of a line of a request, in whole pieces. */
  wanted(requestId: number, lineId: number): bigint {
    const line = this.requests.get(requestId)?.lines.find((each) => each.lineId === lineId)
    return line ? (line.qty - (this.executed.get(lineId) ?? 0n)) / decimals : 0n
  }

  bought(name: string, at: At, lines: readonly (Typed & { price: string })[], partnerId: number): void {
    const effects = this.begin(name)
    for (const { partId, qty, price } of lines) {
      const value = amountOf(qty, price)
      this.enter(effects, at, partId, pieces(qty), value)
      this.sum(effects, `owed ${at.orgId} AP ${partnerId}`, value)
    }
  }

  /** Goods that were there and not in the books. */
  found(name: string, at: At, lines: readonly (Typed & { price: string })[]): void {
    const effects = this.begin(name)
    for (const { partId, qty, price } of lines) {
      this.enter(effects, at, partId, pieces(qty), amountOf(qty, price))
      this.sum(effects, `pnl ${at.orgId} stock_gain`, amountOf(qty, price))
    }
  }

  sold(name: string, at: At, lines: readonly (Typed & { price: string })[], partnerId: number): void {
    const effects = this.begin(name)
    for (const { partId, qty, price } of lines) {
      const amount = amountOf(qty, price)
      this.sum(effects, `pnl ${at.orgId} cogs_part`, this.leave(effects, at, partId, pieces(qty)))
      this.sum(effects, `pnl ${at.orgId} revenue_part`, amount)
      this.sum(effects, `owed ${at.orgId} AR ${partnerId}`, amount)
    }
  }

  /** A request was approved, with these quantities. */
  promised(requestId: number, at: At, lines: readonly (Typed & { lineId: number })[]): void {
    this.requests.set(requestId, { at, lines: lines.map((line) => promiseOf({ ...line, requestLineId: null })) })
  }
  withdrawn = (requestId: number): void => void this.requests.delete(requestId)

  orderApproved(orderId: number, at: At, lines: readonly Sent[]): void {
    this.waiting.set(orderId, { at, lines: lines.map(promiseOf) })
  }
  orderGivenUp = (orderId: number): void => void this.waiting.delete(orderId)

  shipped(orderId: number, from: At, lines: readonly Sent[]): void {
    this.waiting.delete(orderId)
    const effects = this.begin(`order ${orderId}`)
    effects.sent = lines.filter((line) => pieces(line.qty) > 0n)
    for (const { lineId, partId, qty, price, requestLineId } of effects.sent) {
      const value = this.leave(effects, from, partId, pieces(qty))
      const sentQty = pieces(qty)
      const agreed = this.chargeOf(amountOf(qty, price))
      const way = { qty: sentQty, sent: sentQty, value, orgId: from.orgId, agreed, free: 0n }
      this.onTheWay.set(lineId, { ...way, charged: { due: 0n, untaxed: 0n } })
      this.count(requestLineId, pieces(qty))
    }
  }

  /** Goods on their way came, came back or are lost; `lines` name what was sent, with how much of it. */
  settled(receiptId: number, outcome: Outcome, from: At, to: At, lines: readonly (Sent & { taken: string })[]): void {
    const effects = this.begin(`receipt ${receiptId}`)
    const isSale = from.orgId !== to.orgId && (outcome === 'arrived' || outcome === 'lost_dest')
    for (const { lineId, partId, taken } of lines) {
      const qty = pieces(taken)
      if (qty === 0n) continue
      const way = this.onTheWay.get(lineId)
      if (!way) throw new Error(`a receipt takes of line ${lineId}, which was not sent`)
      const value = qty === way.qty ? way.value : rounded(way.value * qty, way.qty)
      const charged = isSale ? shareOf(way, qty) : null
      effects.taken.push({ lineId, qty, value, charged })
      take(way, { qty, value, charged }, 1n)
      const worth = charged ? this.sell(effects, from, to, charged, value) : value
      const bearer = outcome === 'lost_source' ? from : to
      if (outcome === 'arrived') this.enter(effects, to, partId, qty, worth)
      else if (outcome === 'returned') this.enter(effects, from, partId, qty, worth)
      else this.sum(effects, `pnl ${bearer.orgId} stock_loss`, worth)
    }
  }

  private chargeOf(due: bigint): Charge {
    return { due, untaxed: this.rules.isVatSale ? due - rounded(due * rate.of, rate.in) : due }
  }

  /** The source has sold to its sister, which owes for it; answers what the goods cost there. */
  private sell(effects: Effects, from: At, to: At, { due, untaxed }: Charge, cost: bigint): bigint {
    this.sum(effects, `pnl ${from.orgId} revenue_part`, untaxed)
    this.sum(effects, `pnl ${from.orgId} cogs_part`, cost)
    this.sum(effects, `owed ${from.orgId} AR ${this.sisters.get(to.orgId)}`, due)
    this.sum(effects, `owed ${to.orgId} AP ${this.sisters.get(from.orgId)}`, due)
    return this.rules.isVatSale && this.rules.deducts(to.orgId) ? untaxed : due
  }

  /** What came in leaves as its value, as far as the pool can give it; what left comes back at its value, on its way or in stock. */
  undone(name: string): void {
    const effects = this.posted.get(name)
    if (!effects) throw new Error(`${name} is undone, which was not posted`)
    this.posted.delete(name)
    for (const [sum, amount] of effects.sums) this.add(sum, -amount)
    for (const { place, partId, qty, value } of effects.moves) {
      const pool = this.pool(place, partId)
      if (qty > 0n) this.add(`pnl ${place.orgId} stock_variance`, value - give(pool, qty, value))
      else Object.assign(pool, { qty: pool.qty - qty, value: pool.value + value })
    }
    for (const { lineId, ...taken } of effects.taken) {
      const way = this.onTheWay.get(lineId)
      if (way) take(way, taken, -1n)
    }
    for (const { lineId, requestLineId, qty } of effects.sent) {
      this.onTheWay.delete(lineId)
      this.count(requestLineId, -pieces(qty))
    }
  }

  private begin(name: string): Effects {
    const effects: Effects = { moves: [], sums: [], taken: [], sent: [] }
    this.posted.set(name, effects)
    return effects
  }

  private pool({ warehouseId }: At, partId: number): Pool {
    const key = `${warehouseId}/${partId}`
    const pool = this.pools.get(key) ?? { qty: 0n, value: 0n }
    this.pools.set(key, pool)
    return pool
  }

  private enter(effects: Effects, place: At, partId: number, qty: bigint, value: bigint): void {
    const pool = this.pool(place, partId)
    Object.assign(pool, { qty: pool.qty + qty, value: pool.value + value })
    effects.moves.push({ place, partId, qty, value })
  }

  private leave(effects: Effects, place: At, partId: number, qty: bigint): bigint {
    const value = give(this.pool(place, partId), qty)
    effects.moves.push({ place, partId, qty: -qty, value })
    return value
  }

  private sum(effects: Effects, name: string, amount: bigint): void {
    effects.sums.push([name, amount])
    this.add(name, amount)
  }

  private add(name: string, amount: bigint): void {
    this.sums.set(name, (this.sums.get(name) ?? 0n) + amount)
  }

  private count(lineId: number | null, qty: bigint): void {
    if (lineId !== null) this.executed.set(lineId, (this.executed.get(lineId) ?? 0n) + qty)
  }

  /** What orders that wait to be sent and requests that want their goods are promised of a part in a warehouse. */
  private asked({ warehouseId }: At, partId: number): bigint {
    const linesOf = (promises: ReadonlyMap<number, Pledge>) =>
      [...promises.values()].filter(({ at }) => at.warehouseId === warehouseId).flatMap(({ lines }) => lines)
    const waiting = linesOf(this.waiting)
    const ofRequests = linesOf(this.requests).map(({ lineId, partId: part, qty }) => {
      const passedOn = total(waiting.filter(({ requestLineId }) => requestLineId === lineId).map((line) => line.qty))
      const rest = qty - (this.executed.get(lineId) ?? 0n) - passedOn
      return part === partId && rest > 0n ? rest : 0n
    })
    return total(ofRequests) + total(waiting.filter((line) => line.partId === partId).map((line) => line.qty))
  }

  /** Every figure in which the program's books and these differ; none when all is well. */
  async differences(): Promise<string[]> {
    const rows = await this.shop.sql<{ name: string; amount: string; digits: number }>(standing)
    const found = new Map(rows.map(({ name, amount, digits }) => [name, whole(amount, digits)]))
    const wanted = this.now()
    return [...new Set([...found.keys(), ...wanted.keys()])]
      .filter((name) => (found.get(name) ?? 0n) !== (wanted.get(name) ?? 0n))
      .map((name) => `${name}: ${found.get(name) ?? 0n}, should be ${wanted.get(name) ?? 0n}`)
  }

  private now(): Map<string, bigint> {
    const wanted = new Map(this.sums)
    for (const [key, { qty, value }] of this.pools) {
      const [warehouseId, partId] = key.split('/').map((id) => Number.parseInt(id, 10)) as [number, number]
      const asked = this.asked({ orgId: 0, warehouseId }, partId)
      const held = asked < qty ? asked : qty
      wanted.set(`qty ${key}`, qty)
      wanted.set(`value ${key}`, value)
      wanted.set(`held ${key}`, held)
      wanted.set(`waiting ${key}`, asked - held)
    }
    for (const [lineId, { qty, value }] of this.onTheWay) {
      wanted.set(`way qty ${lineId}`, qty)
      wanted.set(`way value ${lineId}`, value)
    }
    return wanted
  }
}

const promiseOf = ({ lineId, partId, qty, requestLineId }: Omit<Sent, 'price'>) => ({
  lineId,
  partId,
  qty: pieces(qty),
  requestLineId,
})
const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const amountOf = (qty: string, price: string) => rounded(pieces(qty) * fen(price), decimals)

/** Takes off what a receipt took of a line on its way, or puts it back. */
function take(way: Way, { qty, value, charged }: Omit<Effects['taken'][number], 'lineId'>, sign: 1n | -1n): void {
  way.qty -= sign * qty
  way.value -= sign * value
  if (!charged) way.free += sign * qty
  else
    way.charged = { due: way.charged.due + sign * charged.due, untaxed: way.charged.untaxed + sign * charged.untaxed }
}

/** What is owed for some of a line that is on its way: of what was agreed for it and is not charged yet, without what nobody is charged for. */
function shareOf(way: Way, qty: bigint): Charge {
  const share = (of: keyof Charge) => {
    const left = way.agreed[of] - way.charged[of] - rounded(way.agreed[of] * way.free, way.sent)
    return left <= 0n ? 0n : rounded(left * qty, way.qty)
  }
  return { due: share('due'), untaxed: share('untaxed') }
}

/** Goods out at the average, or at what was asked where what stays keeps a sensible average (business/ledgers 4.1). */
function give(pool: Pool, qty: bigint, asked?: bigint): bigint {
  const free = qty === pool.qty ? pool.value : rounded(pool.value * qty, pool.qty)
  const rest = { qty: pool.qty - qty, value: pool.value - (asked ?? 0n) }
  const isSensible =
    asked !== undefined && rest.qty > 0n && rest.value >= 0n && rest.value * pool.qty <= 10n * pool.value * rest.qty
  const given = isSensible ? asked : free
  Object.assign(pool, { qty: rest.qty, value: pool.value - given })
  return given
}

/** What the program's books say, under the same names, with the digits behind the point. */
const standing = `select 'qty ' || c.warehouse_id || '/' || c.part_id as name, c.qty as amount, 4 as digits from stock_cost c
    join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind <> 'transit' where c.group_id = $1
  union all
  select 'value ' || c.warehouse_id || '/' || c.part_id, c.value, 2 from stock_cost c
    join warehouse w on w.group_id = c.group_id and w.id = c.warehouse_id and w.kind <> 'transit' where c.group_id = $1
  union all
  select 'way qty ' || order_line_id, qty, 4 from transit_balance where group_id = $1
  union all
  select 'way value ' || order_line_id, value, 2 from transit_balance where group_id = $1
  union all
  select 'held ' || warehouse_id || '/' || part_id, sum(qty - released_qty - backorder_qty), 4 from stock_reservation
    where group_id = $1 and is_live group by warehouse_id, part_id
  union all
  select 'waiting ' || warehouse_id || '/' || part_id, sum(backorder_qty), 4 from stock_reservation
    where group_id = $1 and is_live group by warehouse_id, part_id
  union all
  select 'pnl ' || org_id || ' ' || kind, sum(amount), 2 from pnl_ledger where group_id = $1 group by org_id, kind
  union all
  select 'owed ' || org_id || ' ' || account || ' ' || partner_id, balance, 2 from partner_balance where group_id = $1`
