import { button } from '../access/catalogue'
import { documentButtons } from '../access/document-rights'
import { postingActions } from '../kernel/document'
import { defineMoneyDocument, moneySections } from '../kernel/money-document'
import { id } from '../kernel/scalars'
import { type SlipPurpose, slipHeader } from './collection'

const group = 'payment'

/** What a payment is for (business/finance 2.2). */
export const paymentPurposes: Record<SlipPurpose, string> = {
  trade: '付款',
  advance: '预付款',
  deposit: '订金',
  refund: '供应商退款',
  other: '其他付款',
}

/** 付款单: money out, with what it settles (business/finance 2). */
export const payment = defineMoneyDocument({
  kind: 'payment',
  title: '付款单',
  prefix: 'FK',
  path: 'payment',
  area: 'finance',
  partnerTitle: '供应商',
  buttons: documentButtons(group),
  header: slipHeader.extend({ payerId: id.nullable().default(null).meta({ title: '实际收款单位' }) }),
  sections: moneySections,
  actions: postingActions({
    submit: button(group, 'update'),
    approve: button(group, 'approve'),
    unapprove: button(group, 'unapprove'),
    reverse: button(group, 'reverse'),
    void: button(group, 'update'),
  }),
})
