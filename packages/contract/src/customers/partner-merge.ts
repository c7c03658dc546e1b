import { defineMoneyDocument, moneyHeader } from '../kernel/money-document'
import { postingStates } from '../kernel/states'
import { customerButtons } from './partner'

/**
 * 往来合并单: open items and advances that went from a doubled partner to the one that stays (business/customers 2.5). 合并 writes it,
 * posted; nobody enters, changes or undoes one.
 */
export const partnerMerge = defineMoneyDocument({
  kind: 'partner_merge',
  title: '往来合并单',
  prefix: 'HW',
  path: 'partner-merge',
  area: 'finance',
  partnerTitle: '往来单位',
  buttons: { view: customerButtons.view, add: customerButtons.merge, update: customerButtons.merge },
  header: moneyHeader,
  sections: {},
  states: { done: postingStates.done },
  actions: {},
})
