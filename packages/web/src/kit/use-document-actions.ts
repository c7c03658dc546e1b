import type { FieldError } from '@chepu/contract/kernel/errors'
import type { Override } from '@chepu/contract/kernel/override'
import type { RefObject } from 'react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { call, CallError } from './call'
import { type EditorStore, routesOf } from './document-editor-store'
import { Gestures } from './gestures'
import type { GridHandle } from './line-grid'
import { toast } from './toast'

export interface DocumentProblem {
  /** Somebody else saved first; only reading again helps. */
  stale: boolean
  messages: string[]
  /** Who holds this right may let the document pass. */
  override?: Override | undefined
}

/** The server's words of a line, as in `第3行 [04152-YZZA1] 可用量 2，需要 3`. */
const lineMessage = /第(\d+)行/

/**
 * Saving and changing state, once a gesture. A fault stays in the notice above the document when the specification's message of
 * 5 s is gone (ADR 0073); the field or cell it speaks of is marked and takes the cursor.
 */
export function useDocumentActions(
  store: EditorStore,
  grid: RefObject<GridHandle | null>,
  after: { saved: () => Promise<void>; changed: () => Promise<void> },
) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<DocumentProblem>()
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const latest = useRef(after)
  latest.current = after

  const focusFirst = useCallback(() => {
    const line = store.lines.firstError()
    const [field] = Object.keys(store.errors())
    if (field) document.querySelector<HTMLElement>(`[data-field="${field}"] input`)?.focus()
    else if (line) grid.current?.focus(line.key, line.field)
  }, [store, grid])

  /** Saves when there is something to save; answers whether the server has the document as it stands here. */
  const saveNow = useCallback(async (): Promise<boolean> => {
    grid.current?.commit()
    await store.settled()
    const { body, keys, revision } = store.payload()
    const errors = store.check()
    const messages = mark(errors, store, keys)
    if (errors.length > 0) {
      setProblem({ stale: false, messages })
      focusFirst()
      return false
    }
    const { id, version } = store.meta()
    const content = { ...(id === undefined ? {} : { id, version }), ...body }
    try {
      const route = routesOf(store.def).save
      const saved = await gestures.send(['save', content], (idempotencyKey) =>
        call(route, { body: content as never, idempotencyKey }),
      )
      store.saved(saved, revision)
      setProblem(undefined)
      await latest.current.saved()
      return true
    } catch (error) {
      setProblem(explain(error, store, keys))
      focusFirst()
      return false
    }
  }, [store, grid, gestures, focusFirst])

  const save = useCallback(
    () =>
      gestures.save(async () => {
        if (await saveNow()) toast.success(`${store.def.title} ${store.meta().billNo} 已保存`)
      }),
    [gestures, saveNow, store],
  )

  /** Saves what is unsaved, then changes the state. */
  const act = useCallback(
    (action: string, input?: unknown) =>
      gestures.step(async () => {
        const pending = store.dirty() || store.meta().id === undefined || (grid.current?.unfinished() ?? false)
        if (pending && !(await saveNow())) return
        const { id, version, billNo } = store.meta()
        if (id === undefined || version === undefined) return
        const body = { version, ...(input === undefined ? {} : { input }) }
        const keys = store.payload().keys
        try {
          const params = { id, action }
          await gestures.send([params, body], (idempotencyKey) =>
            call(routesOf(store.def).act, { params, body, idempotencyKey }),
          )
          setProblem(undefined)
          toast.success(`${billNo} ${store.def.actions[action]?.label ?? ''}成功`)
          await latest.current.changed()
        } catch (error) {
          setProblem(explain(error, store, keys))
          focusFirst()
        }
      }),
    [gestures, saveNow, store, grid, focusFirst],
  )

  const clearProblem = useCallback(() => {
    setProblem(undefined)
    store.setTold([])
  }, [store])
  return { busy, problem, clearProblem, save, saveNow: () => gestures.run(saveNow), act }
}

/** Marks what the server complained about; answers what belongs in the notice above the document. */
function explain(error: unknown, store: EditorStore, keys: readonly number[]): DocumentProblem {
  if (!(error instanceof CallError)) throw error
  if (error.reason === 'stale') return { stale: true, messages: [error.message] }
  const named = lineMessage.exec(error.message)
  const at = named ? Number.parseInt(named[1] ?? '', 10) - 1 : -1
  const errors =
    error.errors.length === 0 && keys[at] !== undefined
      ? [{ path: `lines.${at}.`, message: error.message }]
      : error.errors
  const messages = mark(errors, store, keys, error.message)
  return { stale: false, messages, override: error.override }
}

/** So many faults are read out in the notice; the rest is marked where it stands. */
const readOut = 3

/** Marks the faulty fields and cells; answers what the notice says, beginning with what no field can show. */
function mark(errors: readonly FieldError[], store: EditorStore, keys: readonly number[], first?: string): string[] {
  const rest = store.showErrors(errors, keys)
  const all = [...new Set([...(first ? [first] : []), ...rest, ...errors.map(({ message }) => message)])]
  const said = all.slice(0, Math.max(readOut, rest.length))
  store.setTold(said)
  return all.length > said.length ? [...said, `另有 ${all.length - said.length} 处，已用红色标出`] : said
}
