import type { MoneyDef } from '../kernel/money-document'
import { cardVoucher } from './card-voucher'

/** Every kind of document of member cards. */
export const documents: readonly MoneyDef[] = [cardVoucher]
