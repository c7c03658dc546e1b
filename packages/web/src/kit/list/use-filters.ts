import { createContext, useCallback, useContext, useMemo, useState } from 'react'

/** Filter values as they stand in the query string; ids and flags as text. */
export type FilterValues = Readonly<Record<string, string | undefined>>

export interface FilterState {
  /** What the fields show. */
  values: FilterValues
  /** What the list was last asked with. */
  applied: FilterValues
  /** Changes fields; with `apply` the list is asked at once, as after a choice or a quick range. */
  set: (values: FilterValues, apply?: boolean) => void
  /** Asks the list with what the fields show (查询). */
  apply: () => void
  /** Back to the defaults, and asks (重置). */
  reset: () => void
  /** Counts the questions, so that the same filters can be asked again. */
  asked: number
}

/** State of the filters of one list; a kept-alive tab keeps it. `initial` comes from a deep link, `defaults` from the page. */
export function useFilterState(defaults: FilterValues, initial: FilterValues = {}): FilterState {
  const [state, setState] = useState(() => {
    const values = { ...defaults, ...initial }
    return { values, applied: values, asked: 0 }
  })
  const set = useCallback((changed: FilterValues, apply = false) => {
    setState((old) => {
      const values = { ...old.values, ...changed }
      return apply ? { values, applied: values, asked: old.asked + 1 } : { ...old, values }
    })
  }, [])
  const apply = useCallback(
    () => setState((old) => ({ values: old.values, applied: old.values, asked: old.asked + 1 })),
    [],
  )
  const [initialDefaults] = useState(defaults)
  const reset = useCallback(
    () => setState((old) => ({ values: initialDefaults, applied: initialDefaults, asked: old.asked + 1 })),
    [initialDefaults],
  )
  return useMemo(() => ({ ...state, set, apply, reset }), [state, set, apply, reset])
}

export const FilterContext = createContext<FilterState | null>(null)

/** The filters of the list around; for filters that write more than one value. */
export function useFilters(): FilterState {
  const state = useContext(FilterContext)
  if (!state) throw new Error('a filter is used outside a list page')
  return state
}

/**
 * Value and setter of one filter of the list around, for filter components with a `name`:
 * `const [partnerId, setPartnerId] = useFilter('partnerId')`. Setting asks the list at once unless `apply` is false.
 */
export function useFilter(name: string): [string | undefined, (value: string | undefined, apply?: boolean) => void] {
  const { values, set } = useFilters()
  const setOne = useCallback(
    (value: string | undefined, apply = true) => set({ [name]: value === '' ? undefined : value }, apply),
    [name, set],
  )
  return [values[name], setOne]
}
