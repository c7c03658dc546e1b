import { vinCheckSign } from '@chepu/contract/kernel/vin'
import { carSeries, truckRules, vinRules } from './cars'
import type { DemoPartner } from './partner-types'
import { partnerFlag } from './partner-types'
import { partners } from './partners'
import { createRandom, type Random } from './random'

/** A car of the demo company; days are counted from today, ahead where they are positive. */
export interface DemoVehicle {
  ownerCode: string
  /** Brand and series, as the library has it. */
  seriesName: string
  carType: string
  plate: string
  vin: string
  usage: 'private' | 'commercial' | 'official'
  colorName: string
  purchasedDays: number
  /** Kilometres of two visits before the demo's months. */
  earlier: { mileage: string; days: number }
  latest: { mileage: string; days: number }
  compulsoryDays: number
  inspectionDays: number
  maintenanceDays: number
}

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const vinSigns = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'
const yearSigns = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const colors = ['白色', '白色', '白色', '黑色', '黑色', '银色', '灰色', '蓝色', '红色']

/** Classes of plates by fuel; cars of petrol and diesel have usual plates. */
const greenClass: Partial<Record<string, string>> = { hybrid: 'F', electric: 'D' }

const text = (random: Random, from: string, count: number) =>
  Array.from({ length: count }, () => random.pick([...from])).join('')

/** Customers with cars: persons mostly have one, units two (business/demo 3). */
function carCount(owner: DemoPartner, index: number): number {
  if (owner.kind === 'person') return index % 5 === 0 ? 2 : 1
  return owner.category === '车队' ? 3 : 1 + (index % 2)
}

const usages: Partial<Record<string, DemoVehicle['usage']>> = { 车队: 'commercial', 政府: 'official' }

/** The cars of the customers who have any; those of the trade have none. */
function makeVehicles(partners: readonly DemoPartner[], random: Random): DemoVehicle[] {
  const owners = partners.filter(
    ({ cusFlag, isSystem, category }) =>
      cusFlag === partnerFlag.customer && !isSystem && category !== '修理厂' && category !== '汽配店',
  )
  const cars = owners.flatMap((owner, i) => Array.from({ length: carCount(owner, i) }, () => owner))
  return cars.map((owner, i) => makeVehicle(owner, random, { index: i, count: cars.length }))
}

/** Who carries goods has trucks. */
const hasTrucks = ({ name }: DemoPartner) => /物流|货运|配送/.test(name)

function makeVehicle(owner: DemoPartner, random: Random, place: { index: number; count: number }): DemoVehicle {
  const [prefix, seriesName] = random.pick(hasTrucks(owner) ? truckRules : vinRules)
  const series = carSeries.find(({ brandName, name }) => `${brandName} ${name}` === seriesName)!
  const model = random.pick(series.models)
  const purchasedDays = -random.int(400, 9 * 365)
  const yearly = Math.max(4000, random.normal(14_000, 4000))
  const driven = (days: number) => String(Math.round(((-purchasedDays + days) / 365) * yearly) + 10)
  const latestDays = -random.int(125, 180)
  const earlierDays = Math.max(purchasedDays + 10, latestDays - random.int(80, 110))
  const spread = (shift: number) => Math.round((((place.index * shift) % place.count) / place.count) * 365) + 1
  return {
    ownerCode: owner.code,
    seriesName,
    carType: series.carType,
    plate: plateOf(random, greenClass[model.fuel], place.index),
    vin: vinOf(random, prefix, model.year, place.index),
    usage: usages[owner.category] ?? 'private',
    colorName: random.pick(colors),
    purchasedDays,
    earlier: { mileage: driven(earlierDays), days: earlierDays },
    latest: { mileage: driven(latestDays), days: latestDays },
    compulsoryDays: spread(7),
    inspectionDays: spread(11),
    maintenanceDays: random.int(5, 170),
  }
}

/** What the meter of a car shows on a day; days are counted from today. Whole kilometres. */
export function kilometresOn({ earlier, latest }: DemoVehicle, days: number): string {
  const from = Number.parseInt(earlier.mileage, 10)
  const to = Number.parseInt(latest.mileage, 10)
  return String(Math.round(to + ((to - from) / (latest.days - earlier.days)) * (days - latest.days)))
}

/** The last figures are the car's number, so that no two plates are alike. */
function plateOf(random: Random, green: string | undefined, index: number): string {
  const number = String(100 + index)
  return green === undefined ? `鄂A${text(random, signs, 2)}${number}` : `鄂A${green}${random.digits(2)}${number}`
}

function vinOf(random: Random, prefix: string, year: number, index: number): string {
  const head = prefix + text(random, vinSigns, 8 - prefix.length)
  const tail = `${yearSigns[(year - 1980) % 30]}${text(random, vinSigns, 1)}${String(100_000 + index * 37)}`
  return `${head}${vinCheckSign(`${head}0${tail}`)}${tail}`
}

/** The cars of the demo company's customers. */
export const demoVehicles = makeVehicles(partners, createRandom('vehicles'))
