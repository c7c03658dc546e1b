import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { Confirm } from '../kit/confirm'
import { useTabs } from '../kit/tabs'

/**
 * Marks the tab while something is unsaved, so that closing it asks, and asks before the page itself turns to something
 * else. Draw the second value anywhere in the page.
 */
export function useUnsaved(dirty: boolean): [leave: (go: () => void) => void, node: ReactNode] {
  const { setDirty } = useTabs()
  const [waiting, setWaiting] = useState<() => void>()
  useEffect(() => {
    setDirty(dirty)
    return () => setDirty(false)
  }, [dirty, setDirty])
  const leave = useCallback((go: () => void) => (dirty ? setWaiting(() => go) : go()), [dirty])
  const node = waiting && (
    <Confirm
      title="有未保存的修改"
      okText="放弃修改"
      danger
      run={async () => waiting()}
      onClose={() => setWaiting(undefined)}
    >
      离开后本页的修改将丢失。
    </Confirm>
  )
  return [leave, node]
}
