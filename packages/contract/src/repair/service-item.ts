import { z } from 'zod'
import { exportRoute } from '../kernel/export-route'
import { labelled, oneOf } from '../kernel/labelled'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import {
  addressedId,
  code,
  hours,
  id,
  miles,
  openPrice,
  positiveInteger,
  price,
  qty,
  text,
  text255,
} from '../kernel/scalars'
import { compare, isZero } from '../kernel/decimal'
import { serviceItemButtons } from './buttons'
import { pricingModes } from '../kernel/pricing-modes'

export const pricingMode = oneOf(pricingModes).describe(`计价方式：${labelled(pricingModes)}`)

/** How technicians are paid for an item (business/repair-masters 3.3). */
export const commissionModes = { rate: '按比例', fixed: '按金额', none: '不提成' } as const
const commissionMode = oneOf(commissionModes).describe(`提成方式：${labelled(commissionModes)}`)
export type CommissionMode = keyof typeof commissionModes

/** Why a commission cannot be so; undefined when it can (business/repair-masters 3.3). A rate that is left open goes by technician and trade. */
export function commissionFault(mode: CommissionMode, value: string | null): string | undefined {
  if (mode === 'rate' && value !== null && compare(value, '1') > 0) return '按比例提成应在0到1之间，如0.18'
  if (mode === 'fixed' && value === null) return '按金额提成请填写每项金额'
  if (mode === 'none' && value !== null) return '不提成的项目不填提成'
  return undefined
}

/** Why an item cannot be priced so, with the field that is at fault (business/repair-masters 1.7). */
export function pricingFault(item: {
  pricingMode: keyof typeof pricingModes
  stdHours: string
  fixedPrice: string | null
}): { path: 'stdHours' | 'fixedPrice'; message: string } | undefined {
  if (item.pricingMode === 'hours' && isZero(item.stdHours))
    return { path: 'stdHours', message: '按工时计价请填写标准工时' }
  if (item.pricingMode === 'fixed' && item.fixedPrice === null)
    return { path: 'fixedPrice', message: '一口价项目请填写一口价' }
  return undefined
}

/** Fields that a user types about an item; price and hours as text: hours with 6, prices with 4 decimals. */
const itemFields = z.object({
  code: code(40).default(''),
  name: text(100).min(1, '请输入项目名称'),
  workerTypeId: id,
  businessTypeId: id.nullable().default(null),
  pricingMode: pricingMode.default('hours'),
  stdHours: hours
    .nullable()
    .default('0')
    .transform((typed) => typed ?? '0'),
  hourPrice: openPrice.default(null),
  fixedPrice: openPrice.default(null),
  /** Hours that a manufacturer pays for under the three guarantees. */
  warrantyHours: hours.nullable().default(null),
  /** Of a new item without one the default of labour. */
  taxRateId: id.nullable().default(null),
  allowsDiscount: z.boolean().default(true),
  /** Of the item itself, in the place of those of the type of business. */
  qualityKm: miles
    .nullable()
    .default(null)
    .transform((km) => km || null),
  qualityDays: positiveInteger.nullable().default(null),
  remark: text255.default(''),
})

/** Absent without the field permission 提成; who leaves them out leaves them as they are. */
const commission = { commissionMode: commissionMode.optional(), commissionValue: openPrice.optional() }

const carTypePrice = z.object({ carTypeId: id, price })
const material = z.object({ partId: id, qty, isConsumable: z.boolean().default(false) })

const itemInput = itemFields
  .extend({
    id: id.optional(),
    version: z.number().int().optional(),
    ...commission,
    prices: z.array(carTypePrice).max(50, '最多50个车辆类型').default([]),
    parts: z.array(material).max(100, '最多100种材料').default([]),
  })
  .superRefine((item, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const pricing = pricingFault(item)
    if (pricing) fault(pricing.path, pricing.message)
    const { commissionMode: mode, commissionValue: value } = item
    const wrong = mode && commissionFault(mode, value ?? null)
    if (wrong) fault('commissionValue', wrong)
    const isTwice = (ids: readonly number[]) => new Set(ids).size < ids.length
    if (isTwice(item.prices.map(({ carTypeId }) => carTypeId))) fault('prices', '同一车辆类型只能有一个价格')
    if (isTwice(item.parts.map(({ partId }) => partId))) fault('parts', '材料重复')
  })
export type ServiceItemInput = z.output<typeof itemInput>

const itemRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  workerTypeName: z.string(),
  businessTypeName: z.string().nullable(),
  pricingMode,
  stdHours: z.string(),
  hourPrice: z.string().nullable(),
  fixedPrice: z.string().nullable(),
  commissionMode: commissionMode.optional(),
  commissionValue: z.string().nullable().optional(),
  taxRateName: z.string(),
  allowsDiscount: z.boolean(),
  partCount: z.number().int(),
  isActive: z.boolean(),
  remark: z.string(),
  updatedAt: z.string(),
  version: z.number().int(),
})
export type ServiceItemRow = z.output<typeof itemRow>

/** An item with its prices and materials, as the editor shows it. */
const itemView = itemFields.extend({
  id,
  version: z.number().int(),
  isActive: z.boolean(),
  stdHours: z.string(),
  qualityKm: z.string().nullable(),
  ...commission,
  prices: z.array(carTypePrice.extend({ carTypeName: z.string() })),
  parts: z.array(material.extend({ partCode: z.string(), partName: z.string(), brandName: z.string() })),
})
export type ServiceItemView = z.output<typeof itemView>

const filters = z.object({
  /** Code, name, pinyin, initials. */
  q: z.string().trim().max(60).optional(),
  workerTypeId: addressedId.optional(),
  businessTypeId: addressedId.optional(),
  pricingMode: pricingMode.optional(),
  active: flag.optional(),
})
const path = '/api/web/repair/service-item'

/** 服务项目 (business/repair-masters 1.7): what the shop does to cars, by whom and for how much. */
export const serviceItemRoutes = {
  ...masterRoutes(path, '服务项目', serviceItemButtons, { row: itemRow, filters, body: itemInput }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: serviceItemButtons.view,
    summary: '服务项目详情',
    params: idParam,
    data: itemView,
  }),
  export: exportRoute({ path: `${path}/export`, access: serviceItemButtons.import, summary: '导出服务项目', filters }),
}
