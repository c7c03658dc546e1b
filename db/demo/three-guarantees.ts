// What the demo's manufacturers promise, and what they call faults (business/demo 5.7).
import { manufacturerRows } from './partner-rows'

const [north, south, battery] = manufacturerRows as [string, string, string]
export const batteryMaker = battery

/** Brands of the trucks that a manufacturer builds. */
export const truckBrands: Readonly<Record<string, readonly string[]>> = {
  [north]: ['一汽解放', '福田'],
  [south]: ['东风'],
}

interface DemoTerms {
  months: number
  km: string | null
  labourRate: string
  partPriceRule: 'wholesale1' | 'purchase' | 'retail'
  partRate: string
  outingRate: string
  /** Photos that he wants to see of every bill. */
  photos: string[]
}

/** Terms of a manufacturer: those of all the months, until others have followed five weeks ago that must be claimed sooner. */
export const terms: Readonly<Record<string, DemoTerms>> = {
  [north]: {
    months: 60,
    km: '300000',
    labourRate: '100',
    partPriceRule: 'wholesale1',
    partRate: '1.05',
    outingRate: '3.5',
    photos: ['铭牌照', '里程表照', '故障件照'],
  },
  [south]: {
    months: 48,
    km: '250000',
    labourRate: '90',
    partPriceRule: 'purchase',
    partRate: '1.2',
    outingRate: '3',
    photos: [],
  },
  [battery]: {
    months: 18,
    km: null,
    labourRate: '80',
    partPriceRule: 'purchase',
    partRate: '1.1',
    outingRate: '2',
    photos: ['铭牌照', '故障件照'],
  },
}

/** Hours that manufacturers pay for an item of service, with their own code of the work. */
export const quotas: readonly (readonly [maker: string, item: string, labourCode: string, hours: string])[] = [
  [north, '更换起动机', 'BC-3708-01', '1.2'],
  [north, '更换发电机', 'BC-3701-01', '1.1'],
  [south, '更换起动机', 'NL3708010', '1'],
  [south, '更换发电机', 'NL3701010', '1'],
  [battery, '更换蓄电池', 'QY-A01', '0.4'],
]

/** Faults by manufacturer; `of` finds them by the part that failed. */
export const makerFaults: readonly { maker: string; code: string; name: string; system: string; of: RegExp }[] = [
  { maker: north, code: 'BC3708', name: '起动机打滑、不转', system: '电器', of: /^起动机/ },
  { maker: north, code: 'BC1118', name: '增压器漏油、异响', system: '发动机', of: /^涡轮增压器/ },
  { maker: north, code: 'BC3511', name: '干燥器排气阀漏气', system: '制动', of: /^空气干燥器/ },
  { maker: south, code: 'NL-E08', name: '起动机单向器失效', system: '电器', of: /^起动机/ },
  { maker: south, code: 'NL-M18', name: '增压器轴承磨损', system: '发动机', of: /^涡轮增压器/ },
  { maker: south, code: 'NL-B11', name: '空气干燥器常漏', system: '制动', of: /^空气干燥器/ },
  { maker: battery, code: 'QY01', name: '容量不足', system: '蓄电池', of: /^蓄电池/ },
  { maker: battery, code: 'QY02', name: '单格短路', system: '蓄电池', of: /^蓄电池/ },
]
