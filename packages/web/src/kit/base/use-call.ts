import type { BodyOf, DataOf, ParamsOf, QueryOf, Route } from '@chepu/contract/kernel/route'
import {
  type QueryClient,
  type QueryFilters,
  type UseQueryResult,
  keepPreviousData,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from './call'

/** Cache key of a call; `['call', path]` invalidates all calls of a path. */
export const callKey = (route: Route, input: { params?: unknown; query?: unknown } = {}) =>
  ['call', route.path, input.params ?? null, input.query ?? null] as const

/**
 * Reads a route and keeps its answer. `stale` is in milliseconds (default 0: read again whenever the page shows);
 * errors are not toasted but left to the caller's `error`, unless `loud`. `keeps` shows the answer to the last question until the
 * next one has its answer or fails.
 */
export function useCall<R extends Route>(
  route: R,
  input: { params?: ParamsOf<R>; query?: QueryOf<R>; body?: BodyOf<R> } = {},
  options: { enabled?: boolean; stale?: number; loud?: boolean; keeps?: boolean } = {},
): UseQueryResult<DataOf<R>, Error> {
  return useQuery<DataOf<R>, Error>({
    queryKey: [...callKey(route, input), input.body ?? null],
    queryFn: ({ signal }) => call(route, { ...input, signal, quiet: !options.loud }),
    enabled: options.enabled ?? true,
    staleTime: options.stale ?? 0,
    retry: false,
    ...(options.keeps ? { placeholderData: keepPreviousData } : {}),
  })
}

/**
 * Reads the shown ones of these answers again, and the hidden ones when they show; after a change. What is still on its way
 * was perhaps asked before the change: it is given up, also where no answer has come before, which the library would keep.
 */
export function readAgain(client: QueryClient, filters: QueryFilters): Promise<void> {
  void client.cancelQueries(filters)
  return client.invalidateQueries(filters)
}

/** Reads the answers of the given routes again; after a change. */
export function useRefreshCalls(): (...routes: (Route | undefined)[]) => void {
  const client = useQueryClient()
  return useCallback(
    (...routes) => {
      for (const route of routes) if (route) void readAgain(client, { queryKey: ['call', route.path] })
    },
    [client],
  )
}
