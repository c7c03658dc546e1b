import { z } from 'zod'
import { compare, type Decimal, isPositive, money, mul, trimZeros } from '../kernel/decimal'
import { labelled, oneOf } from '../kernel/labelled'
import { flag, pageOf, paging, totals } from '../kernel/list-query'
import { enableRoute, savedRow } from '../kernel/master-calls'
import { route } from '../kernel/route'
import { amount, code, id, points, positiveInteger, rate, text, text255 } from '../kernel/scalars'
import { cardPackageButtons as buttons } from './buttons'
import { cardKinds, deductRules } from './words'

const kind = oneOf(cardKinds).describe(`卡性质：${labelled(cardKinds)}`)
const deductRule = oneOf(deductRules).describe(`扣款顺序：${labelled(deductRules)}`)

/** From this amount paid on, yuan with 2 decimals, so much is granted: an amount, or a share of what is paid (0.1 is 10 %). */
interface RechargeRule {
  pay: Decimal
  gift?: Decimal | undefined
  giftRate?: Decimal | undefined
}

/** What a recharge of `paid` yuan is granted by the highest tier that it reaches, yuan with 2 decimals (business/cards 1). */
export function giftFor(rules: readonly RechargeRule[], paid: Decimal): Decimal {
  const reached = rules.filter(({ pay }) => compare(pay, paid) <= 0)
  const [highest] = reached.sort((a, b) => compare(b.pay, a.pay))
  return money(highest?.giftRate === undefined ? (highest?.gift ?? '0') : mul(paid, highest.giftRate))
}

/** A tier in words: 满1000.00送100.00, 满1000.00送10%. */
export const ruleText = ({ pay, gift, giftRate }: RechargeRule): string =>
  `满${trimZeros(pay)}送${giftRate === undefined ? trimZeros(gift ?? '0') : `${trimZeros(mul(giftRate, '100'))}%`}`

const tier = z.object({ pay: amount, gift: amount.nullish(), giftRate: rate.nullish() })

/** Why tiers cannot be so; undefined when they can. */
function tierFault(rules: readonly z.output<typeof tier>[]): string | undefined {
  const isSet = (figure: string | null | undefined) => figure !== null && figure !== undefined
  for (const [i, { pay, gift, giftRate }] of rules.entries()) {
    if (!isPositive(pay)) return `第${i + 1}行充值金额应大于0`
    if (isSet(gift) === isSet(giftRate)) return `第${i + 1}行请填写赠送金额或赠送比例中的一个`
    if (rules.findIndex((each) => compare(each.pay, pay) === 0) < i) return `第${i + 1}行充值金额与前面重复`
  }
  return undefined
}

const rechargeRules = z.array(tier).max(20, '最多20档')

/** A discount: above 0, and 1 is none. */
const discount = rate.refine(isPositive, '折扣应大于0，不打折填1').nullable().default('1')
const orElse = (value: Decimal) => (typed: Decimal | null) => typed ?? value

const typeFields = z.object({
  code: code(40).default(''),
  name: text(60).min(1, '请输入卡类型名称'),
  kind,
  /** Of labour and of parts, 0.9 is 九折; 1 is none. */
  labourRate: discount.transform(orElse('1')),
  partRate: discount.transform(orElse('1')),
  rechargeRules: rechargeRules.default([]),
  /** Yuan, 2 decimals. */
  minFirstRecharge: amount.nullable().default('0').transform(orElse('0')),
  /** Days of granted money and of the discount; null is for ever. */
  validDays: positiveInteger.nullable().default(null),
  isCrossOrg: z.boolean().default(true),
  deductRule: deductRule.default('principal_first'),
  pointsPerYuan: points.nullable().default('0').transform(orElse('0')),
  remark: text255.default(''),
})

const typeInput = typeFields
  .extend({ id: id.optional(), version: z.number().int().optional() })
  .superRefine(({ kind, rechargeRules, minFirstRecharge }, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    const wrong = tierFault(rechargeRules)
    if (wrong) fault('rechargeRules', wrong)
    if (kind === 'stored') return
    if (rechargeRules.length > 0) fault('rechargeRules', `${cardKinds[kind]}不储值，不能有充值赠送`)
    if (isPositive(minFirstRecharge)) fault('minFirstRecharge', `${cardKinds[kind]}不储值，不填首次充值`)
  })

const typeRow = z.object({
  ...typeFields.shape,
  id,
  code: z.string(),
  labourRate: z.string(),
  partRate: z.string(),
  rechargeRules: z.array(z.object({ pay: z.string(), gift: z.string().optional(), giftRate: z.string().optional() })),
  minFirstRecharge: z.string(),
  pointsPerYuan: z.string(),
  /** Cards of this type, without those that were given back. */
  cardCount: z.number().int(),
  isActive: z.boolean(),
  version: z.number().int(),
})
export type CardTypeRow = z.output<typeof typeRow>

const filters = z.object({
  /** Code, name, pinyin, initials. */
  q: z.string().trim().max(60).optional(),
  active: flag.optional(),
})
const path = '/api/web/card-type'

/** 卡类型 (business/cards 1). */
export const cardTypeRoutes = {
  list: route({
    method: 'GET',
    path,
    access: buttons.view,
    summary: '卡类型列表',
    query: filters.extend(paging.shape),
    data: pageOf(typeRow),
  }),
  totals: route({
    method: 'GET',
    path: `${path}/totals`,
    access: buttons.view,
    summary: '卡类型合计',
    query: filters,
    data: totals,
  }),
  save: route({
    method: 'POST',
    path,
    access: [buttons.add, buttons.update],
    summary: '保存卡类型',
    body: typeInput,
    data: savedRow,
  }),
  enable: enableRoute(path, buttons.enable, '卡类型'),
}
