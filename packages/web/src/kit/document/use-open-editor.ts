import { isSaved } from '@chepu/contract/kernel/states'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import { missingFlag } from '@chepu/contract/kernel/warehouse-flags'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { focusToolbar, isFocusLost } from '../base/focus'
import { useSession } from '../base/session'
import { useScreenParams, useTabs } from '../base/tabs'
import { isTouch } from '../base/use-narrow'
import { useEditorKeys } from './document-context'
import type { DocumentData, EditorStore } from './document-editor-store'
import type { Overlay } from './editor-overlays'
import { isForward, openSteps } from './editor-steps'
import { Grids } from './grids'
import { type Begin, type Start, startOf, useDocumentLoad, useForgetLists } from './use-document'
import { type Asked, type DocumentProblem, useDocumentActions } from './use-document-actions'

/** Takes the step with what was asked; answers why it was refused. */
type Take = (asked: Asked) => Promise<DocumentProblem | undefined>
/**
 * What asks for what an action of the saved document takes; nothing where the user gave up, or where the dialog took the step by itself,
 * so that it stays open when that is refused.
 */
export type Ask = (id: number, take: Take) => Promise<Asked | undefined>
/** Dialogs of a kind's own, by action. */
export type Asks = Readonly<Partial<Record<string, Ask>>>

export type OpenEditor = ReturnType<typeof useOpenEditor>

/** What happens in the editor of one document: it is loaded or begun, kept, saved, and changes state. */
export function useOpenEditor(def: DocumentDef, store: EditorStore, begin: Begin | undefined, asks: Asks = {}) {
  const session = useSession()
  const tabs = useTabs()
  const start = startOf(useScreenParams())
  const [grids] = useState(() => new Grids())
  const [overlay, setOverlay] = useState<Overlay>()
  const mayEdit = session.has(start.id === undefined ? def.buttons.add : def.buttons.update)
  const load = useDocumentLoad(store, start, session, mayEdit, begin)
  const meta = useSyncExternalStore(store.subscribe, store.meta)
  const dirty = useSyncExternalStore(store.subscribe, store.dirty)
  // A document of another organisation is only looked at: its goods and partners are not those of this one.
  const { orgId: owner, counterOrgId, warehouseId } = store.header()
  const isHere = owner === undefined || owner === session.orgId
  // One that stands between two has buttons and paper for both of them.
  const isOurs = isHere || counterOrgId === session.orgId
  const place = { warehouseId: meta.id === undefined ? undefined : (warehouseId as number | null) }
  const isClosed = missingFlag(def, {}, place, session.flagsAt) !== undefined
  const readOnly = !mayEdit || !isHere || isClosed || !isSaved(def, meta.state) || meta.isRed
  const forgetLists = useForgetLists(store)
  /** A step was taken: the document is another one now, and lists of it are out of date. */
  const changed = async (document: DocumentData | undefined): Promise<void> => {
    await (document ? load.show(document) : load.reload())
    tabs.setParams({ id: store.meta().id })
    forgetLists()
  }
  const actions = useDocumentActions(store, grids, {
    saved: async () => {
      await load.dropDraft()
      tabs.setParams({ id: store.meta().id })
      forgetLists()
    },
    changed,
  })
  const { ready } = load
  useFoundFocus(ready, meta.state, grids)
  useTabState(store, grids, titleOf(def, start, meta.billNo))

  const offered = openSteps(def, meta, session)
  const steps = offered.filter((name) => !def.actions[name]?.passes)
  const { isHeld, holding } = useHold()
  const save = async (): Promise<boolean> => (await actions.saveNow()) ?? false
  /** Takes a step; one that needs a reason or shows its effects asks first. */
  const step = (name: string) => holding(() => takeStep(name))
  const takeStep = async (name: string): Promise<void> => {
    const action = def.actions[name]
    if (!action) return
    const ask = asks[name]
    if (!ask && !action.reason && !action.preview) return void (await actions.act(name))
    // A dialog speaks of the document as it stands on the server. A key has taken along what was typed since the page was drawn.
    if ((store.dirty() || (ask && store.meta().id === undefined)) && !(await save())) return
    if (!ask) return setOverlay({ kind: 'action', action: name })
    const take: Take = ({ input, reason }) => actions.act(name, input, reason)
    const asked = await ask(store.meta().id as number, take)
    if (asked) await take(asked)
  }
  const primary = steps.find((name) => def.actions[name]?.isApproval) ?? steps.find((name) => isForward(def, name))
  const bar = useRef<HTMLDivElement>(null)
  useEditorKeys({
    'ctrl+s': readOnly || !ready ? undefined : () => void actions.save(),
    F9: primary && ready ? () => void step(primary) : undefined,
    F10: () => focusToolbar(bar.current),
  })
  return {
    bar,
    context: useMemo(() => ({ store, grids, readOnly }), [store, grids, readOnly]),
    primary,
    changed,
    unsaved: dirty || meta.id === undefined,
    actions,
    def,
    dirty,
    isHeld,
    isHere,
    isOurs,
    load,
    meta,
    offered,
    overlay,
    readOnly,
    save,
    session,
    setOverlay,
    step,
    steps,
  }
}

/** Its list is gone when a document opens, and its header is locked when it is approved: the lines take the keyboard. */
function useFoundFocus(ready: boolean, state: string, grids: Grids): void {
  useEffect(() => {
    if (ready && isFocusLost() && !isTouch()) grids.focus()
  }, [ready, state, grids])
}

/** What a step rests on stands still, from the key to the end of its questions: what is typed then would be gone, or not be what was asked about. */
function useHold() {
  const asking = useRef(false)
  const isHeld = () => asking.current
  const holding = async (work: () => Promise<void>): Promise<void> => {
    if (asking.current) return
    asking.current = true
    await work().finally(() => (asking.current = false))
  }
  return { isHeld, holding }
}

/** Title of the tab; a saved document that is not here yet, or not to be seen, has no number. */
function titleOf({ title }: DocumentDef, { id }: Start, billNo: string): string {
  if (billNo) return `${title}-${billNo}`
  return id === undefined ? `新增${title}` : title
}

/** Title and unsaved mark of the tab. */
function useTabState(store: EditorStore, grids: Grids, title: string): void {
  const tabs = useTabs()
  useEffect(() => tabs.setTitle(title), [tabs, title])
  useEffect(() => tabs.setDirty(() => store.dirty() || grids.unfinished()), [tabs, store, grids])
}
