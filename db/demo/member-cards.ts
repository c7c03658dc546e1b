// What the demo company sells ahead: types of cards, packages, coupons, and who has a card (business/demo 4.2, 5.5).
import type { BodyOf } from '@chepu/contract/kernel/route'
import type { cardTypeRoutes } from '@chepu/contract/cards/card-type'
import type { saveCouponBatch } from '@chepu/contract/cards/coupon'

/** The types, by their codes. */
export const cardTypes = {
  JK: {
    name: '金卡',
    kind: 'stored',
    labourRate: '0.9',
    rechargeRules: [{ pay: '3000', gift: '300' }],
    minFirstRecharge: '3000',
    validDays: 365,
    pointsPerYuan: '1',
  },
  YK: {
    name: '银卡',
    kind: 'stored',
    labourRate: '0.95',
    rechargeRules: [{ pay: '1000', gift: '60' }],
    minFirstRecharge: '1000',
    validDays: 365,
    deductRule: 'ratio',
    pointsPerYuan: '1',
  },
  ZK: { name: '会员折扣卡', kind: 'member', labourRate: '0.9', validDays: 365 },
  XC: { name: '洗车次卡', kind: 'package', isCrossOrg: false },
} as const satisfies Record<string, Omit<BodyOf<typeof cardTypeRoutes.save>, 'code'>>
type CardTypeCode = keyof typeof cardTypes

interface DemoCardPackage {
  name: string
  salePrice: string
  validDays: number | null
  /** Item of service by name, or part by code, how often, and what one costs alone. */
  lines: readonly { item?: string; part?: string; times: string; listPrice: string }[]
  isVehicleBound?: boolean
}

/** The packages, by their codes. */
export const cardPackages = {
  TC01: {
    name: '基础保养套餐3次',
    salePrice: '680',
    validDays: 730,
    isVehicleBound: true,
    lines: [
      { item: '更换机油、机油滤清器', times: '3', listPrice: '40' },
      { item: '更换空气滤清器', times: '2', listPrice: '16' },
      { item: '轮胎换位', times: '3', listPrice: '40' },
      { item: '全车打蜡', times: '3', listPrice: '188' },
    ],
  },
  TC02: {
    name: '全合成保养套餐2次',
    salePrice: '620',
    validDays: 730,
    isVehicleBound: true,
    lines: [
      { item: '更换机油、机油滤清器', times: '2', listPrice: '40' },
      { item: '更换空调滤清器', times: '2', listPrice: '24' },
      { item: '空调系统清洗', times: '2', listPrice: '160' },
      { item: '更换制动液', times: '2', listPrice: '80' },
      { part: 'P000112', times: '2', listPrice: '60' },
    ],
  },
  TC03: {
    name: '洗车20次',
    salePrice: '480',
    validDays: 365,
    lines: [{ item: '普通洗车', times: '20', listPrice: '30' }],
  },
  TC04: {
    name: '四轮定位2次、动平衡4次',
    salePrice: '268',
    validDays: 365,
    lines: [
      { item: '四轮定位', times: '2', listPrice: '120' },
      { item: '轮胎动平衡（单条）', times: '4', listPrice: '20' },
    ],
  },
  TC05: {
    name: '空调清洗套餐',
    salePrice: '198',
    validDays: 60,
    lines: [
      { item: '空调系统清洗', times: '1', listPrice: '160' },
      { item: '更换空调滤清器', times: '1', listPrice: '24' },
      { item: '普通洗车', times: '2', listPrice: '30' },
    ],
  },
} as const satisfies Record<string, DemoCardPackage>
export type CardPackageCode = keyof typeof cardPackages

/** One who has a card: its type, when in the months behind it was issued (0 to 1), what was bought with it, and when he paid in more. */
export interface DemoMember {
  type: CardTypeCode
  since: number
  principal?: string
  /** Bought with the card, and later. */
  first?: CardPackageCode
  later?: readonly (readonly [at: number, CardPackageCode])[]
  recharges?: readonly (readonly [at: number, amount: string])[]
  /** The card is good for his first car alone. */
  isBound?: boolean
  end?: CardEnd
}

/** What became of a card in the last days. */
export type CardEnd = 'refundBank' | 'refundPenalty' | 'refundCash' | 'refundNothing' | 'refundUndone' | CardTurn
type CardTurn = 'replaced' | 'found' | 'lost' | 'frozen' | 'granted' | 'rebound' | 'rechargeUndone'

const gold = (since: number, more: Partial<DemoMember> = {}): DemoMember => ({
  type: 'JK',
  since,
  principal: '3000',
  recharges: [
    [since + 0.3, '1000'],
    [since + 0.5, '500'],
  ],
  ...more,
})
const silver = (since: number, amounts: readonly string[], more: Partial<DemoMember> = {}): DemoMember => ({
  type: 'YK',
  since,
  principal: '1000',
  recharges: amounts.map((amount, i) => [since + 0.17 * (i + 1), amount] as const),
  ...more,
})

/** The cards of each shop, 28 together, in the order in which its customers have them. */
export const members: Readonly<Record<string, readonly DemoMember[]>> = {
  '02': [
    gold(0.02, { later: [[0.4, 'TC02']] }),
    gold(0.1, {
      later: [
        [0.05, 'TC05'],
        [0.6, 'TC01'],
      ],
    }),
    gold(0.24),
    gold(0.45, { isBound: true, end: 'rebound' }),
    silver(0.03, ['500', '1000', '500'], { first: 'TC05' }),
    silver(0.08, ['1000', '500', '1000'], { later: [[0.3, 'TC04']], end: 'granted' }),
    silver(0.15, ['500', '500', '500'], { end: 'replaced' }),
    silver(0.2, ['1000', '500', '500'], { first: 'TC03', end: 'rechargeUndone' }),
    silver(0.3, ['500', '500', '1000'], { first: 'TC02', end: 'found' }),
    silver(0.36, ['500', '1000'], { end: 'refundPenalty' }),
    silver(0.42, ['500', '500'], { end: 'refundUndone' }),
    { type: 'ZK', since: 0.12 },
    { type: 'ZK', since: 0.33 },
    { type: 'ZK', since: 0.5, end: 'refundNothing' },
    { type: 'XC', since: 0.07, first: 'TC03' },
    { type: 'XC', since: 0.28, first: 'TC03', end: 'refundBank' },
  ],
  '03': [
    gold(0.04, { later: [[0.3, 'TC03']] }),
    gold(0.2),
    silver(0.02, ['500', '1000', '500'], { first: 'TC05' }),
    silver(0.1, ['500', '500'], { first: 'TC01', isBound: true }),
    silver(0.18, ['1000', '500'], { later: [[0.5, 'TC04']] }),
    silver(0.34, ['500', '500'], { end: 'lost' }),
    silver(0.4, ['500', '500'], { end: 'frozen' }),
    { type: 'ZK', since: 0.22 },
    { type: 'XC', since: 0.03, first: 'TC03' },
    { type: 'XC', since: 0.15, first: 'TC03' },
    { type: 'XC', since: 0.3, first: 'TC03' },
    { type: 'XC', since: 0.7, first: 'TC05', end: 'refundCash' },
  ],
}

type Batch = Omit<BodyOf<typeof saveCouponBatch>, 'qty'> & { qty: number }

/** Batches of coupons that each shop issues: to its members, and to whoever brings them. */
export const couponBatches: readonly (Batch & { issued: { toMembers?: number; toAnybody?: number } })[] = [
  {
    name: '老客户满200减30',
    face: '30',
    threshold: '200',
    validDays: 60,
    qty: 200,
    remark: '会员回馈',
    issued: { toMembers: 1 },
  },
  {
    name: '工时抵用券50元',
    face: '50',
    threshold: '100',
    scope: 'labour',
    validDays: 90,
    qty: 100,
    issued: { toAnybody: 10 },
  },
  {
    name: '到店礼券20元',
    face: '20',
    validDays: 30,
    isStackable: true,
    isCrossOrg: true,
    qty: 300,
    remark: '门店开放日派发',
    issued: { toAnybody: 30 },
  },
]
