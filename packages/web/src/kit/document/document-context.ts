import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { DocumentMeta, EditorStore, HeaderValues } from './document-editor-store'
import type { Grids } from './grids'
import { useTabActive } from '../base/tabs'

/** What the parts of one open editor share. The objects stay the same; what changes is subscribed to. */
interface EditorContextValue {
  store: EditorStore
  grids: Grids
  readOnly: boolean
}

/** What the page's own buttons and hooks may know and do. */
export interface EditorApi {
  id: number | undefined
  billNo: string
  state: string
  /** Done, and not the red document of a reversal: money may be taken and goods may come back. */
  isPosted: boolean
  header: HeaderValues
  partnerId: number | undefined
  dirty: boolean
  /** Saves what is unsaved; false when it could not be. */
  save: () => Promise<boolean>
  /** Runs an action with input of its own. */
  act: (action: string, input?: unknown) => Promise<void>
  reload: () => Promise<void>
}

export const EditorContext = createContext<EditorContextValue | null>(null)

export const EditorApiContext = createContext<EditorApi | null>(null)

/** What stands among the lines and beside the totals may know and do the same as the page's buttons. */
export function useEditorApi(): EditorApi {
  const api = useContext(EditorApiContext)
  if (!api) throw new Error('lines or figures of a document stand outside its DocumentEditor')
  return api
}

export function useEditor(): EditorContextValue {
  const editor = useContext(EditorContext)
  if (!editor) throw new Error('a field or grid of a document stands outside its DocumentEditor')
  return editor
}

/** Header values of the open document; the component follows their changes. */
export function useHeader(): HeaderValues {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.header)
}

export function useHeaderErrors(): Readonly<Record<string, string>> {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.errors)
}

/** Number, state, version and permitted actions of the open document. */
export function useDocumentMeta(): DocumentMeta {
  const { store } = useEditor()
  return useSyncExternalStore(store.subscribe, store.meta)
}

const dialogOpen = () => document.querySelector('.ant-modal-wrap:not([style*="display: none"])') !== null

/** The key as `useEditorKeys` knows it: 'F7', 'ctrl+s'. */
const keyName = (event: KeyboardEvent) =>
  // With Alt a key is the system's: Alt+F4 closes the window.
  event.altKey
    ? ''
    : event.ctrlKey || event.metaKey
      ? `ctrl+${event.key.toLowerCase()}`
      : event.shiftKey
        ? ''
        : event.key

/** Keys of the whole editor, while its tab is the one on screen and no dialog stands over it. */
export function useEditorKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const active = useTabActive()
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!active) return
    const onKeyDown = (event: KeyboardEvent) => {
      const name = keyName(event)
      if (!(name in latest.current)) return
      // Even when there is nothing to do, the browser's own meaning (save the page) would only disturb.
      event.preventDefault()
      const run = latest.current[name]
      if (!run || dialogOpen() || event.repeat) return
      giveAwayText(event.target)
      run()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [active])
}

/** Fields of the header and figures of small tables hand their text over when they are left; a key must do what a click on the button does. */
function giveAwayText(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || !target.closest('[data-field], .qty-input')) return
  target.blur()
  target.focus()
}

/** Says what takes the keyboard behind the header (Ctrl+Enter), in an editor without a table of lines. */
export function useKeyboardPlace(place: () => HTMLElement | null | undefined): void {
  const { grids } = useEditor()
  useEffect(() => {
    grids.place = place
    return () => {
      grids.place = undefined
    }
  })
}
