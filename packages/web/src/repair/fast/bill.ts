// What a bill of the counter comes to while it is typed: what packages cover, what coupons and discount take off, what is due (business/cards 5).
import type { CoverableLine, PackageItem, PackageUse } from '@chepu/contract/cards/deduction'
import { isOfLine, proposedUses } from '@chepu/contract/cards/deduction'
import { thresholdProblem } from '@chepu/contract/cards/coupon'
import { compare, type Decimal, equals, min, sub, sumOf, trimZeros } from '@chepu/contract/kernel/decimal'
import { repairLineMoney } from '@chepu/contract/kernel/repair-figures'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { CounterKnown, PlacedUse } from '@chepu/contract/repair/fast-order'
import { settlementFigures } from '@chepu/contract/repair/settlement-figures'
import { discountableOf, type SettlementInput, type SettlementLine } from '@chepu/contract/repair/settlement-lines'
import { type CounterLine, type CounterState, figure } from './counter'

/** What is left of a package on a card of who stands there. */
export type OnCard = CounterKnown['packageItems'][number]

/** The better of what was typed and what a card of the customer grants, as the order will have it (business/cards 5). */
function rateOf(line: CounterLine, { rates: { labour, part } }: CounterState['has']): Decimal {
  const typed = figure(line.discountRate, '1')
  const granted = line.section === 'labour' ? labour : part
  return granted === null || line.isFixed ? typed : min(typed, granted)
}

/** What a line comes to, 2 decimals; a half-typed figure counts as nothing. */
export const lineNet = (line: CounterLine, has: CounterState['has']): Decimal =>
  repairLineMoney({
    qty: figure(line.qty, '0'),
    price: isDecimal(line.price) ? line.price : null,
    discountRate: rateOf(line, has),
    pricingMode: line.pricingMode,
    stdHours: figure(line.stdHours, '0'),
  }).netAmount

/**
 * How a line comes to its amount where its three figures alone do not say it: by its hours, and by what a card grants instead of the discount that was
 * typed, such as `0.5工时 × 80 × 会员折扣 0.9`. Nothing of another line, or of one that is half typed.
 */
export function reckoningOf(line: CounterLine, has: CounterState['has']): string {
  const { qty, price, discountRate, pricingMode, stdHours } = line
  if (line.isConsumable || ![qty, price, discountRate].every(isDecimal)) return ''
  const rate = rateOf(line, has)
  const isGranted = compare(rate, discountRate) < 0
  const hours = pricingMode === 'hours' ? `${trimZeros(stdHours)}工时` : ''
  if (!isGranted && hours === '') return ''
  const times = equals(qty, '1') ? '' : trimZeros(qty)
  const discount = equals(rate, '1') ? '' : `${isGranted ? '会员折扣' : '折扣'} ${trimZeros(rate)}`
  return [times, hours, trimZeros(price), discount].filter(Boolean).join(' × ')
}

/** Only what is good for the car today is known of packages, and what uses are worth is worked out where they are written. */
const asItem = (item: OnCard): PackageItem => ({
  ...item,
  vehicleId: null,
  carTypeId: null,
  valueLeft: '0.00',
  allocPrice: '0',
})

/** Lines have no ids yet: they are named by their places among all lines of the counter. */
const coverable = ({ serviceItemId, partId, qty, isConsumable }: CounterLine, id: number): CoverableLine => ({
  id,
  payer: 'customer',
  serviceItemId,
  partId,
  qty: figure(qty, '0'),
  isUncharged: isConsumable,
})

const lessUses = (items: readonly PackageItem[], uses: readonly PackageUse[]): PackageItem[] =>
  items.map((item) => ({
    ...item,
    timesLeft: sub(
      item.timesLeft,
      sumOf(
        uses.filter(({ cardItemId }) => cardItemId === item.id),
        ({ times }) => times,
      ),
    ),
  }))

/** What packages are put to: what was chosen for a line, and for all others what is proposed; `lineId` is the place of the line. */
function usesOf({ lines, has }: Pick<CounterState, 'lines' | 'has'>): PackageUse[] {
  const car = { vehicleId: null, carTypeId: null, bizDate: shanghaiDay() }
  const all = has.packageItems.map(asItem)
  const placed = lines.map((line, i) => ({ asked: coverable(line, i), by: line.coveredBy }))
  const chosen = placed.reduce<PackageUse[]>((uses, { asked, by }) => {
    const [item] = lessUses(all, uses).filter(({ id }) => id === by)
    return item ? [...uses, ...proposedUses([asked], [item], car)] : uses
  }, [])
  const open = placed.filter(({ by }) => by === undefined).map(({ asked }) => asked)
  return [...chosen, ...proposedUses(open, lessUses(all, chosen), car)]
}

/** What packages may do for a line: the items that may cover it, and what they are put to. */
export interface Cover {
  items: OnCard[]
  uses: PackageUse[]
}

/** The packages of a line, by its place; nothing of a line that none is for. */
export function coverOf({ lines, has }: CounterState, i: number, uses: readonly PackageUse[]): Cover | undefined {
  const line = lines[i]
  const items = line ? has.packageItems.filter((item) => isOfLine(item, coverable(line, i))) : []
  return items.length === 0 ? undefined : { items, uses: uses.filter(({ lineId }) => lineId === i) }
}

/** What is left of an item when the bill is settled. */
export const timesAfter = ({ id, timesLeft }: OnCard, uses: readonly PackageUse[]): Decimal =>
  sub(
    timesLeft,
    sumOf(
      uses.filter(({ cardItemId }) => cardItemId === id),
      ({ times }) => times,
    ),
  )

/** The uses as the counter sends them: by table and place in it. */
export function placedUses({ lines, has }: Pick<CounterState, 'lines' | 'has'>): PlacedUse[] {
  const placeOf = (line: CounterLine) => lines.filter(({ section }) => section === line.section).indexOf(line)
  return usesOf({ lines, has }).map(({ lineId, cardItemId, times }) => {
    const line = lines[lineId] as CounterLine
    return { section: line.section, line: placeOf(line), cardItemId, times }
  })
}

function settledLines({ lines, has }: CounterState, uses: readonly PackageUse[]): SettlementLine[] {
  const covered = new Set(uses.map(({ lineId }) => lineId))
  return lines.map((line, i) => ({
    section: line.section === 'labour' ? 'labour' : 'material',
    payer: 'customer',
    payerPartnerId: null,
    departmentId: null,
    net: line.isConsumable ? '0.00' : lineNet(line, has),
    taxRate: figure(line.taxRate, '0'),
    packageValue: covered.has(i) ? '0.00' : null,
    claimed: null,
    countsOutput: true,
    cost: '0.00',
    supplierId: null,
  }))
}

/** What the bill comes to, as its settlement will have it, and what is to be known for it; yuan with 2 decimals. */
export function billOf(state: CounterState, taxIncluded: boolean) {
  const uses = usesOf(state)
  const lines = settledLines(state, uses)
  const input: SettlementInput = {
    taxIncluded,
    customerId: state.customer?.partnerId ?? 0,
    coupons: [],
    orderDiscount: figure(state.discount, '0'),
    insurers: [],
    cardPrincipal: '0.00',
    cardGift: '0.00',
    advance: '0.00',
    money: '0.00',
  }
  const { coupons: own } = state.has
  const others = state.brought.filter(({ couponNo }) => !own.some((each) => each.couponNo === couponNo))
  const offered = [...own, ...others].map((coupon) => ({
    ...coupon,
    isChosen: state.couponNos.includes(coupon.couponNo),
    problem: thresholdProblem(coupon, discountableOf(lines, input, coupon.scope)),
  }))
  const coupons = offered.filter(({ isChosen, problem }) => isChosen && problem === null)
  const faces = coupons.map(({ face: value, threshold, scope }) => ({ value, threshold, scope }))
  const figures = settlementFigures(lines, { ...input, coupons: faces })
  return {
    uses,
    offered,
    couponNos: coupons.map(({ couponNo }) => couponNo),
    total: figures.total,
    packaged: figures.packaged,
    coupon: figures.coupon,
    due: figures.customerDue,
  }
}
