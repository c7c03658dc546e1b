// What of a repair's bill a member card pays: which lines its packages cover, what a use is worth, and which of its money goes first (business/cards 5).
import {
  add,
  compare,
  type Decimal,
  div,
  equals,
  isPositive,
  isZero,
  max,
  min,
  money,
  mul,
  sub,
  truncate,
} from '../kernel/decimal'
import { borneBy } from '../kernel/charged-share'
import type { deductRules } from './words'

/** What of a package is left on a card, as far as it decides about covering a line. Times have at most 4 decimals, money 2. */
export interface PackageItem {
  id: number
  cardId: number
  serviceItemId: number | null
  partId: number | null
  /** The one car that it is good for, of what is bound to one; and the one type of cars. */
  vehicleId: number | null
  carTypeId: number | null
  /** Its last day; null is for ever. */
  validUntil: string | null
  timesLeft: Decimal
  valueLeft: Decimal
  /** What one use is worth, 4 decimals. */
  allocPrice: Decimal
}

/** A line of an order that a package may cover. */
export interface CoverableLine {
  id: number
  payer: string
  serviceItemId: number | null
  partId: number | null
  qty: Decimal
  /** What the customer brought himself, or what is used up with the work, is not charged and so not covered. */
  isUncharged: boolean
}

/** So many times of an item cover a line, or a part of one whose rest another item covers. */
export interface PackageUse {
  lineId: number
  cardItemId: number
  times: Decimal
}

/** The car that comes, and the day. */
interface CoveredCar {
  vehicleId: number | null
  carTypeId: number | null
  bizDate: string
}

/** Whether a day has passed after which nothing is good any more; null never passes. */
export const isExpired = (validUntil: string | null, bizDate: string): boolean =>
  validUntil !== null && validUntil < bizDate

/** Whether an item is good for that car that day, whatever is left of it (business/cards 2). */
export const isGoodFor = (
  item: Pick<PackageItem, 'vehicleId' | 'carTypeId' | 'validUntil'>,
  car: CoveredCar,
): boolean =>
  (item.vehicleId === null || item.vehicleId === car.vehicleId) &&
  (item.carTypeId === null || item.carTypeId === car.carTypeId) &&
  !isExpired(item.validUntil, car.bizDate)

/** Whether an item is one of what a line is of, and the line one that a package may cover. */
export const isOfLine = (item: Pick<PackageItem, 'serviceItemId' | 'partId'>, line: CoverableLine): boolean =>
  line.payer === 'customer' &&
  !line.isUncharged &&
  (item.serviceItemId === null ? item.partId === line.partId : item.serviceItemId === line.serviceItemId)

/** Whether an item may cover a line of that car that day, whatever is left of it (business/cards 5). */
export const covers = (item: PackageItem, line: CoverableLine, car: CoveredCar): boolean =>
  isOfLine(item, line) && isGoodFor(item, car)

/**
 * The uses that packages would be put to: each line that can be covered whole, by the items whose day comes first before the others (business/cards 5). A line of
 * which something would be left stays uncovered.
 */
export function proposedUses(
  lines: readonly CoverableLine[],
  items: readonly PackageItem[],
  car: CoveredCar,
): PackageUse[] {
  const left = new Map(items.map(({ id, timesLeft }) => [id, timesLeft]))
  const inTurn = items.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.id - b.id)
  return lines.flatMap((line) => {
    let open: Decimal = line.qty
    const uses: PackageUse[] = []
    for (const item of inTurn.filter((each) => covers(each, line, car))) {
      const times = min(open, left.get(item.id) ?? '0')
      if (!isPositive(times)) continue
      uses.push({ lineId: line.id, cardItemId: item.id, times })
      open = sub(open, times)
    }
    if (!isZero(open)) return []
    for (const { cardItemId, times } of uses) left.set(cardItemId, sub(left.get(cardItemId) ?? '0', times))
    return uses
  })
}

const dayOf = ({ validUntil }: PackageItem) => validUntil ?? '9999-12-31'

/** A use with what it is worth, yuan with tax and 2 decimals. */
export interface ValuedUse extends PackageUse {
  value: Decimal
}

/** What uses are worth, one after the other: times by price, and of the last of an item what is left of it (business/cards 2). Uses of items that are not there are worth nothing. */
export function valuedUses(uses: readonly PackageUse[], items: readonly PackageItem[]): ValuedUse[] {
  const left = new Map(items.map(({ id, timesLeft, valueLeft }) => [id, { timesLeft, valueLeft }]))
  const prices = new Map(items.map(({ id, allocPrice }) => [id, allocPrice]))
  return uses.map((use) => {
    const item = left.get(use.cardItemId)
    if (!item) return { ...use, value: '0.00' }
    const isLast = compare(use.times, item.timesLeft) >= 0
    const value = isLast
      ? item.valueLeft
      : money(min(mul(use.times, prices.get(use.cardItemId) ?? '0'), item.valueLeft))
    left.set(use.cardItemId, {
      timesLeft: max('0', sub(item.timesLeft, use.times)),
      valueLeft: money(sub(item.valueLeft, value)),
    })
    return { ...use, value: money(value) }
  })
}

/** What uses are worth line by line; a line that none covers is not in it. */
export function packageValues(uses: readonly ValuedUse[]): Map<number, Decimal> {
  const values = new Map<number, Decimal>()
  for (const { lineId, value } of uses) values.set(lineId, money(add(values.get(lineId) ?? '0', value)))
  return values
}

/** Whether uses cover a line as a whole, neither less nor more of it (business/cards 5). */
export const isWholeLine = (uses: readonly PackageUse[], { id, qty }: Pick<CoverableLine, 'id' | 'qty'>): boolean =>
  equals(add('0', ...uses.filter(({ lineId }) => lineId === id).map(({ times }) => times)), qty)

/** The money on a card, yuan with 2 decimals, and which of it goes first. Granted money whose day is over counts as none. */
export interface CardMoney {
  principal: Decimal
  gift: Decimal
  deductRule: keyof typeof deductRules
}

/**
 * How an amount is taken off a card: paid and granted money by the rule of its type, of the latter at most `giftMost`, which is what is left of the customer's own lines
 * (business/cards 5). What the card cannot bear is `short`. Yuan with 2 decimals.
 */
export function splitOfCard(
  amount: Decimal,
  { principal, gift, deductRule }: CardMoney,
  giftMost: Decimal,
): { principal: Decimal; gift: Decimal; short: Decimal } {
  const most = min(gift, max('0', giftMost))
  const byRule = {
    principal_first: sub(amount, principal),
    gift_first: amount,
    ratio: byRatio(amount, principal, gift),
  }
  // What the rule does not take of the one must come of the other, as far as it is there.
  const granted = min(most, max(byRule[deductRule], sub(amount, principal)))
  const fromGift = max('0', granted)
  const fromPrincipal = min(principal, sub(amount, fromGift))
  return {
    principal: money(fromPrincipal),
    gift: money(fromGift),
    short: money(sub(amount, add(fromPrincipal, fromGift))),
  }
}

const byRatio = (amount: Decimal, principal: Decimal, gift: Decimal): Decimal => {
  const whole = add(principal, gift)
  return isZero(whole) ? '0' : money(div(mul(amount, gift), whole))
}

/** The most that a card pays of a bill whose own lines come to `giftMost`; yuan with 2 decimals. */
export const mostOfCard = ({ principal, gift }: Pick<CardMoney, 'principal' | 'gift'>, giftMost: Decimal): Decimal =>
  money(add(principal, min(gift, max('0', giftMost))))

/** Points for what a customer has paid, granted money apart: so many a yuan, whole points only, as money with 2 decimals (business/cards 1). */
export const pointsFor = (paid: Decimal, pointsPerYuan: Decimal): Decimal => {
  const [whole] = mul(paid, pointsPerYuan).split('.')
  return money(whole as string)
}

/**
 * Points that a refund takes back: of those that the settlement granted the share that has gone back by now of what the customer owed, whole points only, and all of them once
 * all has; less what earlier refunds have taken (business/cards 5). Yuan of the customer's, points with 2 decimals.
 */
export function pointsBack(
  { granted, takenBack }: { granted: Decimal; takenBack: Decimal },
  { back, due }: { back: Decimal; due: Decimal },
): Decimal {
  if (!isPositive(granted) || !isPositive(due)) return '0.00'
  const whole = compare(back, due) >= 0 ? granted : truncate(div(mul(granted, back), due), 0)
  return money(max('0', sub(whole, takenBack)))
}

/** What a line has used of an item, and what of that has come back; times and yuan, none below zero. */
export interface UsedTimes {
  cardItemId: number
  times: Decimal
  value: Decimal
  backTimes: Decimal
  backValue: Decimal
}

/** Times that come back of a line, those that were used last before the others, with their worth: counted from the beginning, so that all of them are worth what was used (business/cards 5). */
export function timesBack(used: readonly UsedTimes[], times: Decimal): Omit<ValuedUse, 'lineId'>[] {
  let left = times
  return used.toReversed().flatMap((use) => {
    const back = min(left, sub(use.times, use.backTimes))
    if (!isPositive(back)) return []
    left = sub(left, back)
    const value = money(sub(borneBy(use.value, add(use.backTimes, back), use.times), use.backValue))
    return [{ cardItemId: use.cardItemId, times: back, value }]
  })
}

/** What shops owe each other for something, and what of both has gone back; yuan with 2 decimals. */
export interface BookedAcross {
  /** What the card or the packages of the other shop have paid, and what of that has gone back. */
  whole: Decimal
  back: Decimal
  /** What the shops owe each other for it, and what of that has gone back. */
  booked: Decimal
  bookedBack: Decimal
}

/** What of a debt across shops goes back with a further part of what it was for: counted from the beginning, so that all of it takes back just what was booked (ADR 0299). */
export const acrossBack = ({ whole, back, booked, bookedBack }: BookedAcross, now: Decimal): Decimal =>
  money(sub(borneBy(booked, add(back, now), whole), bookedBack))

/** Money that goes back to cards, most of each what it paid and has not got back, in their order; yuan with 2 decimals, and what none of them has paid. */
export function sharedBack(amount: Decimal, paid: readonly Decimal[]): { parts: Decimal[]; rest: Decimal } {
  let left = amount
  const parts = paid.map((most) => {
    const part = money(max('0', min(left, most)))
    left = sub(left, part)
    return part
  })
  return { parts, rest: money(left) }
}

/** Why coupons may not be used together, in words: one an order unless all of them are 可叠加 (business/cards 5). */
export function stackingProblem(coupons: readonly { couponNo: string; isStackable: boolean }[]): string | undefined {
  const alone = coupons.find(({ isStackable }) => !isStackable)
  return alone && coupons.length > 1 ? `代金券 ${alone.couponNo} 不能与其他代金券同时使用` : undefined
}
