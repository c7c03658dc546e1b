// What other areas may use of finance.
export { createOpeningBalances, type OpeningBalance, openingsEntered } from './balance-adjustment/opening'
export { partnersNamed } from './balance-adjustment/partners-named'
export { openingRefusals } from './balance-adjustment/opening-refusal'
export { depositsOf } from './deposits'
export { claimShares } from './invoice/claim-shares'
export { planNumbers } from './invoice/numbers'
export { openFigures } from './queries/account-ageing'
export { accountTotals, listAccounts } from './store-account/store-account'
export {
  assertNotTooMuch,
  assertPayable,
  collectAtOnce,
  giveBackAtOnce,
  madeSlips,
  makeSlip,
  type Maker,
  paidAhead,
  reverseSlips,
  voidSlips,
} from './slip/at-once'
export { correctItem, moveItem, undoSlips } from './slip/corrections'
