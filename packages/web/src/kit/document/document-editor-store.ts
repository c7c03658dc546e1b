import type { AnyDocument } from '@chepu/contract/kernel/document-calls'
import { firstState, isSaved } from '@chepu/contract/kernel/states'
import type { FieldError } from '@chepu/contract/kernel/errors'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { z } from 'zod'
import type { LineErrors } from '../grid/line-grid-store'
import type { Draft } from './autosave'
import type { AnySection, FieldValues } from './editor-section'
import { defaultsOf, fieldErrors, fieldTitle, headerFault, picked } from './field-faults'

export type HeaderValues = FieldValues
/** A document as its kind's `read` answers it: header, what may be done, and its sections by name. */
export interface DocumentData {
  header: HeaderValues
  can: readonly string[]
  [section: string]: unknown
}

/** What the server said about the document, beside its header fields and lines. */
export interface DocumentMeta {
  id: number | undefined
  billNo: string
  state: string
  isRed: boolean
  version: number | undefined
  can: readonly string[]
}

/** How a document came into the editor. */
type Coming = 'begun' | 'read' | 'restored'

/** What a save sends of an open document, and the keys of the sent lines by section. */
interface Payload {
  header: HeaderValues
  sections: Readonly<Record<string, Record<string, unknown>[]>>
  keys: SentKeys
  revision: number
}
export type SentKeys = Readonly<Record<string, readonly number[]>>

type Listener = () => void
const newDocument = (def: AnyDocument): DocumentMeta => ({
  id: undefined,
  billNo: '',
  state: firstState(def),
  isRed: false,
  version: undefined,
  can: [],
})

/** One open document: header, sections of lines, errors and what the server said, outside React. */
export class EditorStore {
  /** Resolves when codes that are being looked up have become lines; a save waits for it. */
  settled: () => Promise<unknown> = () => Promise.resolve()
  /** Learns of a save what lines must know that stay the same lines by their ids; told which lines were sent. */
  taken: (keys: SentKeys) => Promise<unknown> = () => Promise.resolve()
  /** What a save says beside header and lines. */
  beside: () => Readonly<Record<string, unknown>> = () => ({})
  private headerValues: HeaderValues
  private metaValue: DocumentMeta
  private headerErrors: Readonly<Record<string, string>> = {}
  private toldMessages: ReadonlySet<string> = new Set()
  private changed = false
  /** Header fields that the user filled himself. */
  private readonly typed = new Set<string>()
  private revision = 0
  private quiet = false
  private readonly listeners = new Set<Listener>()
  private readonly changeListeners = new Set<Listener>()
  private readonly headerWatchers = new Set<(before: HeaderValues) => void>()
  private readonly comingWatchers = new Set<(how: Coming) => void>()

  constructor(
    readonly def: AnyDocument,
    private readonly sections: Readonly<Record<string, AnySection>>,
    private readonly defaults: HeaderValues = {},
  ) {
    this.metaValue = newDocument(def)
    this.headerValues = { ...defaultsOf(def.header.shape), bizDate: shanghaiDay(), ...defaults }
    for (const section of Object.values(sections)) section.onChange(() => this.touch())
  }

  header = (): HeaderValues => this.headerValues
  meta = (): DocumentMeta => this.metaValue
  errors = (): Readonly<Record<string, string>> => this.headerErrors
  /** True while there is work that the server does not have. */
  dirty = (): boolean => this.changed
  /** True while lines and header change by a read, and not by the user. */
  isQuiet = (): boolean => this.quiet
  isTyped = (name: string): boolean => this.typed.has(name)
  isEmpty = (): boolean => Object.values(this.sections).every((section) => section.isEmpty())

  subscribe = (listener: Listener): Listener => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Hears every change by the user, header or line. */
  onChange(listener: Listener): Listener {
    this.changeListeners.add(listener)
    return () => this.changeListeners.delete(listener)
  }

  /** Hears every change of the header, before the lines that came with it. */
  watchHeader(watcher: (before: HeaderValues) => void): void {
    this.headerWatchers.add(watcher)
  }

  /** Hears of every document that came in place of what was here. */
  watchComing(watcher: (how: Coming) => void): void {
    this.comingWatchers.add(watcher)
  }

  /** What the user typed or chose. */
  setHeader(patch: HeaderValues): void {
    for (const name of Object.keys(patch)) this.typed.add(name)
    this.propose(patch)
  }

  /** What follows from something the user chose, such as the partner's own terms. */
  propose(patch: HeaderValues): void {
    if (Object.keys(patch).every((name) => this.headerValues[name] === patch[name])) return
    this.headerErrors = Object.fromEntries(Object.entries(this.headerErrors).filter(([name]) => !(name in patch)))
    this.putHeader({ ...this.headerValues, ...patch })
    this.touch()
    this.tell()
  }

  /** Proposes again what the user typed over. */
  proposeAnew(patch: HeaderValues): void {
    for (const name of Object.keys(patch)) this.typed.delete(name)
    this.propose(patch)
  }

  /** Fills in what the program knows better than a blank, without making the document dirty. */
  suggest(patch: HeaderValues): void {
    const missing = Object.entries(patch).filter(([name]) => this.headerValues[name] == null)
    if (missing.length === 0) return
    this.putHeader({ ...this.headerValues, ...Object.fromEntries(missing) })
    this.tell()
  }

  /** Starts a blank new document. */
  reset(defaults: HeaderValues): void {
    const names = new Set(Object.keys(this.def.header.shape))
    const own = Object.entries({ ...this.defaults, ...defaults }).filter(([name]) => names.has(name))
    this.typed.clear()
    const header = { ...defaultsOf(this.def.header.shape), bizDate: shanghaiDay(), ...Object.fromEntries(own) }
    this.replace('begun', header, (section) => section.clear(true))
    this.metaValue = newDocument(this.def)
    this.changed = false
    this.tell()
  }

  /** Takes over what the server has. */
  load(data: DocumentData, mayEdit: boolean): void {
    const { header } = data
    const meta = metaOf(this.def, header, data.can)
    // Asked before a change that was made here meanwhile, and answered after it.
    if (meta.id === this.metaValue.id && (meta.version ?? 0) < (this.metaValue.version ?? 0)) return
    const isDraft = isSaved(this.def, meta.state) && header.isRed !== true
    this.replace('read', { ...this.headerValues, ...header }, (section, name) =>
      section.load((data[name] ?? []) as readonly FieldValues[], isDraft, mayEdit && isDraft),
    )
    this.metaValue = meta
    this.changed = false
    this.tell()
  }

  /** Starts a new document with the header of another one: its own number, day, state and lines. */
  copyOf(data: DocumentData): void {
    const names = new Set(Object.keys(this.def.header.shape))
    const kept = Object.entries(data.header).filter(
      ([name]) => names.has(name) || names.has(name.replace(/Name$/, 'Id')),
    )
    const header = { ...this.headerValues, ...Object.fromEntries(kept), bizDate: shanghaiDay() }
    this.replace('begun', header, (section) => section.clear(true))
    this.metaValue = newDocument(this.def)
    this.touch()
    this.tell()
  }

  /** Starts a new document with what another one says of its header, and whatever lines `fill` adds; no work of the user. */
  beginWith(said: HeaderValues, fill: () => void): void {
    this.replace('begun', { ...this.headerValues, ...said }, (section) => section.clear(true), fill)
    this.tell()
  }

  /** Changes lines by what belongs to no document, such as 可用量: no work of the user. */
  quietly(change: () => void): void {
    const before = this.quiet
    this.quiet = true
    change()
    this.quiet = before
  }

  draft(): Draft {
    return {
      header: { ...this.headerValues },
      sections: mapped(this.sections, (section) => section.draft()),
      version: this.metaValue.version,
      keptAt: new Date().toISOString(),
    }
  }

  restore(draft: Draft): void {
    this.replace('restored', { ...this.headerValues, ...draft.header }, (section, name) =>
      section.restore(draft.sections[name] ?? []),
    )
    this.metaValue = { ...this.metaValue, version: draft.version }
    this.changed = true
    this.tell()
  }

  /** The server has taken the document as it was at `revision`; what was typed since is still unsaved. */
  saved(
    result: Pick<DocumentMeta, 'billNo' | 'state' | 'can'> & { id: number; version: number },
    revision: number,
  ): void {
    this.metaValue = { ...this.metaValue, ...result }
    this.changed = revision !== this.revision
    this.headerErrors = {}
    for (const section of Object.values(this.sections)) section.setErrors(new Map())
    this.tell()
  }

  /** What a save sends: the contract's fields only. */
  payload(): Payload {
    const bodies = mapped(this.sections, (section) => section.body())
    return {
      header: picked(this.headerValues, this.def.header.shape),
      sections: mapped(bodies, ({ lines }) => lines),
      keys: mapped(bodies, ({ keys }) => keys),
      revision: this.revision,
    }
  }

  /** Checks the document by the contract, as the server will, in words that name what is missing. */
  check(): FieldError[] {
    const sections = Object.entries(this.sections)
    return [...this.headerFaults(), ...sections.flatMap(([name, section]) => section.check(name, sections.length > 1))]
  }

  /** Answers what was typed into one header field, in the words of its schema (business/frame 5). */
  answerHeader(name: string): void {
    const { shape } = this.def.header
    const value = this.headerValues[name]
    const found = (shape[name] as z.ZodType).safeParse(value).error?.issues[0]?.message
    const { [name]: _former, ...others } = this.headerErrors
    this.headerErrors = found === undefined ? others : { ...others, [name]: headerFault(shape, name, value, found) }
    this.tell()
  }

  /** Messages that stand above the document: a marked field or cell does not say them once more. */
  setTold(messages: readonly string[]): void {
    this.toldMessages = new Set(messages)
    for (const section of Object.values(this.sections)) section.setTold(this.toldMessages)
    this.tell()
  }

  isTold = (message: string): boolean => this.toldMessages.has(message)

  /** Marks faulty fields: 'header.partnerId', 'lines.2.qty'. Answers what belongs to no field of the contract, such as photos that are missing. */
  showErrors(errors: readonly FieldError[], keys: SentKeys): string[] {
    const header: Record<string, string> = {}
    const found = mapped(this.sections, () => new Map<number, LineErrors>())
    const rest: string[] = []
    for (const { path, message } of errors) {
      const [part = '', second = '', third = ''] = path.replace(/^body\./, '').split('.')
      const lines = found[part]
      const key = keys[part]?.[Number.parseInt(second, 10)]
      if (lines && key !== undefined) lines.set(key, { ...lines.get(key), [third]: message })
      else if (part === 'header' && second) {
        header[second] = message
        if (!(second in this.def.header.shape)) rest.push(message)
      } else rest.push(message)
    }
    this.headerErrors = header
    for (const [name, section] of Object.entries(this.sections)) section.setErrors(found[name] ?? new Map())
    this.tell()
    return rest
  }

  /** The first line with an error, its section and its field. */
  firstError(): { section: string; key: number; field: string } | undefined {
    for (const [name, section] of Object.entries(this.sections)) {
      const first = section.firstError()
      if (first) return { section: name, ...first }
    }
    return undefined
  }

  /** Faults of the header by the contract, those of figures by the title of their field. */
  private headerFaults(): FieldError[] {
    const { shape } = this.def.header
    const header = picked(this.headerValues, shape)
    const titled = (name: string) => (name === 'partnerId' ? this.def.partnerTitle : fieldTitle(shape, name))
    return fieldErrors(this.def.header.safeParse(header), header, titled, 'header').map((fault) => {
      const name = fault.path.split('.')[1] ?? ''
      return { ...fault, message: headerFault(shape, name, this.headerValues[name], fault.message) }
    })
  }

  private replace(
    how: Coming,
    header: HeaderValues,
    fill: (section: AnySection, name: string) => void,
    then: Listener = () => undefined,
  ): void {
    this.quietly(() => {
      this.headerErrors = {}
      this.putHeader(header)
      for (const [name, section] of Object.entries(this.sections)) fill(section, name)
      then()
      for (const watcher of this.comingWatchers) watcher(how)
    })
  }

  private putHeader(header: HeaderValues): void {
    const before = this.headerValues
    this.headerValues = header
    for (const watcher of this.headerWatchers) watcher(before)
  }

  /** Notes a change by the user. */
  private touch(): void {
    if (this.quiet) return
    const first = !this.changed
    this.changed = true
    this.revision += 1
    for (const listener of this.changeListeners) listener()
    if (first) this.tell()
  }

  /** Redraws what follows the header, state and errors. */
  private tell(): void {
    for (const listener of this.listeners) listener()
  }
}

const mapped = <From, To>(entries: Readonly<Record<string, From>>, of: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, of(value)]))

function metaOf(def: AnyDocument, header: HeaderValues, can: readonly string[]): DocumentMeta {
  return {
    id: header.id as number,
    billNo: String(header.billNo ?? ''),
    state: String(header.state ?? firstState(def)),
    isRed: header.isRed === true,
    version: header.version as number,
    can,
  }
}
