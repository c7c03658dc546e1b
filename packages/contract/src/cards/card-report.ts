// 会员卡统计: what the shop owes to holders of cards and how it came about, and what packages have earned (business/cards 9).
import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { dateRange, flag, orgReach } from '../kernel/list-query'
import { oneOf } from '../kernel/labelled'
import { defineQuery, orgQueryColumn, type QueryColumns, type QueryRow } from '../kernel/query'
import { id } from '../kernel/scalars'

/** What a movement on a card is. What 反结算, 整单撤销 and 维修退单 give back lessens what was used, and is told apart from it. */
export const cardMoves = {
  added: '充值售出',
  opening: '期初',
  used: '消费',
  returned: '退回',
  refunded: '退卡',
  expired: '过期',
} as const

const text = z.string().trim().max(60).optional()
const shared = { access: pageOf('report_perf'), mayExport: button('report_perf', 'export') }
const reached = dateRange.extend({ orgs: orgReach.optional() })

const liabilityFilters = reached.extend({
  /** A part of the name of the type. */
  cardType: text,
  /** A row a month instead of one for the whole period. */
  monthly: flag.optional(),
})
export type LiabilityFilters = z.output<typeof liabilityFilters>

const movementFilters = reached.extend({
  cardType: text,
  /** Number of the card, or a part of its holder's name. */
  card: text,
  move: oneOf(cardMoves).optional(),
})
export type CardMovementFilters = z.output<typeof movementFilters>

/** The days are those of the sale, however late a package was used. */
const packageFilters = reached.extend({
  /** A part of the name of the package. */
  package: text,
})
export type PackageFilters = z.output<typeof packageFilters>

const usesFilters = packageFilters.extend({ move: oneOf(cardMoves).optional() })
export type PackageUsesFilters = z.output<typeof usesFilters>

const money = { kind: 'money', width: 84, chars: 14 } as const
/** What each purse opened with, what came, was used and is left stand side by side in one view; what is rarer (导入, 退卡, 过期) follows behind. */
const owed = { ...money, width: 76 } as const
const typeName = { title: '卡类型', width: 110, isKey: true, isName: true, chars: 16 } as const
const holder = {
  cardNo: { title: '卡号', width: 110, isKey: true, chars: 16 },
  partnerName: { title: '客户', width: 110, chars: 20 },
} as const satisfies QueryColumns
const month = {
  title: '月份',
  width: 68,
  nullable: true,
  missing: '整段',
  isKey: true,
  fixed: 'left',
  shownWith: 'monthly',
} as const

/**
 * 储值与负债: by type of card and the organisation that owes, opening + what came − what went = closing, of paid money, granted money and what is left
 * of packages, yuan with 2 decimals. What went is positive.
 */
export const cardLiability = defineQuery({
  ...shared,
  key: 'card_liability',
  title: '储值与负债',
  path: '/api/web/card-report/liability',
  filters: liabilityFilters,
  columns: {
    orgName: { ...orgQueryColumn, fixed: 'left' },
    typeName: { ...typeName, width: 96, fixed: 'left' },
    month,
    principalOpening: { ...owed, title: '期初本金', isKey: true },
    principalAdded: { ...owed, title: '充值本金', isKey: true, card: 'fact' },
    principalUsed: { ...owed, title: '消耗本金', isKey: true, card: 'fact' },
    principalClosing: { ...owed, title: '期末本金', isKey: true, card: 'amount' },
    giftOpening: { ...owed, title: '期初赠金', isKey: true },
    giftAdded: { ...owed, title: '充值赠金', isKey: true },
    giftUsed: { ...owed, title: '消耗赠金', isKey: true },
    giftClosing: { ...owed, title: '期末赠金', isKey: true, card: 'fact' },
    packageOpening: { ...owed, title: '期初套餐', isKey: true },
    packageAdded: { ...owed, title: '套餐售卖', isKey: true, card: 'fact' },
    packageUsed: { ...owed, title: '套餐耗用', isKey: true, card: 'fact' },
    packageClosing: { ...owed, title: '期末套餐', isKey: true, card: 'fact' },
    principalBrought: { ...owed, title: '导入本金' },
    principalRefunded: { ...owed, title: '退卡本金' },
    giftBrought: { ...owed, title: '导入赠金' },
    giftExpired: { ...owed, title: '过期赠金' },
    giftRefunded: { ...owed, title: '退卡作废赠金', width: 96 },
    packageBrought: { ...owed, title: '导入套餐' },
    packageExpired: { ...owed, title: '套餐过期' },
    packageRefunded: { ...owed, title: '退卡套餐' },
    opened: { title: '开卡数', kind: 'count', width: 60, total: true },
  },
  beside: {
    key: z.string(),
    /** The days that the row is of; without a first one it begins with the books. */
    from: z.string().nullable(),
    to: z.string(),
  },
})
export type CardLiabilityRow = QueryRow<typeof cardLiability>

/** 卡流水: what came onto cards and left them, document by document. */
export const cardMovements = defineQuery({
  ...shared,
  key: 'card_movements',
  title: '卡流水',
  path: '/api/web/card-report/movements',
  filters: movementFilters,
  columns: {
    bizDate: { title: '日期', kind: 'date', isKey: true },
    billNo: { title: '单号', width: 140, isKey: true, chars: 20 },
    move: { title: '类别', kind: 'code', labels: cardMoves, width: 72 },
    ...holder,
    typeName: { ...typeName, isKey: false, isName: false },
    itemName: { title: '套餐项目', width: 130, nullable: true, chars: 24 },
    times: { title: '次数', kind: 'qty', width: 60, nullable: true, total: false },
    principal: { ...money, title: '本金', isKey: true },
    gift: { ...money, title: '赠金', isKey: true },
    packageValue: { ...money, title: '套餐金额', isKey: true },
    orgName: { ...orgQueryColumn, title: '欠付门店' },
    placeName: { title: '发生门店', width: 120, sort: false, chars: 20 },
  },
  beside: { key: z.string(), docKind: z.string(), docId: id },
})
export type CardMovementRow = QueryRow<typeof cardMovements>

/**
 * 套餐盈利: of what was sold of a package in a month, or brought in, what was used, is gone and is left by now. 毛利 is what was earned, that is used or has expired,
 * less the material; after commission, less what technicians earned by it, too.
 */
export const packageProfit = defineQuery({
  ...shared,
  key: 'card_package_profit',
  title: '套餐盈利',
  path: '/api/web/card-report/packages',
  filters: packageFilters,
  columns: {
    orgName: orgQueryColumn,
    packageName: { title: '套餐', width: 150, isKey: true, isName: true, chars: 24 },
    month: { title: '售出月份', width: 76, isKey: true },
    sold: { title: '已售份数', kind: 'count', width: 72, total: true },
    soldValue: { ...money, title: '售卖额', isKey: true },
    /** What came from the former system, which nobody sold here. */
    broughtValue: { ...money, title: '导入套餐' },
    usedTimes: { title: '已用次数', kind: 'qty', width: 72 },
    usedValue: { ...money, title: '已用额', isKey: true },
    expiredValue: { ...money, title: '过期结转额' },
    refundedValue: { ...money, title: '退卡退回' },
    leftValue: { ...money, title: '剩余负债', isKey: true },
    materialCost: { ...money, title: '材料成本', field: 'cost_price' },
    commission: { ...money, title: '技师提成', field: 'commission' },
    profit: { ...money, title: '毛利', field: 'gross_profit', isKey: true },
    /** Who does not see commission does not see it here either. */
    profitAfterCommission: { ...money, title: '扣提成后毛利', width: 96, field: 'gross_profit' },
  },
  beside: {
    key: z.string(),
    /** The first and the last day of the month. */
    from: z.string(),
    to: z.string(),
  },
})
export type PackageProfitRow = QueryRow<typeof packageProfit>

/** 套餐使用: what became of packages, one by one, with what it cost; times and money that left are positive. */
export const packageUses = defineQuery({
  ...shared,
  key: 'card_package_uses',
  title: '套餐使用',
  path: '/api/web/card-report/uses',
  filters: usesFilters,
  columns: {
    bizDate: { title: '日期', kind: 'date', isKey: true },
    billNo: { title: '单号', width: 140, isKey: true, chars: 20 },
    move: { title: '类别', kind: 'code', labels: cardMoves, width: 72 },
    packageName: { title: '套餐', width: 130, isKey: true, isName: true, chars: 24 },
    itemName: { title: '套餐项目', width: 130, isKey: true, chars: 24 },
    times: { title: '次数', kind: 'qty', width: 60, isKey: true },
    value: { ...money, title: '金额', isKey: true },
    materialCost: { ...money, title: '材料成本', field: 'cost_price' },
    commission: { ...money, title: '技师提成', field: 'commission' },
    ...holder,
    plate: { title: '车牌', width: 92, nullable: true },
    soldOn: { title: '售出日期', kind: 'date' },
    orgName: { ...orgQueryColumn, title: '售出门店' },
    placeName: { title: '使用门店', width: 120, sort: false, chars: 20 },
  },
  beside: { id, docKind: z.string(), docId: id },
})
export type PackageUseRow = QueryRow<typeof packageUses>
