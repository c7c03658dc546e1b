/** Grade of a part (business/basics 3). */
export type PartGrade = 'oem' | 'oes' | 'aftermarket' | 'used' | 'reman'

export interface DemoBrand {
  name: string
  kind: 'part' | 'car'
  /** First pinyin letter, upper case. */
  initial: string
  country: string
}

export interface DemoUnit {
  name: string
  decimals: number
}

export interface DemoPartCategory {
  /** Names from the root down, joined by '/'. */
  path: string
  name: string
  parentPath: string | null
  /** Two digits per level. */
  code: string
  level: number
  isLeaf: boolean
}

interface DemoPartOe {
  oeNo: string
  /** Upper case without spaces, dots and hyphens. */
  oeNorm: string
  carBrandName: string
  isPrimary: boolean
}

export interface DemoPartFitment {
  /** Brand and series as text, e.g. '丰田 卡罗拉'. */
  modelText: string
  yearFrom: number
  yearTo: number
  position: '前' | '后' | '左' | '右' | null
  qtyPerCar: string
}

export interface DemoAuxUnit {
  unitName: string
  /** Base units in one of this unit. */
  factor: string
  use: 'purchase' | 'sale'
}

export interface DemoPart {
  code: string
  name: string
  /** Key of the family (business/demo 4), or 'kit'. */
  familyKey: string
  brandName: string
  grade: PartGrade
  categoryPath: string
  unitName: string
  auxUnits: DemoAuxUnit[]
  spec: string | null
  modelText: string | null
  origin: string
  factoryNo: string
  factoryNoNormalised: string
  barcodes: string[]
  /** Kilograms, 2 decimals. */
  weight: string
  packQty: string
  taxRateName: string
  warrantyMonths: number | null
  warrantyKm: string | null
  isWearPart: boolean
  batchManaged: boolean
  shelfLifeDays: number | null
  coreReturn: boolean
  oes: DemoPartOe[]
  fitments: DemoPartFitment[]
  /** Yuan with 2 decimals; null on the 12 parts that deliberately carry no price. */
  prices: DemoPartPrices | null
}

/** Price levels of a part, the same in every organisation (business/demo 4). */
export interface DemoPartPrices {
  purchasePrice: string
  wholesalePrice1: string
  wholesalePrice2: string
  wholesalePrice3: string
  retailPrice: string
  transferPrice: string
  minSalePrice: string
}

/** Stored once, read both ways. */
export interface DemoPartSubstitute {
  partCode: string
  substituteCode: string
  direction: 'two_way'
  priority: number
  note: string
}

/** One component of a kit; the cost ratios of a kit add up to exactly 1.0000. */
export interface DemoPartBom {
  parentCode: string
  componentCode: string
  qty: string
  costRatio: string
}
