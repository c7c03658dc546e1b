import { limitLabels, roleButtons, type RoleLimits, type rolePermissionRoutes } from '@chepu/contract/access/role'
import type { FieldKey } from '@chepu/contract/kernel/fields'
import type { DataOf } from '@chepu/contract/kernel/route'
import { useMemo, useState } from 'react'
import { useSession } from '../../kit/base/session'
import { percentOf, rateOf } from './percent'

export type Role = DataOf<typeof rolePermissionRoutes.read>

export const limitKeys = Object.keys(limitLabels) as (keyof RoleLimits)[]
/** Limits as typed: the discount in per cent. */
const typedLimits = (limits: RoleLimits): RoleLimits => ({ ...limits, discountLimit: percentOf(limits.discountLimit) })
const sortedText = (values: Iterable<number | string>) => [...values].map(String).sort().join()

function withEach<Value>(set: ReadonlySet<Value>, values: readonly Value[], on: boolean): ReadonlySet<Value> {
  const next = new Set(set)
  for (const value of values)
    if (on) next.add(value)
    else next.delete(value)
  return next
}

/** The rights of a role as they are edited: buttons, fields, limits and warehouses. */
export function useRoleRights(role: Role) {
  const { has, sees } = useSession()
  const [held, setHeld] = useState<ReadonlySet<number>>(() => new Set(role.buttons))
  const [fields, setFields] = useState<ReadonlySet<FieldKey>>(() => new Set(role.fields))
  const [limits, setLimits] = useState<RoleLimits>(() => typedLimits(role.limits))
  const [allWarehouses, setAllWarehouses] = useState(role.allWarehouses)
  const before = useMemo(() => new Set(role.buttons), [role.buttons])
  const mayEdit = role.isOwn && has(roleButtons.grant)
  return {
    held,
    fields,
    limits,
    allWarehouses,
    setAllWarehouses,
    mayEdit,
    dirty:
      sortedText(held) !== sortedText(role.buttons) ||
      sortedText(fields) !== sortedText(role.fields) ||
      allWarehouses !== role.allWarehouses ||
      limitKeys.some((key) => limits[key] !== typedLimits(role.limits)[key]),
    /** What the giver does not hold he may take away, not give. */
    mayGive: (id: number) => mayEdit && (has(id) || before.has(id)),
    toggle: (ids: readonly number[], on: boolean) => setHeld((old) => withEach(old, ids, on)),
    mayToggleField: (key: FieldKey) => mayEdit && (fields.has(key) || sees(key) || role.fields.includes(key)),
    toggleField: (key: FieldKey, on: boolean) => setFields((old) => withEach(old, [key], on)),
    setLimit: (key: keyof RoleLimits, value: string | null) => setLimits((old) => ({ ...old, [key]: value })),
    /** The rights as they are saved. */
    body: () => ({
      roleId: role.roleId,
      version: role.version,
      buttons: [...held],
      fields: [...fields],
      allWarehouses,
      limits: { ...limits, discountLimit: rateOf(limits.discountLimit) },
    }),
  }
}

export type RoleRights = ReturnType<typeof useRoleRights>
