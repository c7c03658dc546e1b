import type { PlatformKey } from './platforms'
import { platforms } from './platforms'
import type { DemoAuxUnit, DemoPartFitment } from './types'

/** What the parts of one family have in common (business/demo 4). */
export interface Family {
  key: string
  /** Title of the family and, unless a row says otherwise, the first word of the part names. */
  title: string
  /** How many parts the family must have. */
  count: number
  category: string
  unit: string
  /** Average weight in grams. */
  grams: number
  packQty: number
  /** Minimum stock of the trading centre; the shops keep less. */
  minStock: number
  isWearPart?: boolean
  batchManaged?: boolean
  shelfLifeDays?: number
  coreReturn?: boolean
  qtyPerCar?: number
  /** Article-number pattern per maker; every # becomes a digit. */
  patterns?: Record<string, string>
  rows: FamilyRow[]
}

/** One use of a part; every maker named in `by` sells one for it, and those replace each other. */
export interface FamilyRow extends RowExtras {
  platform: PlatformKey | null
  /** OE numbers, the current one first, each with the car maker that issued it. */
  oes: { oeNo: string; carBrandName: string }[]
  /** Purchase price of the original part in whole yuan; 原厂 x1.0, 品牌件 x0.65, 副厂 x0.4. */
  base: number
  by: { brand: string; articleNo: string | null; variant: string | null }[]
}

export interface RowExtras {
  name?: string
  category?: string
  unit?: string
  spec?: string
  model?: string
  /** Instead of the label of the platform; '' for none. */
  label?: string
  /** Car maker of the OE numbers when no platform is given. */
  carBrand?: string
  position?: DemoPartFitment['position']
  warrantyMonths?: number
  warrantyKm?: number
  auxUnit?: DemoAuxUnit
  grams?: number
}

/**
 * One row of a family table.
 * @param oeNos numbers joined by '|', each a number or number@car maker
 * @param by makers joined by ',', each a brand, brand=article number or brand=article number=variant
 */
export function row(
  platform: PlatformKey | null,
  oeNos: string,
  base: number,
  by: string,
  extras: RowExtras = {},
): FamilyRow {
  const defaultCarBrand = platform === null ? extras.carBrand! : platforms[platform].carBrandName
  const oes = oeNos.split('|').map((number) => {
    const [oeNo, carBrandName = defaultCarBrand] = number.split('@')
    return { oeNo: oeNo!, carBrandName }
  })
  const makers = by.split(',').map((maker) => {
    const [brand, articleNo = null, variant = null] = maker.split('=')
    return { brand: brand!, articleNo, variant }
  })
  return { platform, oes, base, by: makers, ...extras }
}

/** A carton of `factor` base units, the unit of buying. */
export function carton(factor: number): DemoAuxUnit {
  return { unitName: '箱', factor: String(factor), use: 'purchase' }
}
