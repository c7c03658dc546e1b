import { useCallback, useEffect, useState } from 'react'
import { useTabs } from './tabs'

/** What an editor works on. */
interface Kept<Data> {
  /** Nothing until it is read. */
  data: Data | undefined
  /** The editor's `key`: another number when it must begin anew. */
  round: number
  /** The editor holds unsaved work, or no longer does: it was saved or given up. */
  hold: (unsaved: boolean) => void
  /** What this editor has saved, before it is read again: what is typed meanwhile belongs to it. */
  own: (data: Data) => void
  /** Gives up what is unsaved and begins anew with what was read last. */
  renew: () => void
}

/**
 * What was read, for an editor: it follows every new reading until something is unsaved. Then it stays as it was, so that
 * nothing typed is lost, and the save learns by its version that somebody else was faster. A reading that `isSame`, for what this
 * editor changes, is always taken over and leaves the editor as it stands: only the version has moved on.
 */
export function useKept<Data>(read: Data | undefined, isSame: (before: Data, now: Data) => boolean): Kept<Data> {
  const [kept, setKept] = useState({ data: read, seen: read, round: 0 })
  const [unsaved, hold] = useState(false)
  const renew = useCallback(() => {
    hold(false)
    setKept((old) => ({ ...old, round: old.round + 1 }))
  }, [])
  const own = useCallback((data: Data) => setKept((old) => ({ ...old, data })), [])
  if (read !== kept.seen) {
    if (read && kept.data && isSame(kept.data, read)) setKept({ ...kept, data: read, seen: read })
    else if (!unsaved) setKept({ data: read, seen: read, round: kept.round + 1 })
  }
  return { data: kept.data, round: kept.round, hold, own, renew }
}

/**
 * Marks the tab while something is unsaved, so that closing it asks, and holds what an editor works on (`useKept`).
 * Answers what ends both at once, for work that was saved or given up.
 */
export function useUnsavedMark(unsaved: boolean, hold?: (unsaved: boolean) => void): () => void {
  const { setDirty } = useTabs()
  const mark = useCallback(
    (now: boolean) => {
      setDirty(now)
      hold?.(now)
    },
    [setDirty, hold],
  )
  // Not undone by a cleanup: that would run whenever the tab is hidden, and its work is then still unsaved.
  useEffect(() => mark(unsaved), [mark, unsaved])
  return useCallback(() => mark(false), [mark])
}
