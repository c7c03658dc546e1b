import { isEntered, isSaved } from '@chepu/contract/kernel/states'
import { useQueryClient } from '@tanstack/react-query'
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { call, isAborted } from '../base/call'
import type { DocumentData, EditorStore, HeaderValues } from './document-editor-store'
import { DraftPlace } from './draft-place'
import { type Draft, type DraftKeeper, draftKey, readDraft } from './autosave'
import type { SessionView } from '../base/session'
import { usePageGone } from '../base/tabs'
import { readAgain } from '../base/use-call'
import { useDraftKeeper } from './use-draft-keeper'

/** Where an editor begins, from its deep link: a saved document, a copy, or blank. */
export interface Start {
  id: number | undefined
  copy: number | undefined
  /** Kind and id of the former document that a new one is made of. */
  source: string | undefined
  sourceId: number | undefined
  /** Names the unsaved work: what began from another document is kept apart from what began from nothing. */
  draft: number | string
}

const wholeNumber = (text: string | undefined) => (text && /^\d+$/.test(text) ? Number.parseInt(text, 10) : undefined)

/** `?id=12`, `?new=1`, `?new=1&copy=12`, `?new=1&source=purchase_order&sourceId=12`. */
export function startOf(params: Readonly<Record<string, string | undefined>>): Start {
  const { id, copy, source, sourceId } = params
  const from = Object.entries(params).flatMap(([name, value]) => (name === 'new' ? [] : [`${name}=${value}`]))
  return {
    // What is no id is asked for as one that nobody has, and begins no new document.
    id: id ? (wholeNumber(id) ?? 0) : undefined,
    copy: wholeNumber(copy),
    source,
    sourceId: wholeNumber(sourceId),
    draft: wholeNumber(id) ?? ['new', ...from.sort()].join('&'),
  }
}

/** Begins a new document from another one; false where the link names none. */
export type Begin = (start: Start, signal?: AbortSignal) => Promise<boolean>

interface LoadState {
  ready: boolean
  error: string | undefined
  /** Unsaved work of an earlier visit, now in the editor; ISO time of when it was kept. */
  restored: string | undefined
  /** Unsaved work that began from an older version of the document than the one now in the editor. */
  outdated: Draft | undefined
}

const unread = { ready: false, error: undefined, restored: undefined, outdated: undefined }

/** Reads the document (or begins a new one), lays kept unsaved work over it, and keeps what is typed from then on. */
export function useDocumentLoad(
  store: EditorStore,
  start: Start,
  session: SessionView,
  editable: boolean,
  beginFrom?: Begin,
) {
  const [state, setState] = useState<LoadState>(unread)
  const key = draftKey(session, store.def.kind, start.draft)
  const gone = usePageGone()
  const place = useMemo(() => new DraftPlace(key, gone), [key, gone])
  const begun = useRef<string>(undefined)

  const begin = useCallback(
    async (signal?: AbortSignal, unsaved?: Draft) => {
      if (editable) await place.take()
      await beginDocument(store, start, session, editable, signal, beginFrom)
      const mayKeep = editable && canEdit(store)
      const kept = mayKeep ? (unsaved ?? (await readDraft(place.key).catch(() => undefined))) : undefined
      const draft = kept && hasWork(kept, store.header()) ? kept : undefined
      const isOutdated = draft !== undefined && draft.version !== store.meta().version
      if (draft && !isOutdated) store.restore(draft)
      const found = isOutdated
        ? { restored: undefined, outdated: draft }
        : { restored: draft?.keptAt, outdated: undefined }
      setState({ ready: true, error: undefined, ...found })
    },
    // The parts of `start` are listed, since the object is new at every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [store, start.id, start.copy, place, editable, beginFrom],
  )

  useEffect(() => {
    const isShownAgain = begun.current === key
    // The first save turns a new document into one with an id; what is on screen is then already right.
    const isSaved = start.id !== undefined && store.meta().id === start.id
    const stop = new AbortController()
    if (isShownAgain || isSaved) {
      begun.current = key
      // What was paid, returned or undone elsewhere meanwhile must be seen.
      if (
        isShownAgain &&
        store.meta().id !== undefined &&
        !isEntered(store.def, store.meta().state) &&
        !store.dirty()
      ) {
        beginDocument(store, start, session, editable, stop.signal, beginFrom).catch(() => undefined)
      }
      return () => stop.abort()
    }
    begin(stop.signal).then(
      () => {
        begun.current = key
      },
      (error: unknown) => {
        if (!isAborted(error)) setState({ ...unread, error: messageOf(error) })
      },
    )
    return () => stop.abort()
    // The parts of `start` are listed, since the object is new at every draw.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [begin, key, start.id, store])

  const keeper = useDraftKeeper(store, place, editable)
  const work = useUnsavedWork(store, keeper, begin, state.outdated, setState)
  /** Shows the document as an answer brought it; no draft of it stays. */
  const show = async (document: DocumentData): Promise<void> => {
    await work.dropDraft()
    take(store, session, editable, document)
  }
  return { ...state, ...work, show }
}

/** What becomes of work that is not saved, in the editor and in the browser. */
function useUnsavedWork(
  store: EditorStore,
  keeper: RefObject<DraftKeeper | undefined>,
  begin: (signal?: AbortSignal, unsaved?: Draft) => Promise<void>,
  outdated: Draft | undefined,
  setState: Dispatch<SetStateAction<LoadState>>,
) {
  /** The work is on the server or given up: no draft of it stays. */
  const dropDraft = useCallback(async () => {
    await keeper.current?.drop()
    setState((now) => ({ ...now, restored: undefined }))
  }, [keeper, setState])
  /** Gives up unsaved work and reads the document again. */
  const reload = useCallback(async () => {
    await dropDraft()
    await begin()
  }, [dropDraft, begin])
  /** Reads the document again; unsaved work is not lost, see `outdated`. */
  const reopen = useCallback(() => {
    // Kept now: a moment later the editor holds the document, and the work would be written over with it.
    keeper.current?.flush()
    return begin(undefined, store.dirty() ? store.draft() : undefined)
  }, [begin, keeper, store])
  /** Lays unsaved work of an older version over the document as it is now. */
  const takeOutdated = useCallback(() => {
    if (!outdated) return
    store.restore({ ...outdated, version: store.meta().version })
    keeper.current?.touch()
    setState((now) => ({ ...now, restored: outdated.keptAt, outdated: undefined }))
  }, [outdated, keeper, store, setState])
  /** Gives up unsaved work of an older version; what was typed since stays. */
  const dropOutdated = useCallback(async () => {
    if (!store.dirty()) await keeper.current?.drop()
    setState((now) => ({ ...now, outdated: undefined }))
  }, [keeper, store, setState])
  return { dropDraft, reload, reopen, takeOutdated, dropOutdated }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '单据读取失败')

/** Whether a kept draft says more than the document it would be laid over; the proposed warehouse is no work. */
const hasWork = (draft: Draft, header: HeaderValues): boolean =>
  Object.values(draft.sections).some((lines) => lines.length > 0) ||
  draft.version !== undefined ||
  Object.entries(draft.header).some(
    ([name, value]) => !name.startsWith('warehouse') && (value ?? '') !== '' && value !== header[name],
  )

const canEdit = (store: EditorStore): boolean => isSaved(store.def, store.meta().state) && !store.meta().isRed

/** Takes over what the server has; a document of another organisation is only looked at. */
const take = (store: EditorStore, session: SessionView, editable: boolean, data: DocumentData): void =>
  store.load(data, editable && data.header.orgId === session.orgId)

async function beginDocument(
  store: EditorStore,
  start: Start,
  session: SessionView,
  editable: boolean,
  signal?: AbortSignal,
  beginFrom?: Begin,
): Promise<void> {
  const routes = store.def.routes
  const quiet = { quiet: true, ...(signal ? { signal } : {}) }
  const id = start.id ?? store.meta().id
  if (id !== undefined) {
    take(store, session, editable, await call(routes.read, { params: { id }, ...quiet }))
    return
  }
  store.reset({
    handlerId: session.employeeId,
    salespersonId: session.employeeId,
    taxIncluded: session.org.priceTaxIncluded,
  })
  if (await beginFrom?.(start, signal)) return
  if (start.copy !== undefined) store.copyOf(await call(routes.read, { params: { id: start.copy }, ...quiet }))
}

/** Lists of the kind are out of date after a change. */
export function useForgetLists(store: EditorStore): () => void {
  const client = useQueryClient()
  return useCallback(() => {
    const { path } = store.def.routes.list
    void readAgain(client, {
      predicate: ({ queryKey }) => queryKey[0] === 'call' && String(queryKey[1]).startsWith(path),
    })
  }, [client, store])
}
