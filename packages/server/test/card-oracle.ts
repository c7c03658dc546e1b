// Second books of cards: what was typed and taken, worked out by plain arithmetic in fen, in the order in which the ledgers say that it came. They share no rule with the program.
import { shanghaiDay } from '../src/kernel/base/calendar'
import { type Counters, fen, type Kind, type Told, yuan } from './card-hand'

export interface Entry {
  id: number
  docKind: string
  docId: number
  orgId: number
  reversalOf: number | null
  /** Of a slip: what it is for, and who made it. */
  purpose: string | null
  maker: string | null
}
interface MoneyEntry extends Entry {
  cardId: number
  principal: string
  gift: string
  points: string
}
export interface ItemEntry extends Entry {
  itemId: number
  times: string
  value: string
}
export interface Item {
  id: number
  orgId: number
  cardId: number
  packId: number
  slipId: number
  soldOn: string
  timesLeft: string
  valueLeft: string
}
export interface Card {
  id: number
  orgId: number
  kindId: number
  issuedOn: string
  principal: string
  gift: string
  points: string
}
type Purse = Record<'principal' | 'gift' | 'points', bigint>
const purses = ['principal', 'gift', 'points'] as const

type Settled = Extract<Told, { step: 'settled' }>
type Refunded = Extract<Told, { step: 'refunded' }>
/** One settling of an order: what its card has paid, and what has come back of it since. */
interface Bill {
  told: Settled
  split?: Purse
  refunds: Map<string, Purse & { amount: bigint; receivable: bigint }>
  /** Refunds and their undoing, of which so many have been counted. */
  later: Told[]
  counted: number
}

export const today = shanghaiDay()
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
export const least = (a: bigint, b: bigint) => (b < a ? b : a)
/** A part of what is not below zero, rounded half up. */
export const share = (amount: bigint, part: bigint, whole: bigint) => (2n * amount * part + whole) / (2n * whole)
export const sum = <Row>(rows: readonly Row[], of: (row: Row) => bigint) =>
  rows.reduce((total, row) => total + of(row), 0n)
export const keyOf = ({ maker, docKind, docId }: Entry): string => maker ?? `${docKind}:${docId}`
export const isMade = ({ step }: Told): boolean => step !== 'undone'
const nothing = (): Purse => ({ principal: 0n, gift: 0n, points: 0n })

/** What is granted with a recharge: 50.00 from 500.00 on, a tenth from 1 000.00 on. */
const granted = (paid: bigint) => (paid >= 100_000n ? share(paid, 1n, 10n) : paid >= 50_000n ? 5000n : 0n)

type Move = 'Added' | 'Used' | 'Refunded' | 'Expired'
/** What an entry is in the report of what is owed. */
export function moveOf({ docKind, purpose }: Entry): Move {
  if (docKind !== 'card_voucher') return 'Used'
  return purpose === 'refund_card' ? 'Refunded' : purpose === 'expire' ? 'Expired' : 'Added'
}

/** A row of the one ledger or of the other. */
const rowOf = (entry: Entry, id: number) => `${'times' in entry ? 'item' : 'money'} ${id}`

/** What both books of cards note: sums of the report, claims between shops, and what is wrong. */
export class Notes {
  readonly sums = new Map<string, bigint>()
  readonly claims = new Map<number, bigint>()
  readonly wrong: string[] = []
  /** Steps with the rows that they have made, and rows that were taken back. */
  private readonly rows = new Map<Told, string[]>()
  private readonly undone = new Set<string>()
  private readonly byKey = new Map<string, Told[]>()

  constructor(told: readonly Told[]) {
    for (const each of told) this.byKey.set(each.key, [...(this.byKey.get(each.key) ?? []), each])
  }

  told(key: string): readonly Told[] {
    return this.byKey.get(key) ?? []
  }

  fault(entry: Entry, what: string): void {
    this.wrong.push(`${keyOf(entry)} row ${entry.id}: ${what}`)
  }

  made(told: Told, entry: Entry): void {
    this.rows.set(told, [...(this.rows.get(told) ?? []), rowOf(entry, entry.id)])
  }

  takenBack(entry: Entry): void {
    this.undone.add(rowOf(entry, entry.reversalOf as number))
  }

  count(name: string, amount: bigint): void {
    this.sums.set(name, (this.sums.get(name) ?? 0n) + amount)
  }

  /** Who uses what another shop owes is owed it. */
  claim(of: number, on: number, amount: bigint): void {
    if (of === on) return
    this.claims.set(of, (this.claims.get(of) ?? 0n) + amount)
    this.claims.set(on, (this.claims.get(on) ?? 0n) - amount)
  }

  /** What was told has its rows where it must have some, and these are taken back where it was undone. */
  close(mustHaveRows: (told: Told) => boolean): void {
    for (const [key, all] of this.byKey)
      for (const [i, told] of all.entries()) {
        if (!isMade(told)) continue
        const rows = this.rows.get(told) ?? []
        const isUndone = all[i + 1]?.step === 'undone'
        if (rows.length === 0 && mustHaveRows(told)) this.wrong.push(`${key}: nothing stands of step ${i + 1}`)
        if (rows.some((id) => this.undone.has(id) !== isUndone))
          this.wrong.push(`${key}: step ${i + 1} undone: ${isUndone}`)
      }
  }
}

interface Play {
  card: Card
  kind: Kind
  now: Purse
  /** The last day of granted money, and what the row of a recharge has made of it. */
  until: string | null
  former: Map<number, { before: string | null; after: string }>
  /** Of each settlement, which settling its rows are of, and which of them it has. */
  places: Map<string, { told: Settled; has: Set<string>; isOver: boolean }>
}

/** The money on cards. */
export class MoneyBooks {
  private readonly bills = new Map<Told, Bill>()
  private readonly rows = new Map<number, Purse>()
  private readonly givenUp: Set<number>

  constructor(
    private readonly notes: Notes,
    private readonly counters: Pick<Counters, 'told' | 'kinds'>,
  ) {
    const { told } = counters
    const settled = new Map<string, Bill[]>()
    const refunds = new Map<string, Bill>()
    for (const each of told) {
      if (each.step === 'settled') {
        const bill: Bill = { told: each, refunds: new Map(), later: [], counted: 0 }
        this.bills.set(each, bill)
        settled.set(each.key, [...(settled.get(each.key) ?? []), bill])
      }
      const of = each.step === 'refunded' ? settled.get(each.settlement)?.[each.cycle - 1] : refunds.get(each.key)
      if (each.step === 'refunded' && of) refunds.set(each.key, of)
      of?.later.push(each)
    }
    const closing = told.filter((each) => each.step === 'voucher' && each.purpose === 'refund_card')
    this.givenUp = new Set(closing.map((each) => (each.step === 'voucher' ? each.cardId : 0)))
  }

  play(card: Card, entries: readonly MoneyEntry[]): void {
    const kind = this.counters.kinds.find(({ id }) => id === card.kindId) as Kind
    const until = kind.validDays === null ? null : dayAfter(card.issuedOn, kind.validDays)
    const play: Play = { card, kind, now: nothing(), until, former: new Map(), places: new Map() }
    for (const entry of entries) this.take(entry, play)
    const { notes } = this
    const isGivenUp = this.isGivenUp(card.id)
    for (const purse of purses) {
      const has = play.now[purse]
      if (fen(card[purse]) !== has)
        notes.wrong.push(`card ${card.id} has ${purse} ${card[purse]} instead of ${yuan(has)}`)
      if (isGivenUp && has !== 0n) notes.wrong.push(`card ${card.id} was given back with ${purse} ${yuan(has)}`)
    }
    if (isOver(play) && play.now.gift > 0n) notes.wrong.push(`card ${card.id} has granted money whose day is over`)
    for (const bill of this.bills.values()) if (bill.told.cardId === card.id) this.catchUp(bill, bill.later.length)
  }

  private isGivenUp(cardId: number): boolean {
    const closing = this.counters.told.filter(
      (each) => each.step === 'voucher' && each.purpose === 'refund_card' && each.cardId === cardId,
    )
    return closing.some(({ key }) => this.notes.told(key).at(-1)?.step !== 'undone')
  }

  private take(entry: MoneyEntry, play: Play): void {
    const { notes } = this
    const due = entry.reversalOf === null ? this.moneyOf(entry, play) : this.back(entry, play)
    if (!due) return notes.fault(entry, 'nobody was told of it')
    this.rows.set(entry.id, due)
    const { card, now } = play
    for (const purse of purses) {
      now[purse] += due[purse]
      if (now[purse] < 0n) notes.fault(entry, `${purse} below zero`)
      if (fen(entry[purse]) !== due[purse])
        notes.fault(entry, `${purse} ${entry[purse]} instead of ${yuan(due[purse])}`)
    }
    for (const purse of ['principal', 'gift'] as const)
      notes.count(`${card.orgId} ${card.kindId} ${purse}${moveOf(entry)}`, due[purse])
    notes.claim(entry.orgId, card.orgId, -due.principal)
  }

  private back(entry: MoneyEntry, play: Play): Purse | undefined {
    this.notes.takenBack(entry)
    const was = play.former.get(entry.reversalOf as number)
    if (was && play.until === was.after) play.until = was.before
    for (const place of play.places.values()) if (place.told.key === keyOf(entry)) place.isOver = true
    const undone = this.rows.get(entry.reversalOf as number)
    return undone && { principal: -undone.principal, gift: -undone.gift, points: -undone.points }
  }

  private moneyOf(entry: MoneyEntry, play: Play): Purse | undefined {
    const { notes } = this
    if (entry.docKind === 'card_voucher' && entry.purpose === 'expire') {
      if (!isOver(play)) notes.fault(entry, 'is not over')
      return { ...nothing(), gift: -play.now.gift }
    }
    const told =
      entry.maker?.startsWith('repair_settlement') || entry.docKind === 'repair_settlement'
        ? this.settlingOf(entry, play)
        : notes.told(keyOf(entry)).find(isMade)
    if (!told) return undefined
    notes.made(told, entry)
    if (told.step === 'voucher') return voucherOf(entry, told, play)
    if (told.step === 'refunded') return this.backBy(entry, told, play)
    const bill = this.bills.get(told) as Bill
    bill.split ??= splitOf(bill.told, play)
    const { principal, gift, points } = bill.split
    return entry.docKind === 'repair_settlement'
      ? { ...nothing(), points }
      : { principal: -principal, gift: -gift, points: 0n }
  }

  /** Which settling of an order a row is of: the one under way as long as it has none of its kind, else the next one that must have a row on this card. */
  private settlingOf(entry: MoneyEntry, { card, kind, places }: Play): Settled | undefined {
    const key = keyOf(entry)
    const place = places.get(key)
    if (place && !place.isOver && !place.has.has(entry.docKind)) {
      place.has.add(entry.docKind)
      return place.told
    }
    const all = this.notes.told(key).filter((each): each is Settled => each.step === 'settled')
    const next = all
      .slice(place ? all.indexOf(place.told) + 1 : 0)
      .find(({ cardId, amount, cash }) => cardId === card.id && (amount > 0n || pointsOf(cash, kind) > 0n))
    if (next) places.set(key, { told: next, has: new Set([entry.docKind]), isOver: false })
    return next
  }

  /** What a refund puts back, and the points that it takes: whole ones by the share that has gone back, of those that are still there. */
  private backBy({ docKind }: Entry, told: Refunded, { now }: Play): Purse {
    const all = this.counters.told.filter(({ key, step }) => key === told.settlement && step === 'settled')
    const bill = this.bills.get(all[told.cycle - 1] as Told) as Bill
    if (!bill.refunds.has(told.key)) {
      this.catchUp(bill, bill.later.indexOf(told))
      bill.counted += 1
      refundOf(bill, told, false)
    }
    const back = bill.refunds.get(told.key) as Purse
    if (docKind === 'write_off') return { ...back, points: 0n }
    const standing = [...bill.refunds.values()]
    const gone = sum(standing, ({ amount }) => amount)
    const granted = bill.split?.points ?? 0n
    const whole = gone >= bill.told.due ? granted : ((granted * gone) / bill.told.due / 100n) * 100n
    back.points = least(now.points, whole - sum(standing, ({ points }) => points))
    return { ...nothing(), points: -back.points }
  }

  /** Refunds that have left no row on the card have put nothing onto it, or it was closed by then. */
  private catchUp(bill: Bill, until: number): void {
    for (; bill.counted < until; bill.counted += 1) {
      const step = bill.later[bill.counted] as Told
      if (step.step !== 'refunded') {
        bill.refunds.delete(step.key)
        continue
      }
      const isClosed = this.givenUp.has(bill.told.cardId as number)
      const back = refundOf(bill, step, isClosed)
      if (!isClosed && (back.principal !== 0n || back.gift !== 0n))
        this.notes.wrong.push(`${step.key}: nothing came back onto the card`)
    }
  }
}

const isOver = ({ until }: Pick<Play, 'until'>): boolean => until !== null && until < today

const pointsOf = (paid: bigint, { pointsPerYuan }: Kind): bigint => ((paid * pointsPerYuan) / 100n) * 100n

function voucherOf(entry: Entry, told: Extract<Told, { step: 'voucher' }>, play: Play): Purse {
  const { now, kind, until } = play
  if (told.purpose === 'refund_card') return { principal: -now.principal, gift: -now.gift, points: -now.points }
  if (told.purpose === 'grant') return { ...nothing(), gift: told.gift, points: told.points }
  const last = told.purpose === 'recharge' && kind.validDays !== null ? dayAfter(told.bizDate, kind.validDays) : ''
  if ((until ?? '') < last) {
    play.former.set(entry.id, { before: until, after: last })
    play.until = last
  }
  return { principal: told.principal, gift: granted(told.principal), points: 0n }
}

/** What a card pays, by the rule of its type; granted money whose day is over counts as none. Points for paid money and cash. */
function splitOf({ amount, cash }: Settled, play: Play): Purse {
  const { kind, now } = play
  const there = isOver(play) ? 0n : now.gift
  const whole = now.principal + there
  const byRule = { principal_first: 0n, gift_first: amount, ratio: whole === 0n ? 0n : share(amount, there, whole) }
  const wanted = byRule[kind.rule]
  const missing = amount - now.principal
  const gift = least(there, wanted > missing ? wanted : missing)
  const principal = amount - gift
  return { principal, gift, points: pointsOf(principal + cash, kind) }
}

/** Granted money by its share of what goes back, then off what is open, then paid money as far as the card paid it. */
function refundOf(bill: Bill, told: Refunded, isClosed: boolean): Purse {
  const { due, amount: byCard, cash } = bill.told
  const standing = [...bill.refunds.values()]
  const before = sum(standing, (each) => each.amount)
  const amount = told.amount ?? due - before
  const gift = share(bill.split?.gift ?? 0n, before + amount, due) - sum(standing, (each) => each.gift)
  const receivable = least(amount - gift, due - byCard - cash - sum(standing, (each) => each.receivable))
  const left = (bill.split?.principal ?? 0n) - sum(standing, (each) => each.principal)
  const principal = isClosed ? 0n : least(amount - gift - receivable, left)
  bill.refunds.set(told.key, { amount, gift, receivable, principal, points: 0n })
  return { principal, gift, points: 0n }
}
