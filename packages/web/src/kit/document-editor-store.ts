// An open document: header, lines, totals, checks and draft. One file, since each change of one moves the others.
import { chargedFreight, type HeaderMoney } from '@chepu/contract/kernel/amounts'
import { chargedLine, creditLimits } from '@chepu/contract/kernel/charged-share'
import { add, equals, isZero, max, money, sub, sumOf } from '@chepu/contract/kernel/decimal'
import type { DocumentDef } from '@chepu/contract/kernel/document'
import type { FieldError } from '@chepu/contract/kernel/errors'
import type { drawFormer } from '@chepu/contract/kernel/former'
import { documentRoutes, type GoodsLineView } from '@chepu/contract/kernel/goods-document'
import type { DataOf } from '@chepu/contract/kernel/route'
import { shanghaiDay } from '@chepu/contract/kernel/time'
import type { z } from 'zod'
import {
  blankLine,
  borneDiscount,
  creditedAt,
  type EditorLine,
  isBlankLine,
  isProposedCredit,
  isSameCredit,
  lineOfDrawn,
  lineOfView,
  type LineValues,
} from './document-lines'
import type { Draft } from './drafts'
import { figureFault, figureReason } from './figure-fault'
import { type LineErrors, LineStore } from './line-grid-store'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { LineTotals } from './line-totals'

export type HeaderValues = Readonly<Record<string, unknown>>
type Routes = ReturnType<typeof documentRoutes<DocumentDef>>
/** A document as its kind's `read` answers it. */
export interface DocumentData {
  header: HeaderValues
  lines: readonly GoodsLineView[]
  can: readonly string[]
}

const routeCache = new WeakMap<DocumentDef, Routes>()

/** The calls of a document kind, made once a kind. */
export function routesOf(def: DocumentDef): Routes {
  const known = routeCache.get(def)
  if (known) return known
  const routes = documentRoutes(def)
  routeCache.set(def, routes)
  return routes
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

export type Drawn = DataOf<typeof drawFormer>

/** What drawn lines cannot do without. */
const given = new Set(['partnerId', 'taxIncluded', 'bizDate'])
/** What further documents add to. */
const added = new Set(['orderDiscount', 'freight'])

const isBlank = (value: unknown): boolean => value == null || value === '' || (isDecimal(value) && isZero(value))
const isSame = (a: unknown, b: unknown): boolean => a === b || (isDecimal(a) && isDecimal(b) && equals(a, b))

const newDocument: DocumentMeta = {
  id: undefined,
  billNo: '',
  state: 'draft',
  isRed: false,
  version: undefined,
  can: [],
}

/** Chinese name of a header or line field, from the contract. */
export const fieldTitle = (shape: Readonly<Record<string, unknown>>, name: string): string =>
  ((shape[name] as z.ZodType | undefined)?.meta()?.title as string | undefined) ?? name

/** Whether a field of the contract is a figure that is typed as text. */
const takesFigures = (shape: Readonly<Record<string, unknown>>, name: string): boolean => {
  const type = shape[name] as z.ZodType | undefined
  return type !== undefined && type.safeParse('1').success && !type.safeParse('x').success
}

/** Values that the contract gives to fields that nobody filled. */
function defaultsOf(shape: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const values = Object.entries(shape).map(([name, type]) => {
    const parsed = (type as z.ZodType).safeParse(undefined)
    return [name, parsed.success ? parsed.data : null]
  })
  return Object.fromEntries(values)
}

/** One open document: header, lines, totals, errors and what the server said, outside React. */
export class EditorStore {
  readonly lines = new LineStore<EditorLine>(blankLine, isBlankLine)
  readonly totals: LineTotals<EditorLine>
  /** Whether it has goods lines, which are drawn from former documents. */
  readonly hasGoods: boolean = true
  /** Resolves when codes that are being looked up have become lines; a save waits for it. */
  settled: () => Promise<unknown> = () => Promise.resolve()
  protected headerValues: HeaderValues
  private metaValue: DocumentMeta = newDocument
  protected headerErrors: Readonly<Record<string, string>> = {}
  private changed = false
  /** Header fields that the user filled himself. */
  private readonly typed = new Set<string>()
  /** What the loaded order discount has beyond its lines' part, when other documents took theirs after it was saved. */
  private excess = '0'
  protected revision = 0
  protected loading = false
  private readonly listeners = new Set<() => void>()
  private readonly changeListeners = new Set<() => void>()

  constructor(
    readonly def: DocumentDef,
    private readonly defaults: HeaderValues = {},
  ) {
    this.headerValues = { ...defaultsOf(def.header.shape), bizDate: shanghaiDay(), ...defaults }
    this.totals = new LineTotals(this.lines, this.money())
    this.lines.watch((before, after) => {
      const blank = (line: EditorLine | undefined) => line === undefined || isBlankLine(line)
      if (!blank(before) || !blank(after)) this.touch()
      this.followDiscount(before, after)
      this.followCredits(before, after)
    })
  }

  header = (): HeaderValues => this.headerValues
  meta = (): DocumentMeta => this.metaValue
  errors = (): Readonly<Record<string, string>> => this.headerErrors
  /** True while there is work that the server does not have. */
  dirty = (): boolean => this.changed

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Hears every change by the user, header or line. */
  onChange(listener: () => void): () => void {
    this.changeListeners.add(listener)
    return () => this.changeListeners.delete(listener)
  }

  /** What the user typed or chose. */
  setHeader(patch: HeaderValues): void {
    for (const name of Object.keys(patch)) this.typed.add(name)
    this.propose(patch)
  }

  /** What follows from something the user chose, such as the partner's own terms. */
  propose(patch: HeaderValues): void {
    if (Object.keys(patch).every((name) => this.headerValues[name] === patch[name])) return
    this.headerValues = { ...this.headerValues, ...patch }
    this.headerErrors = Object.fromEntries(Object.entries(this.headerErrors).filter(([name]) => !(name in patch)))
    this.totals.setHeader(this.money())
    this.touch()
    this.tell()
  }

  /** Fills in what the program knows better than a blank, without making the document dirty. */
  suggest(patch: HeaderValues): void {
    const missing = Object.entries(patch).filter(([name]) => this.headerValues[name] == null)
    if (missing.length === 0) return
    this.headerValues = { ...this.headerValues, ...Object.fromEntries(missing) }
    this.tell()
  }

  /** Starts a blank new document. */
  reset(defaults: HeaderValues): void {
    const names = new Set(Object.keys(this.def.header.shape))
    const own = Object.entries({ ...this.defaults, ...defaults }).filter(([name]) => names.has(name))
    this.typed.clear()
    this.replace({ ...defaultsOf(this.def.header.shape), bizDate: shanghaiDay(), ...Object.fromEntries(own) }, [], true)
    this.metaValue = newDocument
    this.changed = false
    this.tell()
  }

  /** Takes over what the server has. */
  load(data: DocumentData, mayEdit: boolean): void {
    const { header } = data
    const meta = metaOf(header, data.can)
    // Asked before a change that was made here meanwhile, and answered after it.
    if (meta.id === this.metaValue.id && (meta.version ?? 0) < (this.metaValue.version ?? 0)) return
    const isDraft = header.state === 'draft' && header.isRed !== true
    const lines = data.lines.map((line) => lineOfView(line, isDraft))
    this.replace({ ...this.headerValues, ...header }, lines, mayEdit && isDraft)
    this.excess = this.excessDiscount()
    this.metaValue = meta
    this.changed = false
    this.tell()
  }

  /** Starts a copy of a document without goods: its own number, day and state. */
  copyOf(data: DocumentData): void {
    const names = new Set(Object.keys(this.def.header.shape))
    const kept = Object.entries(data.header).filter(
      ([name]) => names.has(name) || names.has(name.replace(/Name$/, 'Id')),
    )
    this.replace({ ...this.headerValues, ...Object.fromEntries(kept), bizDate: shanghaiDay() }, [], true)
    this.metaValue = newDocument
    this.touch()
    this.tell()
  }

  /** Starts a new document with what a former one says; only a field that it leaves blank keeps the program's proposal. */
  beginWith({ header, lines }: Drawn): void {
    const said = Object.fromEntries(Object.entries(header).filter(([, value]) => !isBlank(value)))
    const next = { ...this.headerValues, ...said }
    this.replace(
      next,
      lines.map((line) => lineOfDrawn(line, next.warehouseId)),
      true,
    )
    this.tell()
  }

  /**
   * Header fields that say something else here than in drawn documents: what the user typed, and everything once there
   * are lines. Discounts and freight of further documents are added, so only typed ones are in question.
   */
  differences(header: HeaderValues): string[] {
    const hasLines = this.lines.filled().length > 0
    return Object.keys(header).filter((name) => {
      if (!(name in this.def.header.shape) || given.has(name)) return false
      const isHeld = this.typed.has(name) || (hasLines && !added.has(name) && name !== 'freightPayer')
      const own = this.headerValues[name]
      return isHeld && !isBlank(own) && !isBlank(header[name]) && !isSame(own, header[name])
    })
  }

  /** Takes over drawn lines and what their documents say, but for the fields that stay as they are here. */
  take({ header, lines }: Drawn, kept: readonly string[]): void {
    const hasLines = this.lines.filled().length > 0
    const stays = (name: string) =>
      name === 'bizDate' || name === 'orderDiscount' || kept.includes(name.replace(/Name$/, 'Id'))
    const said = Object.entries(header).filter(([name, value]) => !isBlank(value) && !stays(name))
    const { freight, ...others } = Object.fromEntries(said)
    const charged =
      freight === undefined || (hasLines && isZero(String(freight)))
        ? {}
        : { freight: this.freightWith(String(freight), hasLines) }
    if (!kept.includes('orderDiscount') && this.differences(header).includes('orderDiscount')) {
      this.typed.delete('orderDiscount')
      this.propose({ orderDiscount: '0' })
    }
    this.propose({ ...others, ...charged })
    const { warehouseId } = this.headerValues
    this.lines.append(lines.map((line) => lineOfDrawn(line, warehouseId)))
  }

  private freightWith(freight: string, isMore: boolean): string {
    const own = this.headerValues.freight
    return isMore && isDecimal(own) ? money(add(own, freight)) : freight
  }

  /** The order discount follows the drawn lines until somebody types one. */
  private followDiscount(before: EditorLine | undefined, after: EditorLine | undefined): void {
    const own = this.headerValues?.orderDiscount
    const isSameShare = before?.drawn === after?.drawn && before?.qty === after?.qty
    if (this.loading || isSameShare || this.typed.has('orderDiscount') || !isDecimal(own)) return
    if (!before?.drawn && !after?.drawn) return
    const change = sub(sub(borneDiscount(after), borneDiscount(before)), this.excess)
    this.excess = '0'
    if (isZero(change)) return
    this.propose({ orderDiscount: money(max('0', add(own, change))) })
  }

  /** What a return credits for a former line follows all its lines here, as long as nobody typed a price (ADR 0054). */
  private followCredits(before: EditorLine | undefined, after: EditorLine | undefined): void {
    const line = after ?? before
    if (this.loading || !line?.charged || isSameCredit(before, after)) return
    const together = this.lines
      .filled()
      .filter((each) => each.sourceLineId === line.sourceLineId && isDecimal(each.qty))
    const limits = creditLimits(together, (each, most) =>
      isProposedCredit(each) ? most : this.totals.of(each).netAmount,
    )
    together.forEach((each, i) => {
      const most = limits[i]
      if (most === undefined || !isProposedCredit(each) || isSame(each.netAmount, most)) return
      this.lines.update(each.key, creditedAt(each, most))
    })
  }

  /** The discount beyond what the lines bear; where they bear none it is somebody's own. */
  private excessDiscount(): string {
    const own = this.headerValues.orderDiscount
    const drawn = this.lines.filled().filter((line) => line.drawn)
    return drawn.length === 0 || !isDecimal(own) ? '0' : sub(own, sumOf(drawn, borneDiscount))
  }

  /** Shows beside the lines what helps while they are entered and belongs to no document, such as 可用量. */
  hint(hints: ReadonlyMap<number, LineValues>): void {
    this.loading = true
    for (const [key, values] of hints) this.lines.update(key, values)
    this.loading = false
  }

  draft(): Draft {
    return {
      header: { ...this.headerValues },
      lines: this.lines.filled().map(({ key: _key, ...values }) => values),
      version: this.metaValue.version,
      keptAt: new Date().toISOString(),
    }
  }

  restore(draft: Draft): void {
    // A draft that was kept by an older version of the program may not say all that was charged.
    const lines = (draft.lines as LineValues[]).map((line) => ({
      ...line,
      charged: chargedLine.safeParse(line.charged).data,
    }))
    this.replace({ ...this.headerValues, ...draft.header }, lines, true)
    this.metaValue = { ...this.metaValue, version: draft.version }
    this.changed = true
    this.tell()
  }

  /** The server has taken the document as it was at `revision`; what was typed since is still unsaved. */
  saved(result: { id: number; billNo: string; version: number; state: string }, revision: number): void {
    this.metaValue = { ...this.metaValue, ...result }
    this.changed = revision !== this.revision
    this.headerErrors = {}
    this.lines.setErrors(new Map())
    this.tell()
  }

  /** What a save sends: the contract's fields only, and the key of each sent line. */
  payload(): { body: { header: HeaderValues; lines: Record<string, unknown>[] }; keys: number[]; revision: number } {
    const lines = this.lines.filled()
    return {
      revision: this.revision,
      body: {
        header: picked(this.headerValues, this.def.header.shape),
        lines: lines.map((line) => picked(line, this.def.line.shape)),
      },
      keys: lines.map((line) => line.key),
    }
  }

  /** Checks the document by the contract, as the server will, in words that name what is missing. */
  check(): FieldError[] {
    const { body } = this.payload()
    const header = this.headerFaults(body.header)
    if (body.lines.length === 0) return [...header, { path: 'lines', message: '请至少录入一行明细' }]
    const lines = body.lines.flatMap((line, i) =>
      fieldErrors(
        this.def.line.safeParse(line),
        line,
        (name) => fieldTitle(this.def.line.shape, name),
        `lines.${i}`,
      ).map((fault) => ({ ...fault, message: `第${i + 1}行 ${lineFault(this.def.line.shape, line, fault)}` })),
    )
    return [...header, ...lines]
  }

  /** Faults of the header by the contract, those of figures by the title of their field. */
  protected headerFaults(header: HeaderValues): FieldError[] {
    const titled = (name: string) =>
      name === 'partnerId' ? this.def.partnerTitle : fieldTitle(this.def.header.shape, name)
    return fieldErrors(this.def.header.safeParse(header), header, titled, 'header').map((fault) => {
      const name = fault.path.split('.')[1] ?? ''
      return { ...fault, message: this.figureFault(name, fault.message) ?? fault.message }
    })
  }

  /** Answers what was typed into one header field, in the words of its schema (SPEC 5). */
  answerHeader(name: string): void {
    const parsed = (this.def.header.shape[name] as z.ZodType).safeParse(this.headerValues[name])
    const { [name]: _former, ...others } = this.headerErrors
    const found = parsed.error?.issues[0]?.message
    const message = found === undefined ? undefined : (this.figureFault(name, found) ?? found)
    this.headerErrors = message === undefined ? others : { ...others, [name]: message }
    this.tell()
  }

  /** What is wrong with a typed figure of the header, by its title: why it is no number, or else what its schema `found`. */
  private figureFault(name: string, found: string): string | undefined {
    const value = this.headerValues[name]
    if (typeof value !== 'string' || !takesFigures(this.def.header.shape, name)) return undefined
    return figureFault(fieldTitle(this.def.header.shape, name), value, found)
  }

  /** Messages that stand above the document: a marked field or cell does not say them once more. */
  setTold(messages: readonly string[]): void {
    this.lines.told = new Set(messages)
    this.tell()
  }

  isTold = (message: string): boolean => this.lines.told.has(message)

  /** Marks faulty fields: 'header.partnerId', 'lines.2.qty'. Answers what belongs to no field. */
  showErrors(errors: readonly FieldError[], keys: readonly number[]): string[] {
    const header: Record<string, string> = {}
    const lines = new Map<number, LineErrors>()
    const rest: string[] = []
    for (const { path, message } of errors) {
      const [part, second = '', third = ''] = path.replace(/^body\./, '').split('.')
      const key = part === 'lines' ? keys[Number.parseInt(second, 10)] : undefined
      if (key !== undefined) lines.set(key, { ...lines.get(key), [third]: message })
      else if (part === 'header' && second) header[second] = message
      else rest.push(message)
    }
    this.headerErrors = header
    this.lines.setErrors(lines)
    this.tell()
    return rest
  }

  /** What the server says now about a saved document; fields and lines stay as typed. */
  refreshMeta(data: DocumentData): void {
    this.metaValue = metaOf(data.header, data.can)
    this.tell()
  }

  private replace(header: HeaderValues, lines: LineValues[], editable: boolean): void {
    this.loading = true
    this.excess = '0'
    this.headerValues = header
    this.headerErrors = {}
    this.totals.setHeader(this.money())
    this.lines.replaceAll(lines, editable)
    this.loading = false
  }

  private money(): HeaderMoney {
    const { taxIncluded, orderDiscount, freight, freightPayer, carrierId } = this.headerValues
    const decimal = (value: unknown) => (isDecimal(value) ? value : '0')
    return {
      taxIncluded: taxIncluded !== false,
      orderDiscount: decimal(orderDiscount),
      chargedFreight: chargedFreight(this.def.freightRule, {
        freight: decimal(freight),
        freightPayer: String(freightPayer),
        carrierId: carrierId as number | null | undefined,
      }),
    }
  }

  /** Notes a change by the user. */
  protected touch(): void {
    if (this.loading) return
    const first = !this.changed
    this.changed = true
    this.revision += 1
    for (const listener of this.changeListeners) listener()
    if (first) this.tell()
  }

  /** Redraws what follows the header, state and errors. */
  protected tell(): void {
    for (const listener of this.listeners) listener()
  }
}

/** The named fields of values, as the contract lists them. */
export const picked = (values: HeaderValues, shape: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, values[name]]))

function metaOf(header: HeaderValues, can: readonly string[]): DocumentMeta {
  return {
    id: header.id as number,
    billNo: String(header.billNo ?? ''),
    state: String(header.state ?? 'draft'),
    isRed: header.isRed === true,
    version: header.version as number,
    can,
  }
}

/** Faults that a schema found, in words that name what is missing. */
export function fieldErrors(
  parsed: { success: boolean; error?: z.ZodError | undefined },
  values: HeaderValues,
  titleOf: (name: string) => string,
  at: string,
): FieldError[] {
  return (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0] ?? '')
    const missing = values[name] == null || values[name] === ''
    return { path: `${at}.${path.join('.')}`, message: missing ? `请填写${titleOf(name)}` : message }
  })
}

/** What is wrong with a line, in the words of its cell: a typed figure that is none says why. */
export function lineFault(
  shape: Readonly<Record<string, unknown>>,
  line: HeaderValues,
  { path, message }: FieldError,
): string {
  const name = path.split('.')[2] ?? ''
  const value = line[name]
  if (typeof value !== 'string' || value === '' || !takesFigures(shape, name)) return message
  const reason = figureReason(value, '')
  return reason === '' ? message : `${fieldTitle(shape, name)}：${reason}`
}
