import { type ActionDef, mayTake } from '@chepu/contract/kernel/document'
import type { Scope, ScopeArea } from '@chepu/contract/kernel/scope-areas'
import type { Decimal } from '@chepu/contract/kernel/decimal'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { OrgConfig } from '@chepu/contract/kernel/org-config'
import type { FlagsAt, WarehouseFlag } from '@chepu/contract/kernel/warehouse-flags'

export type HiddenField = FieldKey

/** Who calls, where he works, and what he may do. Read anew whenever his rights change. */
export interface Caller {
  groupId: number
  userId: number
  realName: string
  /** Keeps the installation itself: permission points, regions, registered companies. */
  isPlatform: boolean
  /** Not a person but another maker's program: nobody asks it, tells it announcements or hands it the administration. */
  isProgram: boolean
  employeeId: number | null
  departmentId: number | null
  orgId: number
  org: CallerOrg
  /** Orgs of the group that he may choose; scope 全部 reads them all. */
  orgIds: number[]
  /** Codes of his active roles in the org, for example owner (business/access 10.1). */
  roles: string[]
  buttons: ReadonlySet<number>
  fields: ReadonlySet<HiddenField>
  scopes: Partial<Record<ScopeArea, Scope>>
  /** Whom scope 本部门 covers: himself, his department and all below it. */
  departmentUserIds: number[]
  departmentEmployeeIds: number[]
  /** The same for areas whose scope names departments (指定部门). */
  peopleByArea: Partial<Record<ScopeArea, People>>
  warehouses: ReadonlyMap<number, ReadonlySet<WarehouseFlag>>
  /** Where goods lie that the org has on their way; null for who does not look into all warehouses of it (business/transfers 4). */
  transitId: number | null
  limits: Limits
  deviceId: string
  ip: string
  requestId: string
}

/** Users and employees on a document, by whom a scope decides. */
export interface People {
  userIds: number[]
  employeeIds: number[]
}

/** Highest amounts a caller may grant; null has no limit (business/access 10.2). */
export interface Limits {
  lineDiscount: Decimal | null
  orderDiscount: Decimal | null
  settleDiscount: Decimal | null
  purchaseApproval: Decimal | null
  paymentApproval: Decimal | null
}

export interface CallerOrg {
  id: number
  code: string
  name: string
  taxpayerKind: 'general' | 'small'
  startMonth: number
  /** As it was when his rights were read: postings ask again, and hold it. */
  closedMonth: number | null
  /** The last month that was closed once and is open again, YYYYMM. */
  reopenedMonth: number | null
  config: OrgConfig
}

/** True when the caller holds one of the buttons. */
export const mayPress = (caller: Pick<Caller, 'buttons'>, button: number | readonly number[]): boolean =>
  typeof button === 'number' ? caller.buttons.has(button) : button.some((each) => caller.buttons.has(each))

/** True when the caller holds what the action of a document needs where he works, the right of its desk included. */
export const mayAct = (
  caller: Pick<Caller, 'buttons'> & { org: Pick<CallerOrg, 'config'> },
  action: ActionDef,
): boolean => mayTake(action, caller.org.config, (button) => mayPress(caller, button))

/** True when the caller may see the field (business/access 8). */
export const sees = (caller: Caller, field: HiddenField): boolean => caller.fields.has(field)

/** Warehouses of the caller's org on which he holds the flag (business/access 6). */
export const warehousesWith = (caller: Caller, flag: WarehouseFlag): number[] =>
  [...caller.warehouses].filter(([, flags]) => flags.has(flag)).map(([id]) => id)

/** What the caller holds at a warehouse of the org in which he works (business/access 6). */
export const flagsOf =
  ({ warehouses }: Pick<Caller, 'warehouses'>): FlagsAt =>
  (warehouseId) =>
    warehouses.get(warehouseId)

/** Warehouses whose goods the caller's reports of stock tell: those that he may look into, and what is on its way. */
export const stockPlaces = (caller: Caller): number[] => [
  ...warehousesWith(caller, 'view'),
  ...(caller.transitId === null ? [] : [caller.transitId]),
]
