import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineMoneyDocument, moneyHeader, moneySections } from '../kernel/money-document'
import { id } from '../kernel/scalars'
import { oneOf } from '../kernel/labelled'
import { depositOrders, orderOfDeposit } from './collection'

const group = 'write_off'

/** Kinds of settlement without money (business/finance 3). */
export const writeOffPurposes = {
  advance_ar: '预收冲应收',
  advance_ap: '预付冲应付',
  offset: '应收抵应付',
  red_blue: '红蓝对冲',
  transfer: '应收转应收',
  bad_debt: '坏账核销',
  bad_debt_back: '坏账收回',
  card: '会员卡抵扣',
} as const
export type WriteOffPurpose = keyof typeof writeOffPurposes

/** Whether receivables that were given up are owed again by documents of this purpose (business/finance 3.1). */
export const reopens = (purpose: string): boolean => purpose === 'bad_debt_back'

/** Those that somebody enters; 会员卡抵扣 is made by settlements and refunds alone (business/cards 5). */
export const isEntered = (purpose: string): boolean => purpose !== 'card'

/** Orders whose deposits settle their bills, of customers and of suppliers (business/finance 3). */
const settledOrders = { ...depositOrders, [orderOfDeposit.payment]: '采购订单' } as const

/** 往来核销单: open items settled without money; both sides are always equal (business/finance 3). */
export const writeOff = defineMoneyDocument({
  kind: 'write_off',
  title: '往来核销单',
  prefix: 'HX',
  path: 'write-off',
  area: 'finance',
  partnerTitle: '往来单位',
  buttons: { view: pageOf(group), add: button(group, 'add'), update: button(group, 'add') },
  header: moneyHeader.extend({
    purpose: oneOf(writeOffPurposes).meta({ title: '核销类型' }),
    /** Who takes over the receivable. */
    payerId: id.nullable().default(null).meta({ title: '转入单位' }),
    /** The order whose deposit is used. */
    sourceId: id.nullable().default(null).meta({ title: '订单' }),
    sourceKind: oneOf(settledOrders).nullable().default(null).meta({ title: '订单类型' }),
  }),
  sections: moneySections,
  actions: {
    ...postingActions({
      submit: button(group, 'add'),
      approve: button(group, 'add'),
      unapprove: button(group, 'undo'),
      reverse: button(group, 'undo'),
      void: button(group, 'add'),
    }),
    unapprove: {
      label: '反核销',
      from: ['done'],
      to: ['draft'],
      button: button(group, 'undo'),
      stamp: 'cleared',
      reason: true,
      preview: true,
    },
  },
})
