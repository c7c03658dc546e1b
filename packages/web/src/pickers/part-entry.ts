import { longestCode, type LookupPart, maxCodes, resolveParts, searchParts } from '@chepu/contract/basics/lookups'
import { priceInTaxMode } from '@chepu/contract/kernel/amounts'
import { add, trimZeros } from '@chepu/contract/kernel/decimal'
import { cutNumber, isCutNumber } from '@chepu/contract/kernel/delimited'
import { price, qty } from '@chepu/contract/kernel/scalars'
import { call } from '../kit/base/call'
import { choices } from '../kit/base/underway'
import { type EditorLine, type LineValues, typedMeanwhile } from '../kit/goods/document-lines'
import type { PastedLine } from '../kit/grid/line-grid-paste'
import type { LineStore } from '../kit/grid/line-grid-store'
import { isDecimal, typedNumber } from '@chepu/contract/kernel/typed'
import type { z } from 'zod'
import { decideScan, repeatedLine } from '../kit/base/scanner'

/** What a chosen part fills in. Quantity 1, the price that the server proposes for this partner (business/basics 4.2). */
export const lineOfPart = (part: LookupPart): LineValues => ({
  ...partValues(part),
  pending: '',
  qty: '1',
  price: part.price ?? '',
  priceSource: part.price === null ? 'manual' : part.priceSource,
  discountRate: part.discountRate,
  netAmount: null,
  taxRate: part.taxRate,
  locationId: part.locationId,
  locationCode: part.locationCode,
  batchNo: '',
  sourceLineId: null,
})

/** What the screen shows of a part beside the figures of its line. */
const partValues = (part: LookupPart) => ({
  partId: part.partId,
  partCode: part.partCode,
  partName: part.partName,
  oeNo: part.oeNo,
  brandName: part.brandName,
  spec: part.spec,
  fitment: part.fitment,
  unitName: part.unitName,
  available: part.available,
  lastPrice: part.lastPrice,
})

/** What prices and stock of a part depend on. */
export interface PartContext {
  mode: 'sale' | 'purchase'
  partnerId?: number | undefined
  warehouseId?: number | undefined
  /** Whether the document's prices are with tax; undefined where it has none. */
  taxIncluded?: boolean | undefined
}

/** What part entry needs of the screen. */
interface PartScreen {
  context: () => PartContext
  /** Opens the part picker; answers the chosen parts. */
  choose: (text: string, candidates?: readonly LookupPart[]) => Promise<readonly LookupPart[]>
  say: (message: string) => void
  /** Tells eyes and ears that are with the goods that a scan was refused. */
  refuse: () => void
  flash: (key: number) => void
  focus: (key?: number, field?: string) => void
  /** The user is typing into a cell and must not be carried elsewhere. */
  typing: () => boolean
}

/** A line of a paste or import that did not become a line of the document. */
export interface Rejected {
  at: number
  code: string
  reason: string
}

/** Turns scans, typed codes, picked parts and pasted rows into lines, one after another in the order they came. */
export class PartEntry {
  private chain: Promise<unknown> = Promise.resolve()
  private readonly known = new Map<string, LookupPart>()
  private waiting = 0
  /** Bins of the warehouse by code, where the lines say from which one goods go into which. */
  findBin: ((code: string) => number | undefined) | undefined
  /** The line of the part that was scanned last, and the bins scanned since. */
  private scanned: { key: number; bins: number } | undefined

  constructor(
    private readonly lines: LineStore<EditorLine>,
    private readonly screen: PartScreen,
    /** What a line begins with in place of what is filled in for its part. */
    private readonly begins: LineValues = {},
  ) {}

  private readonly lineOf = (part: LookupPart): LineValues => ({ ...lineOfPart(part), ...this.begins })

  /** Resolves when every code that was entered so far has become a line or an error. */
  settled = (): Promise<unknown> => this.chain

  get busy(): boolean {
    return this.waiting > 0
  }

  /** A scanned code adds a line, or raises the line that is already there; `otherwise` takes what names no part. */
  scan = (code: string, otherwise?: () => void): void => {
    this.enqueue(async () => {
      if (this.takesBin(code)) return
      const outcome = decideScan(code, await this.find(code))
      if (outcome.kind === 'unknown' && otherwise) otherwise()
      else if (outcome.kind === 'unknown') {
        this.screen.refuse()
        this.screen.say(outcome.message)
      } else if (outcome.kind === 'add') this.addOrRaise(outcome.part)
      else for (const part of await this.screen.choose(code, outcome.parts)) this.addOrRaise(part)
    })
  }

  /**
   * A code or name typed into a column of a line. The cursor has already gone on to the quantity; it returns when nothing is chosen. Where the user has
   * gone on typing no picker opens under his hand: the line says what is to be chosen.
   */
  typed = (key: number, code: string, column: string): void => {
    const before = this.lines.line(key)
    if (!before || before.partCode === code) return
    // What the former part costs says nothing of this one.
    this.lines.update(key, { pending: code, pendingIn: column, price: '' })
    const asked = this.lines.line(key)
    this.enqueue(async () => {
      const outcome = decideScan(code, await this.find(code))
      const line = this.lines.line(key)
      if (!asked || line?.pending !== code) return
      if (outcome.kind === 'add') return this.fill(key, outcome.part, asked)
      const hasGoneOn = this.screen.typing() || Object.keys(typedMeanwhile(asked, line)).length > 0
      const offered = outcome.kind === 'choose' ? outcome.parts : undefined
      const parts = hasGoneOn ? [] : await this.screen.choose(code, offered)
      if (parts.length > 0) return this.fillChosen(key, parts, asked)
      const fault = hasGoneOn && offered ? `${code} 对应多个配件，请在该行按 F2 选择` : `未找到配件 ${code}`
      this.leaveUnknown(key, before, fault)
      if (!hasGoneOn) return this.screen.focus(key, column)
      this.screen.refuse()
      this.screen.say(fault)
    })
  }

  /** Parts chosen in the picker for a line: the first fills it, the others follow. What was typed since it was as `asked` stays. */
  fillChosen(key: number, [first, ...others]: readonly LookupPart[], asked?: EditorLine): void {
    if (!first) return
    this.fill(key, first, asked)
    this.lines.insert(this.lines.indexOf(key) + 1, others.map(this.lineOf))
  }

  /** Another part in place of a line's: the quantity stays, all else is as if it had been picked. */
  replace(key: number, part: LookupPart): void {
    const line = this.lines.line(key)
    if (line) this.lines.update(key, { ...this.lineOf(part), qty: line.qty, auxUnitId: null, auxQty: null })
  }

  /** Adds pasted or imported lines at the end; codes are looked up in one question. */
  async paste(pasted: readonly PastedLine[], locations: (code: string) => number | undefined): Promise<Rejected[]> {
    const room = maxCodes - this.lines.filled().length
    const rows = pasted.slice(0, room)
    const codes = [...new Set(rows.map((row) => row.code))].filter((code) => code !== '' && code.length <= longestCode)
    const context = this.screen.context()
    const { matches } = codes.length === 0 ? { matches: [] } : await call(resolveParts, { body: { ...context, codes } })
    const found = new Map(matches.map((match) => [match.code, match.parts]))
    const rejected: Rejected[] = []
    const added = rows.flatMap((row): LineValues[] => {
      const reason = reasonAgainst(row, found.get(row.code) ?? [], locations)
      if (reason) rejected.push({ at: row.at, code: row.code, reason })
      const part = found.get(row.code)?.[0]
      return reason || !part ? [] : [pastedLine(row, part, context.taxIncluded, locations)]
    })
    this.lines.append(added)
    return [...rejected, ...tooMany(pasted, room)]
  }

  addOrRaise(part: LookupPart): void {
    const scanned = this.lineOf(part)
    const repeated = repeatedLine(this.lines.filled(), scanned)
    if (repeated) this.raise(repeated)
    const key = repeated?.key ?? this.lines.append([scanned])[0]
    if (key === undefined) return
    this.scanned = { key, bins: 0 }
    requestAnimationFrame(() => this.screen.flash(key))
  }

  /** After a part the first bin that is scanned is where it is taken, the next one where it is put (business/warehouse 1.4). */
  private takesBin(code: string): boolean {
    const id = this.findBin?.(code)
    const line = this.scanned && this.lines.line(this.scanned.key)
    if (id === undefined || !this.scanned || !line) return false
    const isFirst = this.scanned.bins === 0
    this.scanned.bins += 1
    this.lines.update(
      line.key,
      isFirst ? { locationId: id, locationCode: code } : { toLocationId: id, toLocationCode: code },
    )
    this.screen.flash(line.key)
    return true
  }

  private raise(line: EditorLine): void {
    this.lines.update(line.key, { qty: isDecimal(line.qty) ? add(line.qty, '1') : '1' })
  }

  private fill(key: number, part: LookupPart, asked?: EditorLine): void {
    const line = this.lines.line(key)
    if (!line) return
    const filled = this.lineOf(part)
    const typed = asked ? typedMeanwhile(asked, line) : {}
    const repeated = repeatedLine(
      this.lines.filled().filter((other) => other.key !== key),
      filled,
    )
    const isTouched = line.partId !== null || line.qty !== '' || line.price !== '' || this.screen.typing()
    if (repeated && !isTouched) {
      this.raise(repeated)
      this.lines.remove([key])
      this.screen.focus(repeated.key, 'qty')
      this.screen.flash(repeated.key)
    } else this.lines.update(key, { ...filled, ...(line.qty === '' ? {} : { qty: line.qty }), ...typed })
  }

  /** A line that had a part before keeps it, at its price. */
  private leaveUnknown(key: number, before: EditorLine, fault: string): void {
    const line = this.lines.line(key)
    if (before.partId === null) return this.lines.setError(key, line?.pendingIn || 'partId', fault)
    this.lines.update(key, { pending: '', ...(line?.price === '' && { price: before.price }) })
  }

  /** The parts that a whole code, barcode or OE number names, at the prices of whoever the document is for when they are known. */
  private async find(code: string): Promise<readonly LookupPart[]> {
    // Who was chosen by Enter may be on his way.
    await choices.over()
    const context = this.screen.context()
    const place = placeOf(code, context)
    const known = this.known.get(place)
    if (known) return [known]
    const { rows } = await call(searchParts, { query: { ...context, q: code, exact: 'true' as const, rows: 20 } })
    if (placeOf(code, this.screen.context()) !== place) return this.find(code)
    if (rows.length === 1 && rows[0]) this.known.set(place, rows[0])
    return rows
  }

  private enqueue(work: () => Promise<void>): void {
    this.waiting += 1
    this.chain = this.chain
      .then(work)
      // The call has already told the user what went wrong; the next code must not wait for ever.
      .catch(() => undefined)
      .finally(() => {
        this.waiting -= 1
      })
  }
}

/** Prices depend on partner, warehouse and tax mode, so that a change of them asks again. */
const placeOf = (code: string, { partnerId, warehouseId, taxIncluded }: PartContext): string =>
  `${code}/${partnerId}/${warehouseId}/${taxIncluded}`

function reasonAgainst(
  row: PastedLine,
  parts: readonly LookupPart[],
  locations: (code: string) => number | undefined,
): string | undefined {
  if (row.code === '') return '没有编码'
  if (parts.length === 0) return isCutNumber(row.code) ? cutNumber : '未找到配件'
  if (parts.length > 1) return `对应多个配件：${parts.map((part) => part.partCode).join('、')}`
  const figures = figureFault('数量', row.qty, qty) ?? (row.price && figureFault('单价', row.price, price))
  if (figures) return figures
  if (row.location !== '' && locations(row.location) === undefined) return `货位“${row.location}”不在所选仓库`
  return undefined
}

/** Why a typed figure cannot stand, in the words of whoever refuses it. */
function figureFault(title: string, text: string, schema: z.ZodType): string | undefined {
  const number = typedNumber(text)
  if ('fault' in number) return `${title}${number.fault}`
  return schema.safeParse(number.value).error?.issues[0]?.message
}

/** A price that says whether it is with tax is brought into the document's mode; documents without one take it as it is. */
function pastedLine(
  row: PastedLine,
  part: LookupPart,
  taxIncluded: boolean | undefined,
  locations: (code: string) => number | undefined,
): LineValues {
  const filled = { ...lineOfPart(part), qty: row.qty, batchNo: row.batch }
  const to = taxIncluded ?? row.priceTaxed
  const inMode = (from: boolean) => trimZeros(priceInTaxMode(row.price, part.taxRate, from, to ?? from))
  const typed = row.price === '' || row.priceTaxed === undefined ? row.price : inMode(row.priceTaxed)
  const priced = typed === '' ? filled : { ...filled, price: typed, priceSource: 'manual' }
  return row.location === ''
    ? priced
    : { ...priced, locationId: locations(row.location) ?? null, locationCode: row.location }
}

const tooMany = (pasted: readonly PastedLine[], room: number): Rejected[] =>
  pasted.slice(room).map((row) => ({ at: row.at, code: row.code, reason: `明细最多${maxCodes}行` }))
