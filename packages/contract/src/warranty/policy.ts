import { z } from 'zod'
import { button, pageOf as pageId } from '../access/catalogue'
import { compare, isPositive } from '../kernel/decimal'
import { labelled, oneOf } from '../kernel/labelled'
import { flag } from '../kernel/list-query'
import { masterRoutes } from '../kernel/master-calls'
import { idParam, route } from '../kernel/route'
import { addressedId, code, day, id, miles, positiveInteger, price, text, text255 } from '../kernel/scalars'
import { partPriceRules } from './claim-price'

/** Buttons of 厂家三包政策 and 厂家工时定额 (business/access 5): who sees bills sees what they are judged by. */
export const policyButtons = {
  view: pageId('warranty_bill'),
  add: button('warranty_bill', 'policy'),
  update: button('warranty_bill', 'policy'),
  remove: button('warranty_bill', 'policy'),
  export: button('warranty_bill', 'export'),
}

/** What a policy covers: cars of a brand or of one series, parts of a category with all below it, or one part. */
export const policyScopes = { vehicle: '整车', category: '配件分类', part: '配件' } as const
const policyScope = oneOf(policyScopes).describe(`范围：${labelled(policyScopes)}`)
export type PolicyScope = keyof typeof policyScopes

const partPriceRule = oneOf(partPriceRules).describe(`配件价格规则：${labelled(partPriceRules)}`)

/** Terms of a policy from a day on, until those of a later day; money is yuan with tax (business/three-guarantees 1.2). */
const termFields = z.object({
  validFrom: day,
  months: positiveInteger.max(600, '最多600个月').nullable().default(null),
  km: miles
    .nullable()
    .default(null)
    .transform((typed) => typed || null),
  /** Yuan an hour, 4 decimals. */
  labourRate: price,
  partPriceRule: partPriceRule.default('purchase'),
  /** A factor above zero, 4 decimals. */
  partRate: price.refine((rate) => isPositive(rate) && compare(rate, '1000') < 0, '系数应大于0、小于1000').default('1'),
  /** Yuan a kilometre of 外出, 4 decimals. */
  outingRate: price.nullish().transform((typed) => typed ?? '0'),
  returnsOldParts: z.boolean().default(false),
  /** Days from the repair in which it must be claimed; null without a deadline. */
  claimDays: positiveInteger.nullable().default(null),
  /** Photos that a claim must have, by name. */
  photos: z.array(text(20).min(1, '请输入照片名称')).max(10, '最多10种照片').default([]),
})

const policyFields = z.object({
  code: code(20).default(''),
  name: text(60).min(1, '请输入政策名称'),
  manufacturerId: id,
  scope: policyScope.default('vehicle'),
  /** Of cars; with a series only those of it. */
  brandId: id.nullable().default(null),
  seriesId: id.nullable().default(null),
  categoryId: id.nullable().default(null),
  partId: id.nullable().default(null),
  remark: text255.default(''),
})

/** What each scope names, in words. */
const wanted = {
  vehicle: ['brandId', '请选择品牌'],
  category: ['categoryId', '请选择配件分类'],
  part: ['partId', '请选择配件'],
} as const

const policyInput = policyFields
  .extend({
    id: id.optional(),
    version: z.number().int().optional(),
    terms: z.array(termFields).min(1, '请添加条款').max(50, '最多50条条款'),
  })
  .superRefine((policy, context) => {
    const fault = (path: string | (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: [path].flat(), message })
    const [field, message] = wanted[policy.scope]
    if (policy[field] === null) fault(field, message)
    policy.terms.forEach(({ months, km, photos }, i) => {
      if (months === null && km === null) fault(['terms', i, 'months'], `第${i + 1}行请填写月数或公里`)
      if (new Set(photos).size < photos.length) fault(['terms', i, 'photos'], `第${i + 1}行必须照片重复`)
    })
    const days = policy.terms.map(({ validFrom }) => validFrom)
    const twice = days.findIndex((each, i) => days.indexOf(each) !== i)
    if (twice >= 0) fault(['terms', twice, 'validFrom'], `第${twice + 1}行生效日期与前面重复`)
  })
export type PolicyInput = z.output<typeof policyInput>
export type PolicyTermInput = z.output<typeof termFields>

const policyRow = z.object({
  id,
  code: z.string(),
  name: z.string(),
  manufacturerName: z.string(),
  scope: policyScope,
  /** The brand with its series, the category, or the part. */
  objectName: z.string(),
  /** Of the terms that are in force today; null before the first of them. */
  months: z.number().int().nullable(),
  km: z.string().nullable(),
  /** Absent for who may not see prices of documents. */
  labourRate: z.string().nullable().optional(),
  claimDays: z.number().int().nullable(),
  returnsOldParts: z.boolean().nullable(),
  isActive: z.boolean(),
  remark: z.string(),
  version: z.number().int(),
})
export type PolicyRow = z.output<typeof policyRow>

const termView = termFields.extend({
  id,
  km: z.string().nullable(),
  /** What he pays is told to who may see prices of documents. */
  labourRate: z.string().optional(),
  partRate: z.string().optional(),
  outingRate: z.string().optional(),
  /** Its day has come and another has followed, or a bill is claimed by it: it stays as it is. */
  isFixed: z.boolean(),
})

const policyView = policyFields.extend({
  id,
  version: z.number().int(),
  isActive: z.boolean(),
  manufacturerName: z.string(),
  objectName: z.string(),
  /** A bill is claimed by it: manufacturer and object stay. */
  isUsed: z.boolean(),
  /** The latest first. */
  terms: z.array(termView),
})
export type PolicyView = z.output<typeof policyView>

const path = '/api/web/manufacturer-policy'

/** 厂家三包政策 (business/three-guarantees 1): what manufacturers promise, and what they pay a station for it. */
export const policyRoutes = {
  ...masterRoutes(path, '厂家三包政策', policyButtons, {
    row: policyRow,
    filters: z.object({
      /** Code, name or manufacturer. */
      q: z.string().trim().max(60).optional(),
      manufacturerId: addressedId.optional(),
      scope: policyScope.optional(),
      active: flag.optional(),
    }),
    body: policyInput,
  }),
  read: route({
    method: 'GET',
    path: `${path}/:id`,
    access: policyButtons.view,
    summary: '厂家三包政策详情',
    params: idParam,
    data: policyView,
  }),
}
