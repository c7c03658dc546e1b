import type { ToldConfig } from '@chepu/contract/kernel/org-config'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { ScopeArea } from '@chepu/contract/kernel/scope-areas'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { FlagsAt } from '@chepu/contract/kernel/warehouse-flags'
import { createContext, useContext } from 'react'

/** What a page may know about the person at the screen. Filled by the shell after sign-in, read-only for pages. */
export interface SessionView {
  userId: number
  /** Real name. */
  name: string
  employeeId: number | null
  orgId: number
  orgName: string
  groupId: number
  /** Keeps the installation itself: regions, permission points, the site's title. */
  isPlatform: boolean
  /** Warehouses that the user may see (business/access 6). */
  whids: readonly number[]
  /** What the user may do in a warehouse. */
  flagsAt: FlagsAt
  /** Settings of the organisation (business/access 2.2). */
  org: ToldConfig
  /** Tax rate that new parts of the organisation start with; null leaves it to the list's first. */
  defaultTaxRateId: number | null
  /** Tax rate that work and fees start with. */
  labourTaxRate: Decimal
  /** Whether the user's data of an area reaches further than the organisation he works in (business/access 7). */
  reachesGroup: (area: ScopeArea) => boolean
  /** Holds the button, or any of several (business/access 5). Buttons without permission are not drawn. */
  has: (button: number | readonly number[]) => boolean
  /** May see a hidden field such as `cost_price` (business/access 8). The server leaves hidden fields out anyway. */
  sees: (field: FieldKey) => boolean
}

export const SessionContext = createContext<SessionView | null>(null)

/** The signed-in user's session; only inside the shell. */
export function useSession(): SessionView {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession is used outside the shell')
  return session
}
