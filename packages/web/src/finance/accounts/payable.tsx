import { AccountPage } from './account-page'
import { payable } from './side'

/** 应付账款 (DOMAIN 2.10 payableAccount). */
export default function PayableAccount() {
  return <AccountPage side={payable} />
}
