import { AccountPage } from './account-page'
import { payable } from './side'

/** 应付账款 (business/finance 7.3). */
export default function PayableAccount() {
  return <AccountPage side={payable} />
}
