/** A line of a grid: its own key, never reused, and its values. */
export interface GridLine {
  readonly key: number
  readonly [field: string]: unknown
}

export type Values<Line extends GridLine> = Partial<Omit<Line, 'key'>>
/** Messages of one line by field; '' holds a message about the line as a whole. */
export type LineErrors = Readonly<Record<string, string>>
/** What a row draws. A new object whenever the line or its errors change, so that memoised rows notice. */
export interface LineSnapshot<Line extends GridLine> {
  line: Line
  errors: LineErrors
}

type Listener = () => void
/** Hears each change of a line; `before` or `after` is absent when the line came or went. */
type LineWatcher<Line> = (before: Line | undefined, after: Line | undefined) => void

const noErrors: LineErrors = {}

/**
 * The lines of a grid, outside React: one edit replaces one line object and tells only the row that shows it. While more may
 * come, one blank line always waits at the end.
 */
export class LineStore<Line extends GridLine = GridLine> {
  private keys: readonly number[] = []
  private appending = true
  private readonly snapshots = new Map<number, LineSnapshot<Line>>()
  private readonly lineListeners = new Map<number, Set<Listener>>()
  private readonly orderListeners = new Set<Listener>()
  private readonly watchers = new Set<LineWatcher<Line>>()
  private nextKey = 1

  constructor(
    private readonly blank: () => Values<Line>,
    private readonly isBlank: (line: Line) => boolean,
    /** Whether a blank line takes a code and nothing else, until it has become a line. */
    private readonly codeFirst = true,
    /** Whether a blank line stands at the end to be typed into; lines that are only chosen elsewhere have none. */
    private readonly grows = true,
  ) {
    this.keepBlankEnd()
  }

  get length(): number {
    return this.keys.length
  }

  /** The order of the lines; a new array whenever lines come, go or move. */
  order = (): readonly number[] => this.keys

  snapshot = (key: number): LineSnapshot<Line> | undefined => this.snapshots.get(key)
  line = (key: number): Line | undefined => this.snapshots.get(key)?.line
  keyAt = (index: number): number | undefined => this.keys[index]
  lineAt = (index: number): Line | undefined => this.line(this.keys[index] ?? 0)
  indexOf = (key: number): number => this.keys.indexOf(key)

  /** All lines that are not blank, in order. */
  filled(): Line[] {
    return this.all().filter((line) => !this.isBlank(line))
  }

  all(): Line[] {
    return this.keys.map((key) => (this.snapshots.get(key) as LineSnapshot<Line>).line)
  }

  /** Whether a line waits for a code and shows nothing yet. */
  awaitsCode = (line: Line): boolean => this.codeFirst && this.isBlank(line)

  awaitsCodeAt(index: number): boolean {
    const line = this.lineAt(index)
    return line !== undefined && this.awaitsCode(line)
  }

  /** Changes values of a line and drops the errors of the fields that changed. */
  update(key: number, patch: Values<Line>): void {
    const before = this.snapshots.get(key)
    if (!before || !changes(before.line, patch)) return
    const after = { ...before.line, ...patch }
    this.snapshots.set(key, { line: after, errors: without(before.errors, Object.keys(patch)) })
    this.tell(key, before.line, after)
    this.keepBlankEnd()
  }

  /** Adds lines before `index` and answers their keys. */
  insert(index: number, values: readonly Values<Line>[]): number[] {
    const added = values.map((value) => this.create(value))
    const keys = added.map((line) => line.key)
    this.setOrder([...this.keys.slice(0, index), ...keys, ...this.keys.slice(index)], added)
    this.keepBlankEnd()
    return keys
  }

  /** Adds lines after the last filled one and answers their keys. */
  append(values: readonly Values<Line>[]): number[] {
    return this.insert(this.filledLength(), values)
  }

  remove(keys: readonly number[]): void {
    const gone = new Set(keys)
    this.setOrder(this.keys.filter((key) => !gone.has(key)))
    for (const key of gone) this.forget(key)
    this.keepBlankEnd()
  }

  /** Replaces everything, as after a read from the server. */
  replaceAll(values: readonly Values<Line>[], appending = this.appending): void {
    this.appending = appending
    const old = this.keys
    const added = values.map((value) => this.create(value))
    this.setOrder(
      added.map((line) => line.key),
      added,
    )
    for (const key of old) this.forget(key)
    this.keepBlankEnd()
  }

  /** Messages of errors that are said elsewhere on the page. */
  told: ReadonlySet<string> = new Set()

  errorsOf = (key: number): LineErrors => this.snapshots.get(key)?.errors ?? noErrors

  /** Sets the errors of all lines at once; lines that are not named lose theirs. */
  setErrors(errors: ReadonlyMap<number, LineErrors>): void {
    for (const key of this.keys) this.replaceErrors(key, errors.get(key) ?? noErrors)
  }

  /** Sets or, with an empty message, clears the error of one cell. */
  setError(key: number, field: string, message: string): void {
    const rest = without(this.errorsOf(key), [field])
    this.replaceErrors(key, message ? { ...rest, [field]: message } : rest)
  }

  /** The first line with an error, and its field. */
  firstError(): { key: number; field: string; message: string } | undefined {
    for (const key of this.keys) {
      const entry = Object.entries(this.errorsOf(key))[0]
      if (entry) return { key, field: entry[0], message: entry[1] }
    }
    return undefined
  }

  subscribeLine(key: number, listener: Listener): Listener {
    const listeners = this.lineListeners.get(key) ?? new Set()
    this.lineListeners.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.lineListeners.get(key) === listeners) this.lineListeners.delete(key)
    }
  }

  subscribeOrder = (listener: Listener): Listener => {
    this.orderListeners.add(listener)
    return () => this.orderListeners.delete(listener)
  }

  /** Hears every change of every line, as running totals and drafts need. */
  watch(watcher: LineWatcher<Line>): Listener {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  private filledLength(): number {
    let end = this.keys.length
    while (end > 0 && this.isBlankAt(end - 1)) end -= 1
    return end
  }

  /** Whether the line there is still to be filled. */
  isBlankAt(index: number): boolean {
    const line = this.lineAt(index)
    return line !== undefined && this.isBlank(line)
  }

  private create(values: Values<Line>): Line {
    const key = this.nextKey
    this.nextKey += 1
    const line = { ...this.blank(), ...values, key } as unknown as Line
    this.snapshots.set(key, { line, errors: noErrors })
    return line
  }

  private forget(key: number): void {
    const line = this.line(key)
    this.snapshots.delete(key)
    for (const watcher of this.watchers) watcher(line, undefined)
  }

  /** Watchers hear of lines that came when these stand in their place. */
  private setOrder(keys: readonly number[], came: readonly Line[] = []): void {
    this.keys = keys
    for (const line of came) for (const watcher of this.watchers) watcher(undefined, line)
    for (const listener of this.orderListeners) listener()
  }

  private keepBlankEnd(): void {
    if (!this.grows || !this.appending || this.isBlankAt(this.keys.length - 1)) return
    const line = this.create({})
    this.setOrder([...this.keys, line.key], [line])
  }

  private replaceErrors(key: number, errors: LineErrors): void {
    const before = this.snapshots.get(key)
    if (!before || before.errors === errors) return
    this.snapshots.set(key, { line: before.line, errors })
    for (const listener of this.lineListeners.get(key) ?? []) listener()
  }

  private tell(key: number, before: Line, after: Line): void {
    for (const watcher of this.watchers) watcher(before, after)
    for (const listener of this.lineListeners.get(key) ?? []) listener()
  }
}

const changes = (line: GridLine, patch: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(patch).some((field) => line[field] !== patch[field])

function without(errors: LineErrors, fields: readonly string[]): LineErrors {
  if (!fields.some((field) => field in errors)) return errors
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
}
