import type { FieldError } from '@chepu/contract/kernel/errors'
import type { Override } from '@chepu/contract/kernel/override'
import { useCallback, useMemo, useRef, useState } from 'react'
import { call, CallError } from '../base/call'
import type { DocumentData, EditorStore, SentKeys } from './document-editor-store'
import type { Grids } from './grids'
import { Gestures } from '../base/submit-once'
import { toast } from '../base/toast'
import { choices } from '../base/underway'

export interface DocumentProblem {
  /** Somebody else saved first; only reading again helps. */
  stale: boolean
  messages: string[]
  /** Who holds this right may let the document pass. */
  override?: Override | undefined
  /** What the server said of single fields, by their paths in what was sent. */
  errors?: readonly FieldError[]
}

/** The server's words of a line, as in `第3行 [04152-YZZA1] 可用量 2，需要 3`; among several tables they begin with the table's title. */
const lineMessage = /(\S*?)第(\d+)行/

/** The path of the line that a message names, among those that were sent. */
function namedLine(text: string, { def }: EditorStore, keys: SentKeys): string | undefined {
  const [, title, number = ''] = lineMessage.exec(text) ?? []
  const sections = Object.entries(def.sections)
  const [name = ''] = (sections.length === 1 ? sections[0] : sections.find(([, each]) => each.title === title)) ?? []
  const at = Number.parseInt(number, 10) - 1
  return keys[name]?.[at] === undefined ? undefined : `${name}.${at}.`
}

/** What a step takes besides the document, as its dialog asked for it. */
export interface Asked {
  input?: unknown
  reason?: string
}

/** A step of the document, and what it takes. */
interface Step extends Asked {
  name: string
}

/** What came of a request: why it was refused, or the document as the server answered it. */
interface Outcome {
  problem?: DocumentProblem
  /** The draft was saved though its step was refused. */
  isDraftSaved?: boolean
  billNo?: string
  document?: DocumentData | undefined
}

/**
 * Saving and changing state, once a gesture. A fault stays in the notice above the document when the specification's message of
 * 5 s is gone (ADR 0073); the field or cell it speaks of is marked and takes the cursor.
 */
export function useDocumentActions(
  store: EditorStore,
  grids: Grids,
  after: { saved: () => Promise<void>; changed: (document: DocumentData | undefined) => Promise<void> },
) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<DocumentProblem>()
  const gestures = useMemo(() => new Gestures(setBusy), [])
  const latest = useRef(after)
  latest.current = after

  const tell = useCallback(
    (found: DocumentProblem | undefined) => {
      setProblem(found)
      if (found) focusFirst(store, grids)
    },
    [store, grids],
  )

  /** Saves when there is something to save; answers whether the server has the document as it stands here. */
  const saveNow = useCallback(async (): Promise<boolean> => {
    const { problem: found } = await sendSave(store, grids, gestures)
    tell(found)
    if (found) return false
    await latest.current.saved()
    return true
  }, [store, grids, gestures, tell])

  const save = useCallback(
    () =>
      gestures.save(async () => {
        if (await saveNow()) toast.success(`${store.def.title} ${store.meta().billNo} 已保存`)
      }),
    [gestures, saveNow, store],
  )

  /** Takes a step, and saves what is unsaved by the same request (ADR 0142); answers why it was refused. */
  const act = useCallback(
    (name: string, input?: unknown, reason?: string) =>
      gestures.step(async (): Promise<DocumentProblem | undefined> => {
        const step = { name, ...(input === undefined ? {} : { input }), ...(reason === undefined ? {} : { reason }) }
        const outcome = await takeStep(store, grids, gestures, step)
        if (outcome.isDraftSaved) await latest.current.saved()
        tell(outcome.problem)
        if (outcome.problem) return outcome.problem
        toast.success(`${outcome.billNo} ${store.def.actions[name]?.label ?? ''}成功`)
        await latest.current.changed(outcome.document)
        return undefined
      }),
    [gestures, store, grids, tell],
  )

  const clearProblem = useCallback(() => {
    setProblem(undefined)
    store.setTold([])
  }, [store])
  return { busy, problem, clearProblem, save, saveNow: () => gestures.run(saveNow), act }
}

async function takeStep(store: EditorStore, grids: Grids, gestures: Gestures, step: Step): Promise<Outcome> {
  await choices.over()
  await store.settled()
  const isSaved = !store.dirty() && store.meta().id !== undefined && !grids.unfinished()
  return isSaved ? sendStep(store, gestures, step) : sendSave(store, grids, gestures, step)
}

/**
 * Checks the document as it stands here and sends it to the server, with the step that is to follow; answers why it could not be
 * saved, or the step not be taken.
 */
async function sendSave(store: EditorStore, grids: Grids, gestures: Gestures, step?: Step): Promise<Outcome> {
  grids.commit()
  await choices.over()
  await store.settled()
  const { header, sections, keys, revision } = store.payload()
  const errors = store.check()
  const messages = mark(errors, store, keys)
  if (errors.length > 0) return { problem: { stale: false, messages } }
  const { id, version } = store.meta()
  const content = { ...(id === undefined ? {} : { id, version }), ...store.beside(), header, ...sections }
  const send = async (body: object, quiet = false): Promise<Outcome> => {
    const route = store.def.routes.save
    const { document, ...saved } = await gestures.send(['save', body], (idempotencyKey) =>
      call(route, { body, idempotencyKey, quiet }),
    )
    // A document that came along is shown at the end of the gesture: who sees its new state may press the next key at once.
    if (!document) {
      store.saved(saved, revision)
      await store.taken(keys)
    }
    return { document, billNo: saved.billNo }
  }
  try {
    return await send(step ? { ...content, action: step } : content)
  } catch (error) {
    // What was typed stands as a draft all the same, with its number: others see it, and may be asked to let it pass.
    const isDraftSaved = step !== undefined && isRefused(error) && (await isDone(send(content, true)))
    const problem = explain(error, store, keys)
    if (!isDraftSaved || id !== undefined || !problem.override) return { problem, isDraftSaved }
    // Who may let it pass is told of a document that stands, as it was not when the step was refused.
    return { ...(await sendStep(store, gestures, step, true)), isDraftSaved }
  }
}

/** Whether a call succeeds; what fails otherwise than by a call is a fault of ours. */
const isDone = (calling: Promise<unknown>): Promise<boolean> =>
  calling.then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallError) return false
      throw error
    },
  )

/** Sends a step of a document that is saved as it stands here. */
async function sendStep(
  store: EditorStore,
  gestures: Gestures,
  { name, ...more }: Step,
  quiet = false,
): Promise<Outcome> {
  const { id, version } = store.meta()
  if (id === undefined || version === undefined) throw new Error('a step of a document without a number')
  const params = { id, action: name }
  const body = { version, document: true, ...more }
  const { keys } = store.payload()
  try {
    return await gestures.send([params, body], (idempotencyKey) =>
      call(store.def.routes.act, { params, body, idempotencyKey, quiet }),
    )
  } catch (error) {
    return { problem: explain(error, store, keys) }
  }
}

/** Whether the server understood and said no, so that the draft may be saved without the step. */
const isRefused = (error: unknown): boolean =>
  error instanceof CallError && ['refusal', 'invalid', 'forbidden'].includes(error.reason ?? '')

/** Takes the keyboard to the first faulty field, else to the first faulty cell, else to what stands below the lines, such as photos. */
function focusFirst(store: EditorStore, grids: Grids): void {
  const line = store.firstError()
  const faulty = Object.keys(store.errors())
  const own = faulty.find((name) => name in store.def.header.shape)
  const field = own ?? (line ? undefined : faulty[0])
  const places = document.querySelectorAll<HTMLElement>(`[data-field="${field}"] :is(input, button)`)
  // Pages of other tabs stand in the document, too.
  if (field) [...places].find((place) => place.checkVisibility())?.focus()
  else if (line) grids.of(line.section)?.focus(line.key, line.field)
}

/** Marks what the server complained about; answers what belongs in the notice above the document. */
function explain(error: unknown, store: EditorStore, keys: SentKeys): DocumentProblem {
  if (!(error instanceof CallError)) throw error
  if (error.reason === 'stale') return { stale: true, messages: [error.message] }
  const path = error.errors.length === 0 ? namedLine(error.message, store, keys) : undefined
  const errors = path === undefined ? error.errors : [{ path, message: error.message }]
  const messages = mark(errors, store, keys, error.message)
  return { stale: false, messages, override: error.override, errors: error.errors }
}

/** So many faults are read out in the notice; the rest is marked where it stands. */
const readOut = 3

/** Marks the faulty fields and cells; answers what the notice says, beginning with what no field can show. */
function mark(errors: readonly FieldError[], store: EditorStore, keys: SentKeys, first?: string): string[] {
  const rest = store.showErrors(errors, keys)
  const all = [...new Set([...(first ? [first] : []), ...rest, ...errors.map(({ message }) => message)])]
  const said = all.slice(0, Math.max(readOut, rest.length))
  store.setTold(said)
  return all.length > said.length ? [...said, `另有 ${all.length - said.length} 处，已用红色标出`] : said
}
