import { trimZeros } from '@chepu/contract/kernel/decimal'
import { loginMessages } from '@chepu/contract/shell/constants'
import { shopBase } from '@chepu/contract/shell/lookups'
import { menuTree, userPermission } from '@chepu/contract/shell/session'
import { call } from '../../kit/base/call'
import type { SessionView } from '../../kit/base/session'
import { storeEnumerations } from '../enumerations'
import { type Navigation, navigationOf } from '../navigation/routes'
import { leave } from './sign-in'
import { readSession, storePermission } from './storage'

/** Everything the shell needs before its first page. */
export interface Loaded {
  session: SessionView
  navigation: Navigation
}

/**
 * Fetches menu, permissions and organisation settings in parallel. Null when the stored user info is missing: then the
 * sign-in page is on its way (business/frame 8).
 */
export async function loadSession(): Promise<Loaded | null> {
  const stored = readSession()
  if (!stored) {
    leave(loginMessages.noUserInfo)
    return null
  }
  const quiet = { quiet: true }
  const [tree, permission, shop] = await Promise.all([
    call(menuTree, quiet),
    call(userPermission, quiet),
    call(shopBase, quiet),
  ])
  storePermission(permission)
  // Nobody waits for these, and a tab that is closed before they come needs none.
  setTimeout(() => void storeEnumerations().catch(() => undefined), 1500)
  const [buttons, fields] = [new Set(permission.userUniqueIdAll), new Set(permission.fields)]
  const wideAreas = new Set(permission.wide_areas)
  const flags = new Map(
    Object.entries(permission.warehouse_flags).map(([id, held]) => [Number.parseInt(id, 10), new Set(held)] as const),
  )
  const session: SessionView = {
    userId: stored.user.userid,
    name: stored.user.name,
    employeeId: stored.user.empid,
    orgId: shop.orgid,
    orgName: shop.orgname,
    groupId: shop.forgid,
    isPlatform: permission.is_platform,
    whids: stored.whids,
    flagsAt: (id) => flags.get(id),
    org: shop.config,
    defaultTaxRateId: shop.default_tax_rate_id,
    labourTaxRate: trimZeros(shop.labour_tax_rate),
    reachesGroup: (area) => wideAreas.has(area),
    has: (button) => (typeof button === 'number' ? buttons.has(button) : button.some((each) => buttons.has(each))),
    sees: (field) => fields.has(field),
  }
  return { session, navigation: navigationOf(tree) }
}
