import { normaliseNumber } from './build'
import type { DraftPart } from './build'
import { priceLevels } from './prices'
import type { DemoPart, DemoPartBom } from './types'

interface KitPlan {
  label: string
  oil: { brand: string; spec: string }
  filter: { brand: string; oeNo: string }
  washerNo: string
}

/** 保养套件: 4 litres of oil, an oil filter and a drain washer or bolt (business/demo 4). */
const plans: KitPlan[] = [
  plan('丰田 0W-20', '壳牌', '0W-20 4L', '原厂', '04152-YZZA1', '90430-12031'),
  plan('丰田 5W-30', '美孚', '5W-30 4L', '曼牌', '04152-YZZA1', '90430-12031'),
  plan('本田 0W-20', '美孚', '0W-20 4L', '原厂', '15400-RTA-003', '94109-14000'),
  plan('本田 5W-30', '嘉实多', '5W-30 4L', '曼牌', '15400-RTA-003', '94109-14000'),
  plan('日产 5W-30', '壳牌', '5W-30 4L', '原厂', '15208-65F0A', '11026-01M02'),
  plan('大众1.4T 5W-40', '壳牌', '5W-40 4L', '曼牌', '04E115561H', 'N90813202'),
  plan('大众2.0T 5W-40', '美孚', '5W-40 4L', '原厂', '06J115403Q', 'N90813202'),
  plan('别克 5W-30', '长城', '5W-30 4L', '曼牌', '55594651', '94109-14000'),
]

function plan(
  label: string,
  oilBrand: string,
  spec: string,
  filterBrand: string,
  oeNo: string,
  washerNo: string,
): KitPlan {
  return { label, oil: { brand: oilBrand, spec }, filter: { brand: filterBrand, oeNo }, washerNo }
}

interface Kit {
  part: DemoPart
  bom: DemoPartBom[]
}

/** The eight kits; a kit costs what its components cost and is priced by the same factors. */
export function makeKits(drafts: DraftPart[]): Kit[] {
  return plans.map((kitPlan, index) => {
    const components = componentsOf(kitPlan, drafts)
    const code = `TJ${String(index + 1).padStart(4, '0')}`
    const purchase = components.reduce((sum, part) => sum + part.purchaseFen, 0)
    return { part: kitPart(kitPlan, code, components, purchase), bom: bomOf(code, components, purchase) }
  })
}

function componentsOf({ oil, filter, washerNo }: KitPlan, drafts: DraftPart[]): DraftPart[] {
  const component = (what: string, matches: (part: DraftPart) => boolean) => {
    const found = drafts.find(matches)
    if (!found) throw new Error(`No component of a kit: ${what}`)
    return found
  }
  return [
    component(
      oil.spec,
      (part) => part.familyKey === 'engine_oil' && part.brandName === oil.brand && part.spec === oil.spec,
    ),
    component(filter.oeNo, (part) => part.brandName === filter.brand && part.oes[0]!.oeNo === filter.oeNo),
    component(washerNo, (part) => part.brandName === '原厂' && part.factoryNo === washerNo),
  ]
}

function kitPart(kitPlan: KitPlan, code: string, components: DraftPart[], purchase: number): DemoPart {
  const factoryNo = `DC-BY-${code.slice(-2)}`
  return {
    code,
    name: `小保养套件 ${kitPlan.label}`,
    familyKey: 'kit',
    brandName: '鼎程',
    grade: 'aftermarket',
    categoryPath: '套件/保养套件',
    unitName: '套',
    auxUnits: [],
    spec: `${kitPlan.oil.brand}机油+${kitPlan.filter.brand}机滤+放油垫`,
    modelText: null,
    origin: '中国',
    factoryNo,
    factoryNoNormalised: normaliseNumber(factoryNo),
    barcodes: [],
    weight: '4.00',
    packQty: '1',
    taxRateName: '13%',
    warrantyMonths: null,
    warrantyKm: null,
    isWearPart: true,
    batchManaged: false,
    shelfLifeDays: null,
    coreReturn: false,
    oes: [],
    fitments: components[1]!.fitments,
    prices: priceLevels(purchase),
  }
}

/** Cost ratios in ten-thousandths of the kit's cost; the first line, the dearest, takes the remainder. */
function bomOf(parentCode: string, components: DraftPart[], purchase: number): DemoPartBom[] {
  const shares = components.map((part) => Math.floor((part.purchaseFen * 10000) / purchase))
  const rest = 10000 - shares.reduce((sum, share) => sum + share, 0)
  return components.map((part, index) => ({
    parentCode,
    componentCode: part.code,
    qty: '1',
    costRatio: `0.${String(shares[index]! + (index === 0 ? rest : 0)).padStart(4, '0')}`,
  }))
}
