import type { Route } from '@chepu/contract/kernel/route'
import { useEffect } from 'react'
import { useRefreshCalls } from './use-call'

type Listener = () => void
const listeners = new Set<Listener>()

/** The server said that the bell may have changed: something came for the user, or waits for him no more. */
export function tellNews(): void {
  for (const listener of listeners) listener()
}

/** Reads the answer of a route again whenever there is news; as long as the page shows. */
export function useRenewal(route: Route): void {
  const refresh = useRefreshCalls()
  useEffect(() => {
    const listener = () => refresh(route)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [refresh, route])
}
