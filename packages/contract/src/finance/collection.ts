import { button } from '../access/catalogue'
import { documentButtons } from '../access/document-rights'
import { postingActions } from '../kernel/document'
import { defineMoneyDocument, moneyHeader, moneySections } from '../kernel/money-document'
import { type Decimal, neg } from '../kernel/decimal'
import type { AccountSide } from '../kernel/money-document'
import { id } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'

const group = 'collection'

/** What money of both directions is for, in the words of a collection (business/finance 2.2). */
const slipPurposes = {
  trade: '收款',
  advance: '预收款',
  deposit: '订金',
  refund: '退款',
  other: '其他收款',
} as const
export type SlipPurpose = keyof typeof slipPurposes

/** What a collection is for. A carrier brings what he has collected of our customers (代收货款, business/finance 2.5). */
export const collectionPurposes = { ...slipPurposes, cod: '代收货款' } as const

/**
 * What an item counts in what a carrier brings, in yuan: what he is owed himself, such as freight, he keeps back (business/finance 2.5). Any other slip settles one
 * side alone, which counts as it is.
 */
export const countsAs = (purpose: unknown, side: AccountSide | undefined, amount: Decimal): Decimal =>
  purpose === 'cod' && side === 'AP' ? neg(amount) : amount

/** The kind of order that a deposit is for, by the document that brings or takes its money (business/finance 2.4). */
export const orderOfDeposit = { collection: 'sales_order', payment: 'purchase_order' } as const

/** The kinds of orders that customers pay ahead for; the first one where nothing is said. */
export const depositOrders = { [orderOfDeposit.collection]: '销售订单', work_order: '工单' } as const

/** Header fields of the two documents that move money. */
export const slipHeader = moneyHeader.extend({
  purpose: oneOf(slipPurposes).default('trade').meta({ title: '类型' }),
  payerId: id.nullable().default(null).meta({ title: '实际付款单位' }),
  /** The order that a deposit is for; it may be used for that order only (business/finance 2.4). */
  sourceId: id.nullable().default(null).meta({ title: '订单' }),
})

/** 收款单: money in, with what it settles (business/finance 2). */
export const collection = defineMoneyDocument({
  kind: 'collection',
  title: '收款单',
  prefix: 'SK',
  path: 'collection',
  area: 'finance',
  partnerTitle: '客户',
  buttons: documentButtons(group),
  header: slipHeader.extend({
    purpose: oneOf(collectionPurposes).default('trade').meta({ title: '类型' }),
    sourceKind: oneOf(depositOrders).nullable().default(null).meta({ title: '订单类型' }),
  }),
  sections: moneySections,
  actions: postingActions({
    submit: button(group, 'update'),
    approve: button(group, 'approve'),
    unapprove: button(group, 'unapprove'),
    reverse: button(group, 'reverse'),
    void: button(group, 'update'),
  }),
})
