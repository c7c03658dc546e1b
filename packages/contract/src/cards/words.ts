// Names of what cards, packages and coupons are and may be (business/cards).
import { z } from 'zod'

/** What a card of a type is for: money that was paid in, packages alone, discounts alone. */
export const cardKinds = { stored: '储值卡', package: '次卡', member: '会员卡' } as const

/** Which of a card's money is used first. */
export const deductRules = { principal_first: '先扣本金', gift_first: '先扣赠金', ratio: '按比例' } as const

/** The most that one document grants or a sheet brings onto a card, in yuan or points: more is a slip of the finger (business/cards 4, 11). */
export const mostAtOnce = '1000000'

/** States of a card. What of it has expired its day tells. */
export const cardStates = { active: '正常', lost: '已挂失', frozen: '已冻结', closed: '已退卡' } as const

/** States of a package as it is offered. */
export const packageStates = { draft: '草稿', active: '启用', disabled: '停用' } as const

/** What a line of a package is good for. */
export const packageLineKinds = { labour: '工时', part: '材料' } as const

/** Which lines of an order a coupon is taken off. */
export const couponScopes = { all: '全部', labour: '工时', part: '材料' } as const

/** States of a coupon: locked is named by a settlement that is a draft. */
export const couponStates = {
  unused: '未使用',
  locked: '已锁定',
  used: '已使用',
  expired: '已过期',
  void: '已作废',
} as const

/** By what a customer outside the caller's scope is before him (business/cards 3): the whole number of a card that is good here, or the whole plate or VIN of his car. */
export const shownWith = {
  cardNo: z.string().trim().max(30).optional().describe('整个卡号，刷卡或输入；客户不在可见范围时必填卡号或车牌'),
  car: z.string().trim().max(20).optional().describe('车牌或VIN，须完整；客户不在可见范围时必填卡号或车牌'),
}
