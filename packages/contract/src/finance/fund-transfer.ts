import { z } from 'zod'
import { button, pageOf } from '../access/catalogue'
import { postingActions } from '../kernel/document'
import { defineMoneyDocument, moneyHeader } from '../kernel/money-document'
import { oneOf } from '../kernel/labelled'
import { amount, id, text } from '../kernel/scalars'
import { postingStates, type StateDefs } from '../kernel/states'

const group = 'fund_transfer'

/** Where money goes that stays in the house (business/money-slips 3). */
export const transferPurposes = {
  inside: '内部转账',
  to_sister: '转给兄弟企业',
  from_sister: '兄弟企业转入',
} as const
export type TransferPurpose = keyof typeof transferPurposes

/** Those that somebody enters; 兄弟企业转入 is made by 确认转入 alone. */
export const isEnteredTransfer = (purpose: string): boolean => purpose !== 'from_sister'

/** Money that has left and that the sister has not confirmed yet is on its way: it is in the books all the same. */
const states = {
  draft: postingStates.draft,
  submitted: postingStates.submitted,
  done: postingStates.done,
  travelling: { label: '在途', stage: 'posted', tone: 'violet' },
  arrived: { label: '对方已收', stage: 'posted', tone: 'green' },
  voided: postingStates.voided,
  reversed: postingStates.reversed,
} as const satisfies StateDefs

const steps = postingActions({
  submit: button(group, 'add'),
  approve: button(group, 'approve'),
  unapprove: button(group, 'reverse'),
  reverse: button(group, 'reverse'),
  void: button(group, 'add'),
})

const name = z.string().nullable()

/** 资金转账单: money from one account to another, of the same organisation or of a sister (business/money-slips 3). */
export const fundTransfer = defineMoneyDocument({
  kind: 'fund_transfer',
  title: '资金转账单',
  prefix: 'ZJ',
  path: 'fund-transfer',
  area: 'finance',
  partnerTitle: '兄弟企业',
  hasCounterparty: true,
  copiedWith: { field: 'purpose', values: ['inside', 'to_sister'] },
  buttons: { view: pageOf(group), add: button(group, 'add'), update: button(group, 'add') },
  header: moneyHeader.extend({
    partnerId: id.nullable().default(null).meta({ title: '转入企业' }),
    purpose: oneOf(transferPurposes).default('inside').meta({ title: '类型' }),
    /** Where the money leaves; of what a sister sends, where it arrives. */
    accountId: id.meta({ title: '转出账户' }),
    counterAccountId: id.nullable().default(null).meta({ title: '转入账户' }),
    total: amount.meta({ title: '金额' }),
    /** What the bank takes on top of the amount. */
    fee: amount.default('0').meta({ title: '手续费' }),
    tradeNo: text(60).default('').meta({ title: '交易流水号' }),
  }),
  answers: {
    /** Who sends it, as the other side asks. */
    orgName: name,
    accountName: name,
    counterAccountName: name,
    counterOrgId: id.nullable(),
    counterOrgName: name,
  },
  sections: {},
  columns: {
    outName: { title: '转出', width: 130, sort: false, isKey: true, chars: 20, value: name },
    inName: { title: '转入', width: 130, sort: false, isKey: true, chars: 20, value: name },
  },
  states,
  actions: {
    ...steps,
    approve: { ...steps.approve, to: ['done', 'travelling'] },
    confirm: {
      label: '确认转入',
      by: 'counterparty',
      from: ['travelling'],
      to: ['arrived'],
      button: button(group, 'approve'),
      input: z.object({ accountId: id.meta({ title: '转入账户' }) }),
    },
    unconfirm: {
      label: '撤销转入',
      by: 'counterparty',
      from: ['arrived'],
      to: ['travelling'],
      button: button(group, 'reverse'),
      reason: true,
      preview: true,
    },
    unapprove: { ...steps.unapprove, from: ['done', 'travelling'] },
    reverse: { ...steps.reverse, from: ['done', 'travelling'] },
  },
})
