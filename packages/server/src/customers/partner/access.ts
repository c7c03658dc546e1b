import { customerButtons, partnerButtons } from '@chepu/contract/customers/partner'
import { otherRoles, partnerRoles } from '@chepu/contract/kernel/partner-roles'
import { type Caller, mayPress } from '../../kernel/caller/caller'
import { forbidden } from '../../kernel/base/errors'

/** Roles whose partners the caller may read: customers and all others stand behind different pages (business/access 5). */
export const readableRoles = (caller: Caller): number =>
  (mayPress(caller, customerButtons.view) ? partnerRoles.customer : 0) |
  (mayPress(caller, partnerButtons.view) ? otherRoles : 0)

/**
 * Refuses who holds the button for none of the partner's roles, or gives and takes a role without the button of that
 * role's page.
 */
export function assertMayPress(
  caller: Caller,
  action: 'add' | 'update' | 'remove',
  roles: { before: number; after: number },
): void {
  const asCustomer = mayPress(caller, customerButtons[action])
  const asOther = mayPress(caller, partnerButtons[action])
  const all = roles.before | roles.after
  const changed = roles.before ^ roles.after
  const covers = ((all & partnerRoles.customer) !== 0 && asCustomer) || ((all & otherRoles) !== 0 && asOther)
  if (!covers) forbidden()
  if ((changed & partnerRoles.customer) !== 0 && !asCustomer) forbidden('您没有维护客户的权限')
  if ((changed & otherRoles) !== 0 && !asOther) forbidden('您没有维护供应商等往来单位的权限')
}
