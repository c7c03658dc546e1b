import { formerName, type FormerPrice, priceAdjustment } from '@chepu/contract/basics/price-adjustment'
import { currentPrices } from '@chepu/contract/basics/price-list'
import { byPrice, priceNames, type ProductPrice } from '@chepu/contract/basics/product'
import type { Prices } from '@chepu/contract/basics/price-rules'
import { equals } from '@chepu/contract/kernel/decimal'
import type { DataOf } from '@chepu/contract/kernel/route'
import { isEntered } from '@chepu/contract/kernel/states'
import { isDecimal } from '@chepu/contract/kernel/typed'
import { call } from '../../kit/base/call'
import { EditorStore, type HeaderValues } from '../../kit/document/document-editor-store'
import { EditorSection, type FieldValues, type LineRules } from '../../kit/document/editor-section'
import type { GridLine, Values } from '../../kit/grid/line-grid-store'
import { showNumber } from '../../kit/grid/line-grid-text'

/** Which part a line is of. */
export interface LinePart {
  readonly partId: number
  readonly partCode: string
  readonly partName: string
  readonly brandName: string
  readonly spec: string
  readonly unitName: string
}

/** One product with its new prices as typed ('' stays as it is), those of now, and what helps to find new ones. */
export interface PriceLine
  extends
    GridLine,
    Omit<LinePart, 'partId'>,
    Readonly<Record<ProductPrice, string>>,
    Readonly<Record<FormerPrice, string | null>> {
  readonly partId: number | null
  /** A code that is being looked up. */
  readonly pending: string
  readonly lastPurchasePrice: string | null
  readonly costPrice: string | null
  /** Rate of the part's sale; undefined until what is known of the product has come. */
  readonly taxRate?: string | undefined
  readonly remark: string
  readonly leftOut: string
  readonly isOvertaken: boolean
}
export type PriceValues = Values<PriceLine>
type Current = DataOf<typeof currentPrices>[number]

const nothing = {
  partId: null,
  partCode: '',
  partName: '',
  brandName: '',
  spec: '',
  unitName: '',
  pending: '',
  lastPurchasePrice: null,
  costPrice: null,
  remark: '',
  leftOut: '',
  isOvertaken: false,
}

const former = (of: (name: ProductPrice) => unknown) =>
  Object.fromEntries(priceNames.map((name) => [formerName(name), of(name) ?? null])) as Record<
    FormerPrice,
    string | null
  >

const rules: LineRules<PriceLine> = {
  blank: () => ({ ...nothing, ...byPrice(() => ''), ...former(() => null) }),
  isBlank: ({ partId, pending }) => partId === null && pending === '',
  ofView: (view) => ({
    ...nothing,
    ...(view as unknown as LinePart),
    ...typedPrices(view),
    ...former((name) => view[formerName(name)]),
  }),
  ofDraft: (kept) => kept,
  bodyOf: (line) => line,
}

const typedPrices = (view: FieldValues) => byPrice((name) => showNumber(view[name] ?? ''))

/** A typed price as a figure; null where none is typed or it is no number yet. */
const typedPrice = (line: PriceLine, name: ProductPrice): string | null => (isDecimal(line[name]) ? line[name] : null)

/** The prices of a line's product once they are in force. */
export const pricesAfter = (line: PriceLine): Prices =>
  byPrice((name) => typedPrice(line, name) ?? line[formerName(name)])

/** What is known of a product, beside its new prices. */
const known = (now: Current): PriceValues => ({
  ...former((name) => now[name]),
  lastPurchasePrice: now.lastPurchasePrice ?? null,
  costPrice: now.costPrice ?? null,
  taxRate: now.taxRate,
})

/** The same of a product that has not been asked for. */
const unknown: PriceValues = {
  ...former(() => null),
  lastPurchasePrice: null,
  costPrice: null,
  taxRate: undefined,
}

/** A 调价单 in the editor. */
export class PriceStore {
  private readonly section = new EditorSection(priceAdjustment.sections.lines, rules)
  readonly lines = this.section.lines
  readonly editor: EditorStore

  constructor(defaults: HeaderValues = {}) {
    this.editor = new EditorStore(priceAdjustment, { lines: this.section }, defaults)
    this.editor.watchComing(() => void this.complete().catch(() => undefined))
  }

  /** Adds lines of parts with what they cost now; those that stand here already get the new prices. */
  async add(parts: readonly LinePart[], prices: ReadonlyMap<number, PriceValues> = new Map()): Promise<void> {
    const lines = new Map(this.lines.filled().map((line) => [line.partId, line.key]))
    for (const { partId } of parts) {
      const key = lines.get(partId)
      if (key !== undefined) this.lines.update(key, prices.get(partId) ?? {})
    }
    this.lines.append(
      parts.filter(({ partId }) => !lines.has(partId)).map((part) => ({ ...part, ...prices.get(part.partId) })),
    )
    await this.complete()
  }

  /** Puts a part into a line that waits for it; what was known of a former one goes. */
  async fill(key: number, part: LinePart): Promise<void> {
    this.lines.update(key, { ...part, pending: '', ...unknown })
    await this.complete()
  }

  /**
   * Asks what the products of the lines are sold at and cost now. Of a draft the prices of now stand beside the new ones: where they are
   * others than when it was saved, it has to be saved anew.
   */
  private async complete(): Promise<void> {
    const { lines, editor } = this
    const waiting = lines.filled().filter(({ partId, taxRate }) => partId !== null && taxRate === undefined)
    if (waiting.length === 0 || !isEntered(priceAdjustment, editor.meta().state)) return
    const partIds = [...new Set(waiting.map(({ partId }) => partId as number))]
    const found = new Map(
      (await call(currentPrices, { body: { partIds }, quiet: true })).map((now) => [now.partId, now]),
    )
    for (const { key } of waiting) {
      const line = lines.line(key)
      const now = line && found.get(line.partId ?? 0)
      if (!now) continue
      if (isStale(line, now)) lines.update(key, known(now))
      else editor.quietly(() => lines.update(key, known(now)))
    }
  }
}

/** Whether a price that a saved line sets is another one by now. */
const isStale = (line: PriceLine, now: Current): boolean =>
  priceNames.some((name) => {
    const [then, today] = [line[formerName(name)], now[name] ?? null]
    if (line[name] === '' || now[name] === undefined) return false
    return then === null || today === null ? then !== today : !equals(then, today)
  })
