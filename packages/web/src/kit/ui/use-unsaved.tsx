import { type ReactNode, useCallback, useState } from 'react'
import { Confirm } from './confirm'
import { useUnsavedMark } from '../base/use-kept'

/**
 * Marks the tab while something is unsaved, so that closing it asks, and asks before the page itself turns to something
 * else. Draw `question` anywhere in the page. `hold` belongs to `useKept`; `settled` ends it when the work was saved or given up.
 */
export function useUnsaved(unsaved: boolean, hold?: (unsaved: boolean) => void) {
  const settled = useUnsavedMark(unsaved, hold)
  const [waiting, setWaiting] = useState<() => void>()
  const leave = useCallback((go: () => void) => (unsaved ? setWaiting(() => go) : go()), [unsaved])
  const question: ReactNode = waiting && (
    <Confirm
      title="有未保存的修改"
      okText="放弃修改"
      danger
      run={async () => {
        settled()
        waiting()
      }}
      onClose={() => setWaiting(undefined)}
    >
      离开后本页的修改将丢失。
    </Confirm>
  )
  return { leave, question, settled }
}
