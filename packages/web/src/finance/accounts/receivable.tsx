import { AccountPage } from './account-page'
import { receivable } from './side'

/** 应收账款 (DOMAIN 2.10 receivableAccount). */
export default function ReceivableAccount() {
  return <AccountPage side={receivable} />
}
