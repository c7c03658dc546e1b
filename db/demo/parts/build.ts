import { eanCheck } from '../identities'
import { yuanText } from '../money'
import type { Random } from '../random'
import { createRandom } from '../random'
import { bodyFamilies } from './families-body'
import { chassisFamilies } from './families-chassis'
import { maintenanceFamilies } from './families-maintenance'
import type { Family, FamilyRow } from './family'
import { platforms } from './platforms'
import { priceLevels, purchaseFen } from './prices'
import type { DemoPart, DemoPartFitment } from './types'
import { makers } from './vocabulary'

/** A part together with what the other generators need and the database does not keep. */
export interface DraftPart extends DemoPart {
  /** Parts of one group do the same job and replace each other. */
  groupKey: string
  purchaseFen: number
}

type Maker = FamilyRow['by'][number]

/** The 22 families of business/demo 4. */
export const families: Family[] = [...maintenanceFamilies, ...chassisFamilies, ...bodyFamilies]

/** Upper case without spaces, dots and hyphens (business/basics 3); also used for factory numbers. */
export function normaliseNumber(number: string): string {
  return number.toUpperCase().replaceAll(/[ .-]/g, '')
}

/** All parts of all families, numbered P000001 onwards, without the later choice of parts that carry no price. */
export function makeDrafts(): DraftPart[] {
  const random = createRandom('parts')
  const takenNumbers = new Set<string>()
  const drafts: DraftPart[] = []
  for (const family of families) {
    family.rows.forEach((familyRow, rowIndex) => {
      for (const maker of familyRow.by) {
        const factoryNo = factoryNumber(random, family, familyRow, maker, takenNumbers)
        const code = `P${String(drafts.length + 1).padStart(6, '0')}`
        drafts.push(draft(random, family, familyRow, maker, { code, factoryNo, groupKey: `${family.key}:${rowIndex}` }))
      }
    })
  }
  return drafts
}

function draft(
  random: Random,
  family: Family,
  familyRow: FamilyRow,
  maker: Maker,
  given: { code: string; factoryNo: string; groupKey: string },
): DraftPart {
  const { grade, country, ean } = makers.find(({ name }) => name === maker.brand)!
  const platform = familyRow.platform === null ? null : platforms[familyRow.platform]
  const purchase = purchaseFen(familyRow.base, grade)
  return {
    ...given,
    name: [familyRow.name ?? family.title, familyRow.label ?? platform?.label].filter(Boolean).join(' '),
    familyKey: family.key,
    brandName: maker.brand,
    grade,
    categoryPath: familyRow.category ?? family.category,
    unitName: familyRow.unit ?? family.unit,
    auxUnits: familyRow.auxUnit ? [familyRow.auxUnit] : [],
    spec: [familyRow.spec, maker.variant].filter(Boolean).join(' ') || null,
    modelText: familyRow.model ?? null,
    origin: random.chance(0.6) ? '中国' : country,
    factoryNoNormalised: normaliseNumber(given.factoryNo),
    barcodes: barcodes(random, ean, given.code),
    weight: weightText(random, familyRow.grams ?? family.grams),
    packQty: String(family.packQty),
    taxRateName: '13%',
    warrantyMonths: familyRow.warrantyMonths ?? null,
    warrantyKm: familyRow.warrantyKm === undefined ? null : String(familyRow.warrantyKm),
    isWearPart: family.isWearPart ?? false,
    batchManaged: family.batchManaged ?? false,
    shelfLifeDays: family.shelfLifeDays ?? null,
    coreReturn: family.coreReturn ?? false,
    oes: familyRow.oes.map((oe, index) => ({ ...oe, oeNorm: normaliseNumber(oe.oeNo), isPrimary: index === 0 })),
    fitments: (platform?.models ?? []).map((model) => fitment(model, family, familyRow)),
    prices: priceLevels(purchase),
    purchaseFen: purchase,
  }
}

/** The article number of the table, the OE number for original parts, else one drawn from the maker's pattern. */
function factoryNumber(random: Random, family: Family, familyRow: FamilyRow, maker: Maker, taken: Set<string>): string {
  const pattern = family.patterns?.[maker.brand]
  const fixed = maker.articleNo ?? (maker.brand === '原厂' || pattern === undefined ? familyRow.oes[0]!.oeNo : null)
  for (;;) {
    const number = fixed ?? pattern!.replaceAll('#', () => random.digits(1))
    const key = `${maker.brand}:${normaliseNumber(number)}`
    if (!taken.has(key)) {
      taken.add(key)
      return number
    }
    if (fixed !== null) throw new Error(`Factory number given twice: ${maker.brand} ${number}`)
  }
}

/** Most parts carry an EAN-13, some a second one for another packing, some none. */
function barcodes(random: Random, prefix: string, code: string): string[] {
  const count = random.weighted([
    [0, 12],
    [1, 80],
    [2, 8],
  ])
  return Array.from({ length: count }, (_, index) => {
    const body = `${prefix}${String(index + 1)}${random.digits(1)}${code.slice(-6)}`
    return body + eanCheck(body)
  })
}

/** Kilograms with 2 decimals, up to a tenth away from the family's average; yuanText prints hundredths. */
function weightText(random: Random, grams: number): string {
  return yuanText(Math.max(1, Math.round((grams * random.int(90, 110)) / 1000)))
}

function fitment(model: string, family: Family, familyRow: FamilyRow): DemoPartFitment {
  const [, modelText, yearFrom, yearTo] = /^(.+) (\d{4})-(\d{4})$/.exec(model)!
  return {
    modelText: modelText!,
    yearFrom: Number.parseInt(yearFrom!, 10),
    yearTo: Number.parseInt(yearTo!, 10),
    position: familyRow.position ?? null,
    qtyPerCar: String(family.qtyPerCar ?? 1),
  }
}
