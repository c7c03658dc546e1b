// 代金券: batches, the coupons that are issued of them, and when a coupon is good (business/cards 6).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { compare, type Decimal, isPositive, isZero, withCommas } from '../kernel/decimal'
import { labelled, oneOf } from '../kernel/labelled'
import { dateRange } from '../kernel/list-query'
import { enableRoute, savedRow } from '../kernel/master-calls'
import { defineQuery, type QueryRow } from '../kernel/query'
import { route } from '../kernel/route'
import { addressedId, amount, day, id, positiveInteger, text, text255 } from '../kernel/scalars'
import { couponScopes, couponStates } from './words'

const access = pageOf('card_voucher')
const mayExport = button('card_voucher', 'export')
const mayIssue = button('card_voucher', 'coupon')
const batchPath = '/api/web/coupon-batch'
const path = '/api/web/coupon'

/** Buttons of batches and coupons. */
export const couponButtons = { issue: mayIssue, export: mayExport, print: button('card_voucher', 'print') } as const

/** Whether a batch still issues coupons. */
export const couponBatchStates = { active: '启用', ended: '已到期', disabled: '停用' } as const

/** 代金券批次 of the organisation, the newest first. */
export const couponBatches = defineQuery({
  key: 'coupon_batch',
  title: '代金券批次',
  path: batchPath,
  access,
  mayExport,
  filters: z.object({
    batch: z.string().trim().max(60).optional(),
    batchState: oneOf(couponBatchStates).optional(),
  }),
  columns: {
    name: { title: '名称', width: 160, isKey: true, chars: 24 },
    face: { title: '面值', kind: 'money', total: false, isKey: true },
    threshold: { title: '使用门槛', kind: 'money', total: false, isKey: true },
    scope: { title: '适用范围', kind: 'code', labels: couponScopes, width: 72, isKey: true },
    validity: { title: '有效期', width: 172, sort: false, isKey: true, chars: 26 },
    isStackable: { title: '可叠加', kind: 'flag' },
    isCrossOrg: { title: '跨店', kind: 'flag', width: 52 },
    qty: { title: '发行数', kind: 'count', width: 68, isKey: true },
    issued: { title: '已发', kind: 'count', isKey: true },
    used: { title: '已用', kind: 'count', isKey: true },
    expired: { title: '已过期', kind: 'count', width: 64 },
    state: { title: '状态', kind: 'code', labels: couponBatchStates, width: 64, isKey: true },
    remark: { title: '备注', width: 180, sort: false, chars: 30 },
  },
  beside: {
    id,
    version: z.number().int(),
    isActive: z.boolean(),
    validFrom: z.string().nullable(),
    validTo: z.string().nullable(),
    validDays: z.number().int().nullable(),
  },
})
export type CouponBatchRow = QueryRow<typeof couponBatches>

/** What a batch says of its coupons that was promised to whoever holds one; it stays once one is issued (ADR 0258). */
export const promisedByBatch = {
  face: '面值',
  threshold: '使用门槛',
  scope: '适用范围',
  isStackable: '可叠加',
  isCrossOrg: '跨店使用',
} as const

/** Adds or changes a batch. Face and threshold in yuan with 2 decimals; either a last day or days from the issue. */
export const saveCouponBatch = route({
  method: 'POST',
  path: batchPath,
  access: mayIssue,
  summary: '保存代金券批次',
  body: z
    .object({
      id: id.optional(),
      version: z.number().int().optional(),
      name: text(60).min(1, '请输入名称'),
      face: amount.refine(isPositive, '面值必须大于0'),
      threshold: amount.default('0'),
      scope: oneOf(couponScopes).default('all'),
      validFrom: day.nullable().default(null),
      validTo: day.nullable().default(null),
      validDays: positiveInteger.max(3650, '不能超过3650天').nullable().default(null),
      isStackable: z.boolean().default(false),
      isCrossOrg: z.boolean().default(false),
      qty: positiveInteger,
      remark: text255.default(''),
    })
    .superRefine(({ validFrom, validTo, validDays }, context) => {
      const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
      if (validTo === null && validDays === null) fault('validTo', '请填写截止日期，或领取后有效天数')
      if (validTo !== null && validDays !== null) fault('validDays', '已填写截止日期，有效天数应为空')
      if (validFrom !== null && validTo !== null && validTo < validFrom) fault('validTo', '截止日期不能早于开始日期')
    }),
  data: savedRow,
})

/** 启用 or 停用 of a batch: a disabled one issues no more, what was issued of it stays good. */
export const enableCouponBatch = enableRoute(batchPath, mayIssue, '代金券批次')

/** Coupons that one call issues at most. */
const mostIssued = 1000

const issuedCoupon = z.object({
  id,
  couponNo: z.string(),
  partnerName: z.string().nullable(),
  validFrom: z.string(),
  validTo: z.string(),
})
export type IssuedCoupon = z.output<typeof issuedCoupon>

/** 发券: so many coupons of a batch to each of the customers, or where none is named to whoever brings them. */
export const issueCoupons = route({
  method: 'POST',
  path: `${path}/issue`,
  access: mayIssue,
  summary: '发放代金券',
  body: z
    .object({
      batchId: id,
      partnerIds: z.array(id).max(500, '一次最多500个客户').default([]),
      qty: positiveInteger,
    })
    .superRefine(({ partnerIds, qty }, context) => {
      const twice = partnerIds.findIndex((partnerId, i) => partnerIds.indexOf(partnerId) !== i)
      if (twice >= 0) context.addIssue({ code: 'custom', path: ['partnerIds', twice], message: '客户重复' })
      if (qty * Math.max(1, partnerIds.length) > mostIssued)
        context.addIssue({ code: 'custom', path: ['qty'], message: `一次最多发${mostIssued}张` })
    }),
  data: z.object({
    coupons: z.array(issuedCoupon),
    /** How many the batch may still issue. */
    left: z.number().int(),
  }),
})

/** 代金券 that the organisation issued, the newest first. */
export const coupons = defineQuery({
  key: 'coupon',
  title: '代金券',
  path,
  access,
  mayExport,
  filters: dateRange.extend({
    couponNo: z.string().trim().max(20).optional(),
    batch: z.string().trim().max(60).optional(),
    batchId: addressedId.optional(),
    partnerId: addressedId.optional(),
    state: oneOf(couponStates)
      .optional()
      .describe(`代金券状态：${labelled(couponStates)}`),
  }),
  columns: {
    couponNo: { title: '券号', width: 112, isKey: true, chars: 16 },
    batchName: { title: '批次', width: 150, isKey: true, chars: 24 },
    face: { title: '面值', kind: 'money', isKey: true },
    threshold: { title: '使用门槛', kind: 'money', total: false, isKey: true },
    scope: { title: '适用范围', kind: 'code', labels: couponScopes, width: 72 },
    partnerName: { title: '客户', width: 130, nullable: true, missing: '不记名', isKey: true, chars: 24 },
    validFrom: { title: '生效日期', kind: 'date' },
    validTo: { title: '截止日期', kind: 'date', isKey: true },
    state: { title: '状态', kind: 'code', labels: couponStates, width: 68, isKey: true },
    usedBillNo: { title: '使用单据', width: 140, nullable: true, isKey: true, chars: 20 },
    usedOn: { title: '使用日期', kind: 'date', nullable: true, isKey: true },
    issuedOn: { title: '发券日期', kind: 'date' },
  },
  beside: {
    id,
    /** The settlement that has it, where it is one of the caller's organisation. */
    usedById: id.nullable(),
    isStackable: z.boolean(),
    isCrossOrg: z.boolean(),
  },
})
export type CouponRow = QueryRow<typeof coupons>

/** 作废 of coupons that nobody has used; all of them or none. */
export const voidCoupons = route({
  method: 'POST',
  path: `${path}/void`,
  access: mayIssue,
  summary: '作废代金券',
  body: z.object({
    couponIds: z.array(id).min(1, '请选择代金券').max(500, '一次最多500张'),
    reason: text255.min(1, '请填写作废原因'),
  }),
  data: z.object({ count: z.number().int() }),
})

/** A coupon as it stands, with what its batch says. */
export interface StandingCoupon {
  id: number
  couponNo: string
  batchName: string
  orgId: number
  /** Whose it is; null is whoever brings it. */
  partnerId: number | null
  validFrom: string
  validTo: string
  state: keyof typeof couponStates
  /** The settlement that has it. */
  usedBy: number | null
  /** Yuan with 2 decimals. */
  face: string
  threshold: string
  scope: keyof typeof couponScopes
  isStackable: boolean
  isCrossOrg: boolean
}

/** For what a coupon is to be used: whose order, in which shop, on which day, and the settlement where it is known. */
export interface CouponUse {
  partnerId: number
  orgId: number
  day: string
  settlementId?: number | undefined
}

/** The words for a number that is none, and for one of which whoever names it is told nothing: nobody learns which (ADR 0295). */
export const unknownCoupon = (couponNo: string): string => `代金券 ${couponNo} 不存在，或不能在本店给该客户使用`

/** Whether a use is told of a coupon whose number it names: one that it holds, or of the shop or of all, and the customer's own or whoever's brings it. */
export const isTold = (coupon: StandingCoupon, use: CouponUse): boolean =>
  (coupon.usedBy !== null && coupon.usedBy === use.settlementId) ||
  ((coupon.isCrossOrg || coupon.orgId === use.orgId) &&
    (coupon.partnerId === null || coupon.partnerId === use.partnerId))

/**
 * Why a coupon is not good for a use, in Chinese and with its number; undefined where it is (business/cards 6). One that the
 * settlement itself holds is good for it. The threshold is measured elsewhere: it needs the lines.
 */
export function couponFault(coupon: StandingCoupon, use: CouponUse): string | undefined {
  const { couponNo, state, partnerId, validFrom, validTo } = coupon
  const fault = (words: string) => `代金券 ${couponNo} ${words}`
  if (!coupon.isCrossOrg && coupon.orgId !== use.orgId) return fault('是其他门店发放的，不能在本店使用')
  if (partnerId !== null && partnerId !== use.partnerId) return fault('不属于该客户')
  const isHeldHere = coupon.usedBy !== null && coupon.usedBy === use.settlementId
  if (state === 'locked' && !isHeldHere) return fault('已被其他结算单占用')
  if (state === 'used' && isHeldHere) return undefined
  if (state !== 'unused' && state !== 'locked') return fault(couponStates[state])
  if (use.day < validFrom) return fault(`从 ${validFrom} 起才能使用`)
  if (use.day > validTo) return fault(`已于 ${validTo} 到期`)
  return undefined
}

/** Why a coupon is not good for what the customer's lines of its scope come to, in words; null where it is (business/cards 5). Yuan with 2 decimals. */
export const thresholdProblem = ({ threshold }: { threshold: Decimal }, due: Decimal): string | null =>
  compare(due, threshold) < 0 ? `满 ${withCommas(threshold)} 元可用` : isZero(due) ? '本单没有可抵的金额' : null
