import { useCallback, useSyncExternalStore } from 'react'
import type { GridLine, LineSnapshot, LineStore } from './line-grid-store'

const never = () => () => undefined

/** A line as it is now, with its errors; whoever shows it is drawn anew when it changes. */
export function useLine<Line extends GridLine>(
  store: LineStore<Line>,
  key: number | undefined,
): LineSnapshot<Line> | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (key === undefined ? never() : store.subscribeLine(key, listener)),
    [store, key],
  )
  return useSyncExternalStore(subscribe, () => (key === undefined ? undefined : store.snapshot(key)))
}
