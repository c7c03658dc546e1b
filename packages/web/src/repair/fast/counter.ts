// What stands on the page of a counter before it is saved: whose it is, its lines, who does them (business/fast-counter 1).
import type { CarInfo } from '@chepu/contract/customers/car-info'
import type { LookupPart } from '@chepu/contract/basics/lookups'
import { add, compare, type Decimal, isNegative, isPositive, trimZeros } from '@chepu/contract/kernel/decimal'
import type { BodyOf, DataOf } from '@chepu/contract/kernel/route'
import { isDecimal } from '@chepu/contract/kernel/typed'
import type { CounterKind, CounterKnown, fastOrder } from '@chepu/contract/repair/fast-order'
import type { LookupServiceItem } from '@chepu/contract/repair/lookups'

/** Who stands there, with the car that he brings. */
export interface Customer {
  partnerId: number
  partnerName: string
  mobile: string
  vehicleId: number | null
  plate: string
  vin: string
  carName: string
  lastMileage: string | null
  /** The card by which he was found; it pays before the others. */
  cardId?: number | undefined
  /** Its whole number, by which he is served whoever sees him. */
  cardNo?: string | undefined
}

/** A line as typed; figures are text, '' is one that is still missing. */
export interface CounterLine {
  key: string
  id?: number | undefined
  section: 'labour' | 'materials'
  serviceItemId: number | null
  partId: number | null
  code: string
  name: string
  unitName: string
  workerTypeId: number | null
  pricingMode: 'hours' | 'fixed'
  stdHours: string
  qty: string
  price: string
  priceSource: string
  discountRate: string
  taxRate: string
  qualityKm: string | null
  qualityDays: number | null
  isConsumable: boolean
  /** A service that is sold without discount. */
  isFixed: boolean
  /** Of material: the key of the labour that it goes with. */
  labourKey: string
  /** Of labour: who does it instead of those who do all of the order. */
  technicianId: number | null
  /** By which item of a package it is to be covered, or by none; nothing is as proposed. */
  coveredBy?: number | 'none' | undefined
  /** Of goods: what is free in the warehouse; '' of what was not asked. */
  available: string
}

/** What of a customer is said to whoever may not see him: the number of his card, and his whole plate or VIN. */
const shownBy = ({ cardNo, vehicleId, plate, vin }: Customer) => ({
  ...(cardNo !== undefined && { cardNo }),
  ...(vehicleId !== null && { car: plate || vin }),
})

/** The question what is known of a customer. */
export const knownQuery = (customer: Customer) => ({
  partnerId: customer.partnerId,
  ...(customer.vehicleId !== null && { vehicleId: customer.vehicleId }),
  ...shownBy(customer),
})

export interface CounterState {
  customer: Customer | undefined
  mileage: string
  lines: readonly CounterLine[]
  technicianIds: readonly number[]
  discount: string
  remark: string
  /** The order that was taken back, as it was read. */
  held: { id: number; version: number; billNo: string } | undefined
  couponNos: readonly string[]
  /** Coupons that he brings, which are his whose they are, as their numbers told. */
  brought: CounterKnown['coupons']
  /** What the customer has on cards, and coupons; nothing before it is known. */
  has: Pick<CounterKnown, 'rates' | 'packageItems' | 'coupons'>
}

/** A customer without cards and coupons, or of whom nothing is known yet. */
export const hasNothing: CounterState['has'] = {
  rates: { labour: null, part: null },
  packageItems: [],
  coupons: [],
}

export const blankCounter: CounterState = {
  customer: undefined,
  mileage: '',
  lines: [],
  technicianIds: [],
  discount: '',
  remark: '',
  held: undefined,
  couponNos: [],
  brought: [],
  has: hasNothing,
}

const blankLine: Omit<CounterLine, 'key' | 'section'> = {
  serviceItemId: null,
  partId: null,
  code: '',
  name: '',
  unitName: '',
  workerTypeId: null,
  pricingMode: 'fixed',
  stdHours: '0',
  qty: '1',
  price: '',
  priceSource: 'manual',
  discountRate: '1',
  taxRate: '0',
  qualityKm: null,
  qualityDays: null,
  isConsumable: false,
  isFixed: false,
  labourKey: '',
  technicianId: null,
  available: '',
}

let count = 0
const newKey = (): string => `n${(count += 1)}`

const shortened = (figure: string | null | undefined): string => (figure == null ? '' : trimZeros(figure))

export const customerOfCar = (car: CarInfo): Customer => ({
  partnerId: car.partnerId,
  partnerName: car.partnerName,
  mobile: car.partnerMobile,
  vehicleId: car.id,
  plate: car.plate,
  vin: car.vin,
  carName: car.carName,
  lastMileage: car.mileage,
})

const lineOfPart = (part: LookupPart): CounterLine => ({
  ...blankLine,
  key: newKey(),
  section: 'materials',
  partId: part.partId,
  code: part.partCode,
  name: part.partName,
  unitName: part.unitName ?? '',
  price: shortened(part.price),
  priceSource: part.price === null ? 'manual' : part.priceSource,
  discountRate: trimZeros(part.discountRate),
  taxRate: part.taxRate,
  available: part.available,
})

/** Adds a part, or raises the line that it stands on already. */
export function withPart(state: CounterState, part: LookupPart): CounterState {
  const stood = state.lines.find(({ partId, labourKey }) => partId === part.partId && labourKey === '')
  if (!stood) return { ...state, lines: [...state.lines, lineOfPart(part)] }
  return withChange(state, stood.key, { qty: isDecimal(stood.qty) ? trimZeros(add(stood.qty, '1')) : '1' })
}

/** Adds an item at what it costs on this car, with the material that goes with it; `parts` are those by their codes. */
export function withItem(
  state: CounterState,
  item: LookupServiceItem,
  parts: ReadonlyMap<string, LookupPart>,
): CounterState {
  const labour: CounterLine = {
    ...blankLine,
    key: newKey(),
    section: 'labour',
    serviceItemId: item.id,
    code: item.code,
    name: item.name,
    workerTypeId: item.workerTypeId,
    pricingMode: item.pricingMode,
    stdHours: trimZeros(item.stdHours),
    price: shortened(item.price),
    priceSource: 'service_item',
    taxRate: item.taxRate,
    qualityKm: item.qualityKm,
    qualityDays: item.qualityDays,
    isFixed: !item.allowsDiscount,
  }
  const material = item.parts.map((each): CounterLine => {
    const part = parts.get(each.code)
    const known = part
      ? lineOfPart(part)
      : {
          ...blankLine,
          key: newKey(),
          section: 'materials' as const,
          partId: each.partId,
          code: each.code,
          name: each.name,
          unitName: each.unit,
        }
    return { ...known, qty: trimZeros(each.qty), isConsumable: each.isConsumable, labourKey: labour.key }
  })
  return { ...state, lines: [...state.lines, labour, ...material] }
}

export const withChange = (state: CounterState, key: string, patch: Partial<CounterLine>): CounterState => ({
  ...state,
  lines: state.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
})

/** Takes a line off, with the material that came with it. */
export const withoutLine = (state: CounterState, key: string): CounterState => ({
  ...state,
  lines: state.lines.filter((line) => line.key !== key && line.labourKey !== key),
})

/** What has to be there before anything is saved, in words. */
export function missingOf({ customer, lines, discount }: CounterState, kind: CounterKind): string | undefined {
  if (!customer) return kind === 'fast' ? '请先选择车辆' : '请先选择客户'
  if (kind === 'fast' && customer.vehicleId === null) return '快修需选择车辆'
  if (lines.length === 0) return kind === 'fast' ? '请录入项目或商品' : '请录入商品'
  const faults = lines.map((line) => ({ line, fault: faultOf(line) })).find(({ fault }) => fault)
  if (faults) return `「${faults.line.name}」${faults.fault}`
  return isNegative(figure(discount, '0')) ? '整单优惠不能为负数' : undefined
}

/** What is wrong with the figures of a line; a price that nobody has typed is the program's. */
function faultOf({ qty, price, discountRate }: CounterLine): string | undefined {
  if (!isDecimal(qty) || !isPositive(qty)) return '请填写数量'
  if (isNegative(figure(price, '0'))) return '单价不能为负数'
  const rate = figure(discountRate, '1')
  return isNegative(rate) || compare(rate, '1') > 0 ? '折扣应在 0 到 1 之间' : undefined
}

/** Another customer stands there: what was chosen of the cards and coupons of the former goes. */
export const withCustomer = (state: CounterState, customer: Customer | undefined): CounterState => ({
  ...state,
  customer,
  mileage: '',
  couponNos: [],
  brought: [],
  lines: state.lines.map((line) => ({ ...line, coveredBy: undefined })),
})

/** A coupon is ticked, or let go. */
export const withCoupon = (state: CounterState, no: string): CounterState => ({
  ...state,
  couponNos: state.couponNos.includes(no) ? state.couponNos.filter((each) => each !== no) : [...state.couponNos, no],
})

/** A coupon that somebody brings is ticked, and offered beside those of the customer. */
export const withBrought = (state: CounterState, coupon: CounterKnown['coupons'][number]): CounterState => ({
  ...state,
  brought: [...state.brought.filter(({ couponNo }) => couponNo !== coupon.couponNo), coupon],
  couponNos: [...state.couponNos.filter((each) => each !== coupon.couponNo), coupon.couponNo],
})

/** A figure as typed, or what stands for one that is not whole. */
export const figure = (text: string, otherwise: Decimal): Decimal => (isDecimal(text) ? text : otherwise)

type Body = BodyOf<typeof fastOrder.hold>

/** The order as the counter sends it. */
export function bodyOf(
  state: CounterState,
  kind: CounterKind,
  warehouseId: number,
  salespersonId: number | null,
): Body {
  const { customer, lines, held } = state
  const labour = lines.filter(({ section }) => section === 'labour')
  const of = ({ id, qty, price, priceSource, discountRate, taxRate }: CounterLine) => ({
    ...(id !== undefined && { id }),
    qty,
    price: isDecimal(price) ? price : null,
    priceSource,
    discountRate: figure(discountRate, '1'),
    taxRate,
  })
  return {
    ...(held && { id: held.id, version: held.version }),
    kind,
    ...(customer && shownBy(customer)),
    header: {
      partnerId: customer?.partnerId ?? 0,
      vehicleId: customer?.vehicleId ?? null,
      warehouseId,
      salespersonId,
      mileage: isDecimal(state.mileage) ? state.mileage : null,
      remark: state.remark,
    },
    labour: labour.map((line) => ({
      ...of(line),
      serviceItemId: line.serviceItemId,
      name: line.name,
      workerTypeId: line.workerTypeId,
      pricingMode: line.pricingMode,
      stdHours: line.stdHours,
      qualityKm: line.qualityKm,
      qualityDays: line.qualityDays,
    })),
    materials: lines
      .filter(({ section }) => section === 'materials')
      .map((line) => ({
        ...of(line),
        partId: line.partId ?? 0,
        isConsumable: line.isConsumable,
        labourNo: labour.findIndex(({ key }) => key === line.labourKey) + 1 || null,
      })),
  }
}

/** Who does the work: those who do all of it, and by line who does that one instead. */
export function workOf({ technicianIds, lines }: CounterState, { labour }: Body) {
  const own = lines.filter(({ section }) => section === 'labour').map(({ technicianId }) => technicianId)
  return {
    technicians: technicianIds.map((employeeId) => ({ employeeId })),
    labour: (labour ?? []).map((line, i) => {
      const employeeId = own[i] ?? null
      return employeeId === null ? line : { ...line, technicians: [{ employeeId }] }
    }),
  }
}

/** An order that was taken back, as it stood. */
export function stateOfHeld({ header, labour, materials }: DataOf<typeof fastOrder.take>): CounterState {
  const lines = [...labour, ...materials].map((line): CounterLine => ({
    ...blankLine,
    key: `l${line.id}`,
    id: line.id,
    section: line.section === 'labour' ? 'labour' : 'materials',
    serviceItemId: ('serviceItemId' in line && line.serviceItemId) || null,
    partId: ('partId' in line && line.partId) || null,
    code: line.partCode ?? line.serviceItemCode ?? '',
    name: line.partName ?? line.name,
    unitName: line.unitName ?? '',
    workerTypeId: ('workerTypeId' in line && line.workerTypeId) || null,
    pricingMode: 'pricingMode' in line ? (line.pricingMode ?? 'fixed') : 'fixed',
    stdHours: 'stdHours' in line ? trimZeros(line.stdHours) : '0',
    qty: trimZeros(line.qty),
    price: shortened(line.price),
    priceSource: line.priceSource,
    discountRate: trimZeros(line.discountRate ?? '1'),
    taxRate: line.taxRate ?? '0',
    isConsumable: 'isConsumable' in line && line.isConsumable,
    // What cards grant stands in its rate already, where it may be granted.
    isFixed: line.section === 'labour' && trimZeros(line.discountRate ?? '1') === '1',
    labourKey: 'labourNo' in line && line.labourNo ? `l${labour[line.labourNo - 1]?.id}` : '',
  }))
  return {
    ...blankCounter,
    customer: {
      partnerId: header.partnerId,
      partnerName: header.partnerName,
      mobile: header.contactMobile,
      vehicleId: header.vehicleId,
      plate: header.plate ?? '',
      vin: header.vin ?? '',
      carName: header.modelText ?? '',
      lastMileage: header.lastMileage,
    },
    mileage: shortened(header.mileage),
    lines,
    remark: header.remark,
    held: { id: header.id, version: header.version, billNo: header.billNo },
  }
}

/** Rows in the order in which they stood before, new ones behind them; what is there no more goes. */
export function inOrderOf<Row extends { id: number }>(before: readonly Row[], now: readonly Row[]): Row[] {
  const places = new Map(before.map(({ id }, i) => [id, i]))
  const placeOf = ({ id }: Row) => places.get(id) ?? before.length
  return now.toSorted((a, b) => placeOf(a) - placeOf(b))
}
