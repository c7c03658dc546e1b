import { roleRoutes } from '@chepu/contract/access/role'
import { administeredOrgs } from '@chepu/contract/access/user'
import { useMemo } from 'react'
import { useCall } from '../../kit/base/use-call'

const none: never[] = []

/** Organisations that the user administers, and whether that is the whole group. */
export function useReach() {
  const reach = useCall(administeredOrgs, {}, { stale: 60_000 })
  const orgs = reach.data?.rows ?? none
  const options = useMemo(() => orgs.map(({ id, name }) => ({ value: id, label: name })), [orgs])
  return { orgs, options, isGroupWide: reach.data?.isGroupWide ?? false }
}

/** Roles in use, for drop-downs. */
export function useRoles() {
  return useCall(roleRoutes.list, { query: { rows: 500, active: 'true' } }, { stale: 10_000 }).data?.rows ?? none
}

/** Roles that serve an organisation, each with the reason why the user may not hand it out there. */
export function useRolesIn(orgId: number) {
  const query = { rows: 500, active: 'true', orgId } as const
  const roles = useCall(roleRoutes.list, { query }, { stale: 10_000 }).data?.rows ?? none
  return useMemo(() => roles.filter((role) => role.orgId === null || role.orgId === orgId), [roles, orgId])
}
