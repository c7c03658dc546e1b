import type { Route } from '@chepu/contract/kernel/route'
import type { Totals } from '@chepu/contract/kernel/list-query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { z } from 'zod'
import { call } from '../base/call'
import { readAgain } from '../base/use-call'
import type { FilterState, FilterValues } from './use-filters'

/** A route that answers a page of rows. */
export type ListRoute<Row> = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType<{ rows: Row[]; more: boolean }>>
/** A route that counts and sums the same list over all pages. */
export type TotalsRoute = Route<z.ZodType, z.ZodType, z.ZodType, z.ZodType<Totals>>

export interface ListData<Row> {
  rows: readonly Row[]
  /** Whether further pages follow. */
  more: boolean
  /** Count and sums over all pages; they come after the rows. */
  totals: Totals | undefined
  /** Of an empty list: whether something would be there without the user's filters; undefined until that is known. */
  hasAny: boolean | undefined
  error: Error | null
  /** First answer still out. */
  loading: boolean
  /** Old rows stand while new ones are read. */
  busy: boolean
  page: number
  pageSize: number
  sort: string | undefined
  setPage: (page: number, pageSize: number) => void
  setSort: (sort: string | undefined) => void
  refresh: () => void
}

const sizeKey = (name: string) => `chepu.rows.${name}`
const savedSize = (name: string) => Number.parseInt(localStorage.getItem(sizeKey(name)) ?? '', 10) || 50

/** What the page itself asks for, at any time. */
const withoutDays = ({ from: _from, to: _to, ...rest }: FilterValues): FilterValues => rest

/**
 * One page of a list and, once it is there, the totals over all pages (business/frame 10.2). A changed filter goes back to page one;
 * a list that shows again after its tab was hidden reads again.
 */
export function useList<Row extends object>(
  name: string,
  routes: { list: ListRoute<Row>; totals?: TotalsRoute | undefined },
  filters: FilterState,
  defaults: FilterValues,
  defaultSort?: string,
): ListData<Row> {
  const [paging, setPaging] = useState({ page: 1, pageSize: savedSize(name), asked: filters.asked })
  const [sort, setSortState] = useState(defaultSort)
  const page = paging.asked === filters.asked ? paging.page : 1
  const query = { ...filters.applied, page, rows: paging.pageSize, sort }
  const list = useQuery({
    // The same filters asked again are a new question.
    queryKey: ['call', routes.list.path, query, filters.asked],
    // What fails is said by a message as well, since old rows may still stand (business/frame 8).
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isEmpty = list.isSuccess && !list.isPlaceholderData && page === 1 && list.data.rows.length === 0
  const unfiltered = useMemo(() => ({ ...withoutDays(defaults), page: 1, rows: 1 }), [defaults])
  const any = useQuery({
    queryKey: ['call', routes.list.path, unfiltered, filters.asked],
    queryFn: ({ signal }) => call(routes.list, { query: unfiltered, signal, quiet: true }),
    enabled: isEmpty,
    retry: false,
  })
  const { totals: totalsRoute } = routes
  const counted = useQuery({
    queryKey: ['call', totalsRoute?.path, filters.applied, filters.asked],
    queryFn: ({ signal }) => call(totalsRoute as TotalsRoute, { query: filters.applied, signal, quiet: true }),
    enabled: totalsRoute !== undefined && list.isSuccess && !list.isPlaceholderData,
    retry: false,
  })
  const client = useQueryClient()
  const listPath = routes.list.path
  const totalsPath = totalsRoute?.path
  const refresh = useCallback(() => {
    void readAgain(client, { queryKey: ['call', listPath] }).then(() =>
      totalsPath === undefined ? undefined : readAgain(client, { queryKey: ['call', totalsPath] }),
    )
  }, [client, listPath, totalsPath])
  return {
    rows: list.data?.rows ?? [],
    more: list.data?.more ?? false,
    totals: counted.isSuccess && !counted.isFetching ? counted.data : undefined,
    hasAny: any.data && any.data.rows.length > 0,
    error: list.error,
    loading: list.isPending,
    busy: list.isPlaceholderData,
    page,
    pageSize: paging.pageSize,
    sort,
    setPage: (next, pageSize) => {
      localStorage.setItem(sizeKey(name), String(pageSize))
      setPaging({ page: pageSize === paging.pageSize ? next : 1, pageSize, asked: filters.asked })
    },
    setSort: (next) => {
      setSortState(next)
      setPaging((old) => ({ ...old, page: 1 }))
    },
    refresh,
  }
}
