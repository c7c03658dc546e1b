import { perMille, yuanText } from './money'
import { partners } from './partners'
import { families } from './parts/build'
import { boms, kits, parts, purchaseFen } from './parts/index'
import type { DemoPart } from './parts/types'
import type { Random } from './random'
import { createRandom } from './random'
import { serviceItems } from './repair'
import { defaultLocationCode, locations } from './warehouses'

/** An organisation's view of a part (business/basics 4.1). Prices in yuan with 2 decimals; null where none is set yet. */
interface DemoProduct {
  orgCode: string
  partCode: string
  purchasePrice: string | null
  wholesalePrice1: string | null
  wholesalePrice2: string | null
  wholesalePrice3: string | null
  retailPrice: string | null
  transferPrice: string | null
  /** '0.00' = no floor. */
  minSalePrice: string
  minStock: string
  maxStock: string
  defaultWarehouseCode: string
  defaultLocationCode: string | null
  defaultSupplierCode: string | null
  leadDays: number
  onShelf: boolean
  /** The document generator never takes these out of stock. */
  isSlowMover: boolean
  /** Opens below its minimum; the document generator leaves it there. */
  isBelowMin: boolean
}

/** One line of the opening stock, dated the day before the organisation starts. */
export interface DemoOpeningStock {
  orgCode: string
  warehouseCode: string
  locationCode: string
  partCode: string
  batchNo: string | null
  qty: string
  /** Yuan per base unit. */
  unitCost: string
}

interface OrgPlan {
  orgCode: string
  /** How many of the 300 parts the organisation trades, and how many of them it has in stock on the first day. */
  products: number
  opening: number
  kits: number
  /** Its minimum stock is the trading centre's divided by this. */
  stockDivisor: number
  trades(part: DemoPart): boolean
  insistsOn(part: DemoPart): boolean
}

const workshopOnly = new Set(['body_panel', 'paint'])
const workshopAlways = new Set(['body_panel', 'paint', 'truck'])
const fastShop = new Set(
  'oil_filter air_filter cabin_filter spark_plug engine_oil fluid wiper brake_pad battery tyre bulb fastener'.split(
    ' ',
  ),
)

function componentsOfFirstKits(count: number): Set<string> {
  const chosen = new Set(kits.slice(0, count).map(({ code }) => code))
  return new Set(boms.filter(({ parentCode }) => chosen.has(parentCode)).map(({ componentCode }) => componentCode))
}

const allComponents = componentsOfFirstKits(kits.length)
const workshopComponents = componentsOfFirstKits(3)

const plans: OrgPlan[] = [
  {
    orgCode: '01',
    products: 250,
    opening: 220,
    kits: 8,
    stockDivisor: 1,
    trades: (part) => !workshopOnly.has(part.familyKey),
    insistsOn: (part) => allComponents.has(part.code) || part.prices === null,
  },
  {
    orgCode: '02',
    products: 130,
    opening: 110,
    kits: 3,
    stockDivisor: 2,
    trades: (part) => part.prices !== null,
    insistsOn: (part) => workshopAlways.has(part.familyKey) || workshopComponents.has(part.code),
  },
  {
    orgCode: '03',
    products: 70,
    opening: 60,
    kits: 0,
    stockDivisor: 3,
    trades: (part) => part.prices !== null && fastShop.has(part.familyKey),
    insistsOn: () => false,
  },
]

const familyByKey = new Map(families.map((family) => [family.key, family]))

/** The parts each organisation trades and those it has in stock on its first day. */
function choose(plan: OrgPlan, random: Random): { traded: DemoPart[]; stocked: Set<string> } {
  const wanted = parts.filter(plan.trades)
  const first = wanted.filter(plan.insistsOn)
  const others = random.sample(
    wanted.filter((part) => !plan.insistsOn(part)),
    plan.products - first.length,
  )
  const chosen = new Set([...first, ...others])
  const stockable = [...first, ...others].filter(({ prices }) => prices !== null).slice(0, plan.opening)
  return { traded: parts.filter((part) => chosen.has(part)), stocked: new Set(stockable.map(({ code }) => code)) }
}

function supplierOf(part: DemoPart): { code: string; leadDays: number } | null {
  const carBrandName = part.oes[0]?.carBrandName
  const supplier = partners.find(({ supplies }) =>
    part.brandName === '原厂'
      ? supplies?.carBrandNames.includes(carBrandName ?? '')
      : supplies?.brandNames.includes(part.brandName),
  )
  return supplier?.supplies ? { code: supplier.code, leadDays: supplier.supplies.leadDays } : null
}

/** Tyres of the trading centre have a warehouse of their own. */
function warehouseOf(orgCode: string, part: DemoPart): string {
  return orgCode === '01' && part.familyKey === 'tyre' ? 'LT' : 'ZC'
}

/** Neighbouring parts lie in neighbouring bins, as in a shop that is sorted by family. */
function placesOf(orgCode: string, traded: DemoPart[]): Map<string, string> {
  const places = new Map<string, string>()
  for (const warehouseCode of ['ZC', 'LT']) {
    const here = traded.filter((part) => warehouseOf(orgCode, part) === warehouseCode)
    const bins = locations.filter(
      (bin) => bin.orgCode === orgCode && bin.warehouseCode === warehouseCode && !bin.isDefault,
    )
    here.forEach((part, index) => places.set(part.code, bins[Math.floor((index * bins.length) / here.length)]!.code))
  }
  return places
}

/** Whole base units; a kit is kept at two. */
function stockLimits(plan: OrgPlan, part: DemoPart): { min: number; max: number } {
  const min = Math.ceil((familyByKey.get(part.familyKey)?.minStock ?? 2) / plan.stockDivisor)
  return { min, max: Math.max(4, min * 5) }
}

function product(plan: OrgPlan, part: DemoPart, place: string | null): DemoProduct {
  const { min, max } = stockLimits(plan, part)
  const supplier = supplierOf(part)
  return {
    orgCode: plan.orgCode,
    partCode: part.code,
    purchasePrice: part.prices?.purchasePrice ?? null,
    wholesalePrice1: part.prices?.wholesalePrice1 ?? null,
    wholesalePrice2: part.prices?.wholesalePrice2 ?? null,
    wholesalePrice3: part.prices?.wholesalePrice3 ?? null,
    retailPrice: part.prices?.retailPrice ?? null,
    transferPrice: part.prices?.transferPrice ?? null,
    minSalePrice: part.prices?.minSalePrice ?? '0.00',
    minStock: String(min),
    maxStock: String(max),
    defaultWarehouseCode: warehouseOf(plan.orgCode, part),
    defaultLocationCode: place,
    defaultSupplierCode: supplier?.code ?? null,
    leadDays: supplier?.leadDays ?? 0,
    onShelf: true,
    isSlowMover: false,
    isBelowMin: false,
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** Lots: four digits of week and year (DOT) on tyres, the production date on oil and batteries. */
function batchOf(part: DemoPart, random: Random): string | null {
  if (!part.batchManaged) return null
  if (part.familyKey === 'tyre') return `${twoDigits(random.int(2, 26))}26`
  return `2026${twoDigits(random.int(1, 6))}${twoDigits(random.int(1, 28))}`
}

function openingQty(plan: OrgPlan, row: DemoProduct, part: DemoPart, random: Random): string {
  const { min, max } = stockLimits(plan, part)
  if (row.isBelowMin) return String(random.int(1, min - 1))
  if (part.unitName === '升') return `${random.int(120, 360)}.5`
  const isDear = purchaseFen.get(part.code)! >= 100000
  return String(random.int(Math.max(1, min), isDear ? Math.max(3, min) : max))
}

/** What items of service use up piece by piece: bought by the box, so that the commonest work finds it months later too. */
const consumables = new Set(
  serviceItems
    .flatMap(({ materials }) => materials.filter(({ isConsumable }) => isConsumable))
    .map(({ partCode }) => partCode),
)
const boxOfConsumables = '300'

function openingLine(plan: OrgPlan, row: DemoProduct, part: DemoPart, random: Random): DemoOpeningStock {
  const batchNo = batchOf(part, random)
  const qty = openingQty(plan, row, part, random)
  const isUsedUp = plan.orgCode !== '01' && consumables.has(part.code)
  return {
    orgCode: row.orgCode,
    warehouseCode: row.defaultWarehouseCode,
    locationCode: row.defaultLocationCode ?? defaultLocationCode,
    partCode: part.code,
    batchNo,
    qty: isUsedUp ? boxOfConsumables : qty,
    unitCost: yuanText(perMille(purchaseFen.get(part.code)!, random.int(940, 1010))),
  }
}

/** Products and opening stock of all organisations: 220, 110 and 60 parts on the first day (business/demo 5.1). */
export function makeProducts(): { products: DemoProduct[]; openingStock: DemoOpeningStock[] } {
  const random = createRandom('products')
  const choices = plans.map((plan) => ({ plan, ...choose(plan, random) }))
  const shops = new Set(choices.slice(1).flatMap(({ traded }) => traded.map(({ code }) => code)))
  const centre = choices[0]!.traded.filter(({ code }) => choices[0]!.stocked.has(code) && !allComponents.has(code))
  const slow = new Set(
    random
      .sample(
        centre.filter(({ code }) => !shops.has(code)),
        10,
      )
      .map(({ code }) => code),
  )
  const rest = centre.filter(({ code, familyKey }) => !slow.has(code) && familyByKey.get(familyKey)!.minStock >= 3)
  const [belowMin, noPlace] = splitAt(
    random.sample(
      rest.filter(({ familyKey }) => familyKey !== 'tyre'),
      15,
    ),
    9,
  )

  const products = choices.flatMap(({ plan, traded }) => {
    const places = placesOf(plan.orgCode, traded)
    const isCentre = plan.orgCode === '01'
    return [
      ...traded.map((part) => ({
        ...product(plan, part, isCentre && noPlace.has(part.code) ? null : places.get(part.code)!),
        isSlowMover: isCentre && slow.has(part.code),
        isBelowMin: isCentre && belowMin.has(part.code),
      })),
      ...kits.slice(0, plan.kits).map((kit) => product(plan, kit, places.get(traded[0]!.code)!)),
    ]
  })
  const partByCode = new Map(parts.map((part) => [part.code, part]))
  const openingStock = choices.flatMap(({ plan, stocked }) =>
    products
      .filter((row) => row.orgCode === plan.orgCode && stocked.has(row.partCode))
      .map((row) => openingLine(plan, row, partByCode.get(row.partCode)!, random)),
  )
  return { products, openingStock }
}

function splitAt(list: DemoPart[], at: number): [Set<string>, Set<string>] {
  const codes = list.map(({ code }) => code)
  return [new Set(codes.slice(0, at)), new Set(codes.slice(at))]
}

export const { products, openingStock } = makeProducts()
