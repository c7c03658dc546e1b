import { type RefObject, useEffect, useRef } from 'react'
import { toast } from '../base/toast'
import { DraftKeeper, dropOldDrafts } from './autosave'
import type { EditorStore } from './document-editor-store'
import type { DraftPlace } from './draft-place'

/** Keeps what is typed into the document at its place in the browser, as long as the editor is on screen. */
export function useDraftKeeper(
  store: EditorStore,
  place: DraftPlace,
  editable: boolean,
): RefObject<DraftKeeper | undefined> {
  const sourcePlace = useRef<DraftPlace>(undefined)
  const keeper = useRef<DraftKeeper>(undefined)
  useEffect(() => {
    if (!editable) return
    // A new document that was saved has moved to the place of its number.
    if (sourcePlace.current !== place) sourcePlace.current?.leave()
    sourcePlace.current = place
    void place.take()
    const mine = new DraftKeeper(
      place,
      () => store.draft(),
      () => toast.warning('浏览器未能保存草稿，请及时保存单据'),
    )
    keeper.current = mine
    const stop = store.onChange(() => mine.touch())
    const hide = () => mine.flush()
    const leave = () => mine.leave()
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', leave)
    void dropOldDrafts().catch(() => undefined)
    return () => {
      mine.flush()
      stop()
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', leave)
    }
  }, [place, store, editable])
  return keeper
}
