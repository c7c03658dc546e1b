import { brandRoutes } from '@chepu/contract/basics/brand'
import { categoryRoutes, type CategoryRow } from '@chepu/contract/basics/part-category'
import { basicsInfo } from '@chepu/contract/shell/lookups'
import { useMemo } from 'react'
import { useCall } from '../kit/base/use-call'

/** Short lists change rarely; five minutes old is fresh enough for a drop-down. */
const stale = 5 * 60_000

/** Options of a select by id. */
export const optionsById = (rows: readonly { id: number | string; name: string }[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))

/** Active brands by id. */
export function useBrandOptions(): Record<string, string> {
  const found = useCall(brandRoutes.list, { query: { active: 'true', rows: 1000 } }, { stale })
  return useMemo(() => optionsById(found.data?.rows ?? []), [found.data])
}

/** Units, tax rates and other enumerations of the server, by id. */
export function useEnumeration(name: 'unit' | 'taxRate'): Record<string, string> {
  const found = useCall(basicsInfo, {}, { stale })
  return useMemo(() => optionsById(found.data?.basics[name] ?? []), [found.data, name])
}

/** Categories by id with their whole path; `leaves` only those that may hold parts. */
export function useCategoryOptions(leaves: boolean): Record<string, string> {
  const found = useCall(categoryRoutes.list, {}, { stale })
  return useMemo(() => pathsOf(found.data?.rows ?? [], leaves), [found.data, leaves])
}

function pathsOf(rows: readonly CategoryRow[], leaves: boolean): Record<string, string> {
  const names = new Map<number, string>()
  for (const { id, parentId, name } of rows)
    names.set(id, parentId === null ? name : `${names.get(parentId)} / ${name}`)
  const parents = new Set(rows.map(({ parentId }) => parentId))
  const shown = rows.filter(({ id, isActive }) => isActive && !(leaves && parents.has(id)))
  return Object.fromEntries(
    shown
      .map(({ id }): [string, string] => [String(id), names.get(id) as string])
      .sort(([, a], [, b]) => a.localeCompare(b, 'zh')),
  )
}
