// What other areas may use of finance.
export { openFigures } from './queries/account-ageing'
export { seesBalance } from './queries/open-items'
export { accountTotals, listAccounts } from './store-account/store-account'
