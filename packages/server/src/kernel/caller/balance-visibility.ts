import type { AdvanceAccount } from '@chepu/contract/kernel/money-document'
import { type Caller, sees } from './caller'

/** True when the caller may see balances of the account: what customers owe as 应收余额, what we owe as purchase prices (business/access 8). */
export const seesBalance = (caller: Caller, account: 'AR' | 'AP' | AdvanceAccount): boolean =>
  sees(caller, account === 'AR' || account === 'ADV_IN' ? 'ar_balance' : 'purchase_price')
