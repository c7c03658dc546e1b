// What other areas may use of finance.
export { createOpeningBalances, type OpeningBalance, openingRefusal } from './balance-adjustment/opening'
export { openFigures } from './queries/account-ageing'
export { seesBalance } from './queries/open-items'
export { accountTotals, listAccounts } from './store-account/store-account'
