import { AccountPage } from './account-page'
import { receivable } from './side'

/** 应收账款 (business/finance 7.3). */
export default function ReceivableAccount() {
  return <AccountPage side={receivable} />
}
