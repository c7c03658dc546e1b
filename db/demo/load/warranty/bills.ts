// 三包单 of the demo's months: those that settlements have made, and batteries without an order (business/demo 5.7).
import { daysBetween } from '@chepu/contract/kernel/calendar'
import { warrantyBillPrices } from '@chepu/contract/warranty/bill-prices'
import { warrantyBill } from '@chepu/contract/warranty/warranty-bill'
import { addDays, shanghaiDay } from '../../../../packages/server/src/kernel/base/calendar'
import { batteryMaker, makerFaults, terms } from '../../three-guarantees'
import { demoVehicles, kilometresOn } from '../../vehicles'
import type { Desk, Saved } from '../desk'
import { type DemoShop, sellable, taxRateOf } from '../shop'
import { makerId } from './masters'
import { attachPhotos } from './photos'

const { routes } = warrantyBill

/** Who enters bills of a shop, and who looks them through. */
export interface Office {
  shop: DemoShop
  clerk: Desk
  head: Desk
}

/** A bill on its manufacturer, and when it was repaired. */
export interface Bill extends Saved {
  makerId: number
  day: string
}

/** How far a bill comes. */
export type Course = 'draft' | 'submitted' | 'approved'

/** A bill as somebody has typed it, before its terms are asked for. */
interface Typed {
  id?: number
  version?: number
  header: { manufacturerId: number; vehicleId: number | null; causePartId: number; repairedOn: string }
  labour: readonly object[]
  materials: readonly object[]
  extras: readonly object[]
}

/** Completes the draft of a settlement: the VIN as it was read off the car, the fault, and the way to the car where there was one. */
export async function complete(office: Office, id: number, course: Course, isOutside: boolean): Promise<Bill> {
  const { header, labour, materials } = await office.clerk.call(routes.read, { params: { id } })
  const { manufacturerId, vehicleId, bizDate } = header
  const [cause] = materials
  const maker = Object.keys(terms).find((name) => makerId(office.shop, name) === manufacturerId) ?? ''
  const way = { name: '外出服务费', qty: '36', price: terms[maker]?.outingRate, taxRate: '0.06' }
  const typed = {
    ...header,
    manufacturerId,
    vehicleId,
    causePartId: cause?.partId as number,
    faultCodeId: faultOf(office.shop, maker, cause?.partName ?? ''),
    handling: 'replace',
    checkedVin: header.vin ?? '',
    repairedOn: bizDate,
  }
  const lines = { labour, materials, extras: isOutside ? [way] : [] }
  return enter(office, { id, version: header.version, header: typed, ...lines }, course)
}

const faultOf = ({ book }: DemoShop, maker: string, partName: string): number | null =>
  book.idOrNull('fault', makerFaults.find((fault) => fault.maker === maker && fault.of.test(partName))?.code ?? null)

/** A battery that failed within its guarantee, on a customer's car or without one, on a day. */
interface FailedBattery {
  day: string
  number: number
  plate?: string | undefined
  customerCode: string
  /** Without a car: whether he wants another one. */
  isReplaced?: boolean
}

/** The batteries that a shop sells. */
export const batteriesOf = (shop: DemoShop): number[] =>
  [...sellable(shop)].flatMap(([id, { part }]) => (part.name.startsWith('蓄电池') ? [id] : []))

/** Its bill. */
export async function billBattery(
  office: Office,
  { day, number, plate, customerCode, isReplaced = plate !== undefined }: FailedBattery,
  course: Course,
  batteries = batteriesOf(office.shop),
): Promise<Bill> {
  const { shop, clerk } = office
  const car = demoVehicles.find((each) => each.plate === plate)
  const partId = batteries[number % batteries.length] as number
  const manufacturerId = makerId(shop, batteryMaker)
  const { parts } = await clerk.call(warrantyBillPrices, {
    query: { manufacturerId, partIds: String(partId), day } as never,
  })
  const taxRate = taxRateOf(shop)
  const header = {
    bizDate: day,
    partnerId: shop.book.id('partner', customerCode),
    manufacturerId,
    vehicleId: car ? shop.book.id('vehicle', car.plate) : null,
    faultCodeId: shop.book.id('fault', number % 3 === 2 ? 'QY02' : 'QY01'),
    complaint: number % 3 === 2 ? '静置一夜电压低于8伏' : '冷车启动无力，容量检测不合格',
    causePartId: partId,
    handling: isReplaced ? 'replace' : 'return',
    repairedOn: day,
    ...(car
      ? {
          checkedVin: car.vin,
          invoicedOn: addDays(shanghaiDay(), car.purchasedDays),
          mileage: kilometresOn(car, daysBetween(shanghaiDay(), day)),
        }
      : { boughtOn: addDays(day, -150) }),
  }
  const price = parts.find((each) => each.partId === partId)?.price ?? '320'
  const labour = { name: '更换蓄电池', serviceItemId: shop.book.id('serviceItem', '更换蓄电池') }
  const lines = {
    labour: car ? [{ ...labour, pricingMode: 'hours', stdHours: '0.4', price: '80', taxRate }] : [],
    materials: [{ partId, qty: '1', price, taxRate, returnsOldPart: true }],
    extras: [],
  }
  return enter(office, { header, ...lines }, course)
}

/** Saves a bill with what its terms ask for, and takes it as far as it comes. */
async function enter({ clerk, head }: Office, { header, ...rest }: Typed, course: Course): Promise<Bill> {
  const { manufacturerId, vehicleId, causePartId, repairedOn } = header
  const { claimBy, isInTerm, doubts, photos } = await clerk.call(warrantyBillPrices, {
    query: {
      manufacturerId,
      partIds: String(causePartId),
      causePartId,
      day: repairedOn,
      ...termOf(vehicleId, header),
    } as never,
  })
  const isLate = claimBy !== null && claimBy < shanghaiDay()
  const termReason = isLate
    ? '厂家系统升级，已报备延期申报'
    : isInTerm === false
      ? '已报厂家审批，同意按三包受理'
      : doubts.length > 0
        ? '已与厂家服务经理核实'
        : ''
  const body = { ...rest, header: { ...header, termReason } }
  let bill = await clerk.save(routes, body)
  if (course !== 'draft') {
    await attachPhotos(clerk, bill.id, photos)
    bill = await clerk.act(routes, bill, 'submit')
  }
  if (course === 'approved') bill = await head.act(routes, bill, 'approve')
  return { ...bill, makerId: manufacturerId, day: repairedOn }
}

/** What the term of a car is judged by, or that of a part without one. */
const termOf = (vehicleId: number | null, header: object) => {
  const { partnerId, boughtOn, invoicedOn, mileage } = header as Record<string, string | number | null | undefined>
  return vehicleId
    ? { vehicleId, ...(invoicedOn && { invoicedOn }), ...(mileage && { mileage }) }
    : { partnerId, ...(boughtOn && { boughtOn }) }
}
