import { roleRoutes } from '@chepu/contract/access/role'
import { administeredOrgs } from '@chepu/contract/access/user'
import { useMemo } from 'react'
import { useCall } from '../kit/use-call'

const none: never[] = []

/** Organisations that the user administers, and whether that is the whole group. */
export function useReach() {
  const reach = useCall(administeredOrgs, {}, { stale: 60_000 })
  const orgs = reach.data?.rows ?? none
  const options = useMemo(() => orgs.map(({ id, name }) => ({ value: id, label: name })), [orgs])
  return { orgs, options, isGroupWide: reach.data?.isGroupWide ?? false }
}

/** Roles in use, for drop-downs; with an organisation only those that serve it. */
export function useRoles() {
  return useCall(roleRoutes.list, { query: { rows: 500, active: 'true' } }, { stale: 10_000 }).data?.rows ?? none
}

/** Options of a kit select by number. */
export const byId = (rows: readonly { id: number; name: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
